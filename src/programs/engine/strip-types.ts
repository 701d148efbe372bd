import { stripTypeScriptTypes } from 'node:module';

/** Wraps a program in the function whose body it is, on the same lines. */
const opening = 'async () => {';

/** An error in a program's text. */
export interface SyntaxProblem {
  readonly message: string;
  readonly line?: number | undefined;
}

/**
 * JavaScript from a program in TypeScript: types become blanks, so that lines and columns stay. Syntax with an effect at run
 * time (`enum`, `namespace`) is refused. Line numbers are those of the program. A program that an editor has checked is a
 * module: `export default value` is its last `return`, and `import type` is removed with the other types.
 * @returns an expression that evaluates to an async function
 */
export function stripTypes(code: string): string | SyntaxProblem {
  let body = code.replace(fence, '$1\n$2');
  for (let rewritings = 0; ; rewritings++) {
    try {
      const program = stripTypeScriptTypes(`${opening}${body}\n}`);
      return expressionIn(body) ?? program;
    } catch (error) {
      const { moduleLine, ...problem } = problemOf(error as NodeJS.ErrnoException, code);
      if (moduleLine === undefined || rewritings === maxRewritings) return problem;
      const rewritten = withoutModule(body, moduleLine);
      if (rewritten === body) return problem;
      body = rewritten;
    }
  }
}

/** A program that is one expression, such as a function, returns its value: otherwise it would do nothing, and nobody would notice. */
function expressionIn(body: string): string | undefined {
  try {
    return stripTypeScriptTypes(`async () => (${body.replace(/;\s*$/, '')}\n)`);
  } catch {
    return undefined;
  }
}

/** The fence of a code block, which models write around a program. */
const fence = /^(\s*)```\w*[ \t]*\n([^]*?)\n?[ \t]*```\s*$/;

/** Maximum such statements, since each means reading the program once more. */
const maxRewritings = 20;

interface Problem extends SyntaxProblem {
  /** The line with syntax that only a module may have. */
  readonly moduleLine?: number | undefined;
}

function problemOf({ message, stack, code: reason }: NodeJS.ErrnoException, program: string): Problem {
  // The recursive parser of Node has no limit on nesting, and cannot be used after this error, but this thread needs it only
  // once.
  if (reason === 'ERR_INTERNAL_ASSERTION') return { message: 'the program is nested too deeply to be read' };
  const [, lineNumber = 1] = /^:(\d+)\n/.exec(String(stack)) ?? [];
  // Something missing at the end is reported after the last line.
  const line = Math.min(Number(lineNumber), program.split('\n').length);
  if (!/import.*export/.test(message)) return { message, line };
  const hint =
    'a program imports nothing but types: platform, input, log and sleep are there. It ends with return, or with export default and a value';
  return { message: `${message}; ${hint}`, line, moduleLine: line };
}

/** The program without the first statement of that line that only a module may have; lines and columns stay. */
function withoutModule(code: string, line: number): string {
  const start = code.split('\n', line - 1).reduce((at, one) => at + one.length + 1, 0);
  const [before, rest] = [code.slice(0, start), code.slice(start)];
  const blank = (text: string): string => text.replace(/[^\n]/g, ' ');
  return `${before}${rest
    .replace(/^(\s*)export default(?= +\S)/, '$1return        ')
    .replace(/^\s*(?:import type\b[^'"]*from\s*(?:'[^'\n]*'|"[^"\n]*")|export\s*\{\s*\});?/, blank)}`;
}

/** Characters by which the first line is moved to the right. */
export const openingLength = opening.length;
