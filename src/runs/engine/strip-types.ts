import { stripTypeScriptTypes } from 'node:module';

/** The program as the function that it is the body of, on the same lines. */
const opening = 'async () => {';

/** An error in a program's text. */
export interface SyntaxProblem {
  readonly message: string;
  readonly line?: number | undefined;
}

/**
 * JavaScript from a program in TypeScript: types become blanks, so that lines and columns stay. What stands for more than a type
 * (`enum`, `namespace`) is refused. Line numbers are those of the program.
 *
 * @returns an expression that evaluates to an async function
 */
export function stripTypes(code: string): string | SyntaxProblem {
  try {
    return stripTypeScriptTypes(`${opening}${code}\n}`, { mode: 'strip' });
  } catch (error) {
    const { message, stack = '' } = error as Error;
    const found = /^:(\d+)$/m.exec(stack)?.[1];
    // What is missing at the end is missed after it.
    const line = found === undefined ? undefined : Math.min(Number(found), code.split('\n').length);
    const [, feature] = /^TypeScript (enum|namespace declaration|parameter property)/.exec(message.trim()) ?? [];
    if (feature !== undefined)
      return {
        message: `${feature} is not supported, since types are only removed; write ${instead[feature]}`,
        line,
      };
    const hint = /import.*export/.test(message)
      ? '; a program imports nothing: platform, input, log and sleep are there'
      : '';
    return { message: `${message.trim()}${hint}`, line };
  }
}

const instead: Readonly<Record<string, string>> = {
  enum: "an object, such as const Color = { Red: 'red' } as const",
  'namespace declaration': 'an object',
  'parameter property': 'a field, and assign it in the constructor',
};

/** Characters by which the first line is moved to the right. */
export const openingLength = opening.length;
