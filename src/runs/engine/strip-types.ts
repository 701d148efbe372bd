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
 * A program that its author's editor checks is a module: `export default value` is its last `return`, and `import type` goes with the
 * other types.
 *
 * @returns an expression that evaluates to an async function
 */
export function stripTypes(code: string): string | SyntaxProblem {
  let body = code;
  for (let rewritings = 0; ; rewritings++) {
    try {
      return stripTypeScriptTypes(`${opening}${body}\n}`, { mode: 'strip' });
    } catch (error) {
      const problem = problemOf(error as Error, code);
      const isRewritten = problem.isOfModule && rewritings < maxRewritings;
      const rewritten = isRewritten ? withoutModule(body, problem.line ?? 1) : body;
      if (rewritten === body) return { message: problem.message, line: problem.line };
      body = rewritten;
    }
  }
}

/** Each costs reading the program once more. */
const maxRewritings = 20;

interface Problem extends SyntaxProblem {
  /** The line has what only a module may have. */
  readonly isOfModule: boolean;
}

function problemOf({ message: text, stack = '', ...error }: Error, code: string): Problem {
  const message = text.trim();
  // The parser of Node descends by recursion, without a bound of its own, and is of no use afterwards: this thread has read its program.
  if ('code' in error && error.code === 'ERR_INTERNAL_ASSERTION')
    return { message: 'the program is nested too deeply to be read', isOfModule: false };
  const lineNumber = /^:(\d+)$/m.exec(stack)?.[1];
  // What is missing at the end is missed after it.
  const line = lineNumber === undefined ? undefined : Math.min(Number(lineNumber), code.split('\n').length);
  const [, feature] = /^TypeScript (enum|namespace declaration|parameter property)/.exec(message) ?? [];
  if (feature !== undefined)
    return {
      message: `${feature} is not supported, since types are only removed; write ${instead[feature]}`,
      line,
      isOfModule: false,
    };
  const isOfModule = /import.*export/.test(message);
  const hint = isOfModule
    ? '; a program imports nothing but types: platform, input, log and sleep are there. It ends with return, or with export default and a value'
    : '';
  return { message: `${message}${hint}`, line, isOfModule };
}

/** The program without the first statement of that line that makes it a module; lines and columns stay. */
function withoutModule(code: string, line: number): string {
  const start = code.split('\n', line - 1).reduce((at, one) => at + one.length + 1, 0);
  const [before, rest] = [code.slice(0, start), code.slice(start)];
  const blank = (text: string): string => text.replace(/[^\n]/g, ' ');
  return `${before}${rest
    .replace(/^(\s*)export default(?= +\S)/, '$1return        ')
    .replace(/^\s*(?:import type\b[^'"]*from\s*(?:'[^'\n]*'|"[^"\n]*")|export\s*\{\s*\});?/, blank)}`;
}

const instead: Readonly<Record<string, string>> = {
  enum: "an object, such as const Color = { Red: 'red' } as const",
  'namespace declaration': 'an object',
  'parameter property': 'a field, and assign it in the constructor',
};

/** Characters by which the first line is moved to the right. */
export const openingLength = opening.length;
