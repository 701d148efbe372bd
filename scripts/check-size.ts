import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Keeps the program as small as it is: each room of src/, the embedded platform and the tests have a bound, 5% above their size when the
 * table was written (`node scripts/check-size.ts --write`). To raise a bound, add a line to a page of docs/decisions/ that says what
 * the product gained.
 */
const table = 'scripts/room-sizes.json';

/** Lines of a room when the table was written, and at most. */
interface Size {
  readonly lines: number;
  readonly bound: number;
}

/** Rooms below `root` that are larger than their bound, have none, or are gone. */
export function violations(root: string): string[] {
  const bounds = JSON.parse(readFileSync(join(root, table), 'utf8')) as Readonly<Record<string, Size>>;
  const sizes = sizesBelow(root);
  return [...new Set([...Object.keys(bounds), ...sizes.keys()])].flatMap((room) => {
    const [lines, bound] = [sizes.get(room), bounds[room]?.bound];
    if (lines === undefined) return [`${room}: is in the table, but not there`];
    if (bound === undefined) return [`${room}: is not in the table`];
    return lines > bound ? [`${room}: ${lines} lines, ${lines - bound} more than its bound`] : [];
  });
}

/** Lines by room: the folders of src/, and sandbox/ and test/ as a whole. */
function sizesBelow(root: string): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const file of globSync('{src,sandbox,test}/**/*.{ts,tsx,css,html}', { cwd: root })) {
    const [top = '', folder = ''] = file.split(/[\\/]/);
    const room = top === 'src' ? `src/${folder}` : top;
    sizes.set(room, (sizes.get(room) ?? 0) + readFileSync(join(root, file), 'utf8').split('\n').length - 1);
  }
  return new Map([...sizes].toSorted(([one], [other]) => one.localeCompare(other)));
}

/** Writes the table anew: the sizes of today, and bounds 5% above. */
export function writeSizes(root: string): void {
  const rows = [...sizesBelow(root)].map(([room, lines]) => [room, { lines, bound: Math.ceil(lines * 1.05) }]);
  writeFileSync(join(root, table), `${JSON.stringify(Object.fromEntries(rows), undefined, 2)}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = resolve(import.meta.dirname, '..');
  if (process.argv.includes('--write')) writeSizes(root);
  const found = violations(root);
  for (const line of found) console.error(`${line} (${table})`);
  process.exitCode = found.length > 0 ? 1 : 0;
}
