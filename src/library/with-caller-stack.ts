import { ReadableError } from '../base/readable-error.ts';
import { isVisibilityError } from '../client/errors.ts';

/** The folder of this library in stack traces. */
const ownFolder = new URL('.', import.meta.url).href;

/** Runs the work. A refusal gets the stack of the library's caller, without frames of the library. */
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
  stack.split('\n').filter((line) => /^\s+at /.test(line) && !line.includes(ownFolder));
