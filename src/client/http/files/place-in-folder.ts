import { lstat, open, readdir, readFile, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';

/** Maximum bytes of a file name on any system (NAME_MAX is 255), with room for a number. */
const maxNameBytes = 240;

/** Device names on Windows, with any extension: writing to one creates no file. */
const device = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\.|$)/i;

/** A file name that is valid on any system. One that is too long is cut at its beginning, to keep the extension. */
function nameInFolder(fileName: string): string {
  let name = basename(fileName).replace(device, '_$&');
  while (Buffer.byteLength(name) > maxNameBytes) name = name.replace(/^./su, '');
  return name.replace(/^[ .]+/, '') || 'file';
}

/** Path of a file in the operator's folder, or why it was not written. */
export type Placed = { readonly path: string } | { readonly not_written: string };

/** Copies a stored file into a folder. Never rejects. */
export const placeInFolder = (folder: string, name: string, body: Uint8Array): Promise<Placed> =>
  writeNew(folder, nameInFolder(name), body).then(
    (path) => ({ path }),
    (error: unknown) => ({
      not_written: `the folder of --out-folder cannot be written to (${reasonOf(error)}); the file is kept for a day: make ${folder} writable, or name another folder, and call again`,
    }),
  );

const reasonOf = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code ?? (error instanceof Error ? error.message : String(error));

/** Files of one name whose content is compared. */
const maxCompared = 100;

/** Writes a file under the next free name, or finds it there with the same content. Follows no links. */
async function writeNew(folder: string, name: string, body: Uint8Array): Promise<string> {
  const ending = extname(name);
  const stem = basename(name, ending);
  const existing = new Set(await readdir(folder));
  for (let nth = 1; ; nth++) {
    const fileName = nth === 1 ? name : `${stem}-${nth}${ending}`;
    const path = join(folder, fileName);
    if (existing.has(fileName)) {
      if (nth <= maxCompared && (await hasContent(path, body))) return path;
      continue;
    }
    try {
      await create(path, body);
      return path;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Whether there is a regular file with that content. */
async function hasContent(path: string, body: Uint8Array): Promise<boolean> {
  const file = await lstat(path).catch(() => undefined);
  if (!file?.isFile() || file.size !== body.byteLength) return false;
  const content = await readFile(path).catch(() => undefined);
  return content !== undefined && Buffer.compare(content, body) === 0;
}

/** Creates a file, and removes it again if it cannot be written whole. */
async function create(path: string, body: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(body).finally(() => file.close());
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined);
    throw error;
  }
}
