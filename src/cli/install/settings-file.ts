import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { renameOver } from '../rename-over.ts';
import { InstallError } from './editor.ts';

/** A client's configuration as it was read. */
export interface SettingsFile {
  /** The file that the path leads to, with links resolved. */
  readonly target: string;
  /** Absent: there is no such file yet. */
  readonly text?: string | undefined;
  readonly mode?: number | undefined;
}

/**
 * Reads a configuration, following links.
 *
 * @param project a folder that the path must not lead out of: whoever wrote the project's files may have made a link to a file elsewhere
 * @throws InstallError if it cannot be read, or is no UTF-8: writing it back would change it
 */
export function readSettingsFile(path: string, project?: string): SettingsFile {
  const target = attempt('read', () => targetOf(path));
  if (project !== undefined) attempt('read', () => refuseOutside(target, project));
  const bytes = attempt('read', () => (exists(target) ? readFileSync(target) : undefined));
  if (bytes === undefined) return { target };
  try {
    return {
      target,
      text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
      mode: statSync(target).mode & 0o777,
    };
  } catch {
    throw new InstallError('it is no text in UTF-8');
  }
}

/** An older text of a configuration, kept beside it. */
export interface Backup {
  readonly path: string;
  readonly text: string;
}

/** The older texts that `install` has kept of a configuration, newest first; those that cannot be read are left out. */
export function backupsOf(path: string): Backup[] {
  const pattern = /^\.\d{8}T\d{6}Z(-\d+)?\.bak$/;
  const name = basename(path);
  const names = exists(dirname(path)) ? attempt('read', () => readdirSync(dirname(path))) : [];
  return names
    .filter((one) => one.startsWith(name) && pattern.test(one.slice(name.length)))
    .toSorted()
    .toReversed()
    .flatMap((one) => {
      try {
        const backup = join(dirname(path), one);
        return lstatSync(backup).isFile() ? [{ path: backup, text: readFileSync(backup, 'utf8') }] : [];
      } catch {
        return [];
      }
    });
}

/**
 * Puts `text` in the place of what was read: whole or not at all, with the mode it had. Undefined removes the file.
 *
 * @param path as the client knows it; the backup stands beside it
 * @param keptAt keeps what was there beside it, under this time in epoch milliseconds
 * @returns the backup's path, if one was made
 * @throws InstallError if it cannot be written, or if another program has changed it meanwhile
 */
export function writeSettingsFile(
  path: string,
  settingsFile: SettingsFile,
  text: string | undefined,
  keptAt: number | undefined,
): string | undefined {
  return attempt('written', () => {
    if ((exists(settingsFile.target) ? readFileSync(settingsFile.target, 'utf8') : undefined) !== settingsFile.text)
      throw new InstallError('another program has just changed it; run this again');
    // Clients keep secrets in these files, their own and other servers'.
    const mode = settingsFile.mode ?? 0o600;
    const backup = keptAt === undefined || settingsFile.text === undefined ? undefined : backupPath(path, keptAt);
    if (backup !== undefined) replaceFile(backup, settingsFile.text ?? '', mode);
    if (text === undefined) rmSync(settingsFile.target);
    else {
      mkdirSync(dirname(settingsFile.target), { recursive: true });
      replaceFile(settingsFile.target, text, mode);
    }
    return backup;
  });
}

/** `mcp.json.20261122T084500Z.bak`, with a number where that second has one already. */
function backupPath(path: string, now: number): string {
  const stamp = new Date(now).toISOString().replace(/\.\d+|[-:]/g, '');
  for (let number = 1; ; number += 1) {
    const backup = `${path}.${stamp}${number === 1 ? '' : `-${number}`}.bak`;
    if (!exists(backup)) return backup;
  }
}

/** A reader sees the old file or the new one; a crash leaves one of them. */
function replaceFile(path: string, text: string, mode: number): void {
  const temporary = `${path}.${randomUUID().slice(0, 8)}.tmp`;
  try {
    const file = openSync(temporary, 'wx', mode);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    // The umask reduces the mode that a file is created with.
    chmodSync(temporary, mode);
    renameOver(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Where a path leads, also through a link to what does not exist yet. */
function targetOf(path: string, links = 0): string {
  if (links > 20) throw new InstallError('it is a link that leads to itself');
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return path;
  return targetOf(resolve(dirname(path), readlinkSync(path)), links + 1);
}

/** Refuses a file whose nearest existing folder is outside of the project, whether or not the file exists yet. */
function refuseOutside(target: string, project: string): void {
  let existing = target;
  while (!exists(existing)) existing = dirname(existing);
  const pathFromProject = relative(realpathSync(project), realpathSync(existing));
  if (pathFromProject === '..' || pathFromProject.startsWith(`..${sep}`) || isAbsolute(pathFromProject))
    throw new InstallError(`it is a link that leads out of this project, to ${target}`);
}

function attempt<T>(what: 'read' | 'written', work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof InstallError) throw error;
    throw new InstallError(
      `it cannot be ${what} (${error instanceof Error && 'code' in error ? String(error.code) : String(error)})`,
    );
  }
}
