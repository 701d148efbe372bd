import { readFile, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';

/** Bytes of a name that a folder takes on any system, with room for a number (NAME_MAX is 255). */
const maxNameBytes = 240;

/** Names of devices on Windows, with any ending: writing to one makes no file. */
const device = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|$)/i;

/** The name as any folder takes it: what is too long loses its beginning, and keeps its ending. */
function nameInFolder(given: string): string {
  let name = basename(given).replace(device, '_$&');
  while (Buffer.byteLength(name) > maxNameBytes) name = name.replace(/^./su, '');
  return name.replace(/^[ .]+/, '') || 'file';
}

/** Where a file is in the operator's folder, or why it is not there. */
export type Placed = { readonly path: string } | { readonly not_written: string };

/** Writes a file that is kept already into a folder as well. Never rejects. */
export const placeInFolder = (folder: string, name: string, body: Uint8Array): Promise<Placed> =>
  writeNew(folder, nameInFolder(name), body).then(
    (path) => ({ path }),
    (error: unknown) => ({
      not_written: `the folder of --out-folder takes no file (${reasonOf(error)}); the file is kept for a day: make ${folder} writable, or name another folder, and call again`,
    }),
  );

const reasonOf = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code ?? (error instanceof Error ? error.message : String(error));

/** Files of one name that a folder gets. */
const maxNamesakes = 100;

/** Writes a file that is not there yet, under the next free name; the same content stays the file that it is. Never through a link. */
async function writeNew(folder: string, name: string, body: Uint8Array): Promise<string> {
  const ending = extname(name);
  const stem = basename(name, ending);
  for (let nth = 1; nth <= maxNamesakes; nth++) {
    const path = join(folder, nth === 1 ? name : `${stem}-${nth}${ending}`);
    try {
      await writeFile(path, body, { flag: 'wx', mode: 0o600 });
      return path;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (Buffer.compare(await readFile(path).catch(() => Buffer.alloc(0)), body) === 0) return path;
    }
  }
  throw new Error('too many files of that name');
}
