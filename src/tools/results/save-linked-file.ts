import { readFile, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { Client } from '../../client/client.ts';
import { keptFileScheme } from '../../client/files/kept-files.ts';
import type { ToolResult } from '../tool.ts';

/** Files of one name that a folder gets. */
const maxNamesakes = 100;

/** Writes the file that a result links to into the operator's folder as well. The result then says where: `file.path`. */
export async function saveLinkedFile(
  result: ToolResult,
  client: Pick<Client, 'keptFile'>,
  folder: string,
): Promise<ToolResult> {
  const { link } = result;
  if (!link?.uri.startsWith(keptFileScheme)) return result;
  const { name = 'file', body } = await client.keptFile(link.uri.slice(keptFileScheme.length));
  const place = await writeNew(folder, basename(name), body).then(
    (path) => ({ path }),
    () => ({ not_written: 'the folder of --out-folder cannot be written to; the file is kept all the same' }),
  );
  const file = { ...(result.structured['file'] as object | undefined), ...place };
  const structured = { ...result.structured, file };
  const { plain } = result;
  return { ...result, structured, text: JSON.stringify(structured), plain: plain && (() => ({ ...plain(), file })) };
}

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
