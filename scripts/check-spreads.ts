import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Where code below `root` spreads an object literal under a condition, `...(x ? { name: x } : {})`, as `file:line`.
 * TypeScript reports no misspelt name in such a literal; an optional field takes `undefined` instead.
 */
export function violations(root: string): string[] {
  return globSync('{src,sandbox}/**/*.ts', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return [...text.matchAll(/\.\.\.\(/g)].flatMap(({ index }) =>
        isConditionalLiteral(text, index + 4) ? [`${file}:${text.slice(0, index).split('\n').length}`] : [],
      );
    });
}

/** Whether the expression in parentheses that begins at `from` can give an object literal with fields. */
function isConditionalLiteral(text: string, from: number): boolean {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const character = text[at] ?? '';
    if (depth === 0 && /[?:&|]/.test(character) && /^\s*\{\s*[^}\s]/.test(text.slice(at + 1))) return true;
    if ('([{'.includes(character)) depth++;
    if (')]}'.includes(character) && depth-- === 0) return false;
  }
  return false;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = violations(resolve(import.meta.dirname, '..'));
  for (const line of found) console.error(`an object literal spread under a condition: ${line}`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
