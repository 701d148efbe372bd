import { constants } from 'node:fs';
import { open, readlink, realpath, stat, type FileHandle } from 'node:fs/promises';
import { isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FileAccess, OutgoingFile } from './file-access.ts';
import type { VisibilityError } from '../../errors.ts';
import { fileRefused } from '../../refusals.ts';

interface ReadOptions {
  /** Name of the argument that holds the path, for error messages. */
  readonly argument: string;
  readonly access: FileAccess;
  readonly maxBytes: number;
  /** Paths of files that are never sent, even through another link to them: token file, state. */
  readonly secret: ReadonlySet<string>;
}

/**
 * Reads a local file in one of the allowed folders. It must be a regular file without hard links, not be a dot file or in a dot folder,
 * and no link on its path may lead out of the folder. It is opened once, and checks and reads use the open handle, so that replacing
 * the file meanwhile has no effect.
 * @throws VisibilityError `invalid_arguments` with the reason, which reveals nothing about files outside those folders
 */
export async function readLocalFile(
  pathOrAddress: string,
  options: ReadOptions,
): Promise<Pick<OutgoingFile, 'path' | 'bytes'>> {
  const { argument, access } = options;
  const callerPath = pathOf(pathOrAddress);
  if (callerPath === undefined || callerPath.includes('\0')) throw fileRefused(argument, 'is no path of a local file');
  const location =
    (await locate(callerPath, access.folders)) ?? (access.roots && (await locate(callerPath, await access.roots())));
  if (!location) throw outside(argument, access);
  if ('problem' in location) throw fileRefused(argument, location.problem);
  const { path } = location;
  const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)).catch(
    () => undefined,
  );
  if (!handle) throw fileRefused(argument, unreadable);
  try {
    await checkOpened(handle, path, options);
    return { path, bytes: await readUpTo(handle, options) };
  } finally {
    await handle.close();
  }
}

/** The path of a file without symbolic links, or why it may not be sent. */
type Located = { readonly path: string } | { readonly problem: string };

const unreadable = 'cannot be read';
const hidden = 'dot files, and files in dot folders, are not sent';

/** Locates a file in the first folder that has it; undefined if none does. Does not access anything outside the folders. */
async function locate(callerPath: string, folders: readonly string[]): Promise<Located | undefined> {
  let failed: Located | undefined;
  for (const folder of folders) {
    const base = await realpath(folder).catch(() => undefined);
    // The root of a file system is ignored as a folder: it would allow every file.
    if (base === undefined || base === parse(base).root) continue;
    const path = resolve(folder, callerPath);
    const inside = pathBelow(resolve(folder), path) ?? pathBelow(base, path);
    if (inside === undefined) continue;
    const located = await locateBelow(base, inside);
    if ('path' in located) return located;
    failed ??= located;
  }
  return failed;
}

async function locateBelow(base: string, inside: string): Promise<Located> {
  if (isHidden(inside)) return { problem: hidden };
  const path = await realpath(join(base, inside)).catch(() => undefined);
  if (path === undefined) return { problem: unreadable };
  const real = pathBelow(base, path);
  if (real === undefined) return { problem: 'a link leads out of the folder that files may be sent from' };
  return isHidden(real) ? { problem: hidden } : { path };
}

/** The relative path from a folder to a path below it; undefined if it is not below it. */
function pathBelow(folder: string, path: string): string | undefined {
  const way = relative(folder, path);
  return way === '' || way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? undefined : way;
}

const isHidden = (way: string): boolean => way.split(sep).some((part) => part.startsWith('.'));

/** Whether the opened file is one that may be sent, and still the one that was looked for. */
async function checkOpened(
  handle: FileHandle,
  path: string,
  { argument, maxBytes, secret }: ReadOptions,
): Promise<void> {
  const opened = await handle.stat();
  if (!opened.isFile()) throw fileRefused(argument, 'is no regular file');
  // A file with hard links may also be in a folder that is not allowed.
  if (opened.nlink > 1) throw fileRefused(argument, 'has further names (hard links); copy it, and send the copy');
  if (!(await isStillAt(path, handle, opened))) throw fileRefused(argument, 'was replaced while it was being opened');
  if (await isOneOf(secret, opened)) throw fileRefused(argument, "is one of this server's own files");
  if (opened.size > maxBytes) throw fileRefused(argument, `has ${opened.size} bytes; at most ${maxBytes} are accepted`);
}

interface Identity {
  readonly dev: number;
  readonly ino: number;
}

const isSame = (one: Identity, other: Identity): boolean => one.dev === other.dev && one.ino === other.ino;

/** Whether the path still leads to the opened file: a folder on it may have been replaced by a link between check and opening. */
async function isStillAt(path: string, handle: FileHandle, opened: Identity): Promise<boolean> {
  // Linux knows where the open file is. Elsewhere, a link that is exchanged between the next two looks is not noticed.
  const openedPath = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => undefined);
  if (openedPath !== undefined) return openedPath === path;
  const [now, there] = await Promise.all([realpath(path).catch(() => undefined), stat(path).catch(() => undefined)]);
  return now === path && there !== undefined && isSame(there, opened);
}

async function isOneOf(paths: ReadonlySet<string>, opened: Identity): Promise<boolean> {
  const own = await Promise.all([...paths].map((path) => stat(path).catch(() => undefined)));
  return own.some((one) => one !== undefined && isSame(one, opened));
}

/** Reads the open file. Throws `invalid_arguments` if it is larger than `maxBytes`, even if it has grown meanwhile. */
async function readUpTo(handle: FileHandle, { argument, maxBytes }: ReadOptions): Promise<Uint8Array> {
  const buffer = Buffer.alloc(maxBytes + 1);
  let length = 0;
  while (length <= maxBytes) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
    if (bytesRead === 0) return buffer.subarray(0, length);
    length += bytesRead;
  }
  throw fileRefused(argument, `has more than ${maxBytes} bytes`);
}

/** Hosts give files as paths or as `file:` addresses. */
function pathOf(pathOrAddress: string): string | undefined {
  if (!/^file:/i.test(pathOrAddress)) return pathOrAddress;
  try {
    return fileURLToPath(pathOrAddress);
  } catch {
    return undefined;
  }
}

function outside(argument: string, { folders, roots }: FileAccess): VisibilityError {
  const why =
    folders.length > 0 || roots
      ? 'does not lie in a folder that files may be sent from'
      : 'no local file may be sent: the host declares no folders (roots), and the operator has named none';
  return fileRefused(
    argument,
    why,
    'Give the content inline as {"name":"…","content":"…"}, or ask the operator to name its folder: VISIBILITY_FILES, or --files DIR.',
  );
}
