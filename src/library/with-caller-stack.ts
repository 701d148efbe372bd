import { isVisibilityError } from '../client/errors/visibility-error.ts';
import { ReadableError } from '../readable-error.ts';

/** The folder of this program's own code, as stacks name it. */
const own = new URL('.', import.meta.url).href;

/** Runs the work; a refusal it ends with has the stack of the library's caller, without frames of the library. */
export function withCallerStack<T>(work: () => Promise<T>): Promise<T> {
  const caller: { readonly stack?: string | undefined } = {};
  Error.captureStackTrace(caller);
  return work().catch((error: unknown) => {
    if (error instanceof ReadableError || isVisibilityError(error))
      error.stack = [`${error.name}: ${error.message}`, ...framesOf(caller.stack)].join('\n');
    throw error;
  });
}

const framesOf = (stack = ''): string[] =>
  stack.split('\n').filter((line) => /^\s+at /.test(line) && !line.includes(own));
