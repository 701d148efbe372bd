import { StateUnavailable } from '../sql/state-unavailable.ts';

/** The meaning of a system error about the state file, and what to do. */
const problems: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there; give --state a file in a folder of your own',
  EPERM: 'this user may not write there; give --state a file in a folder of your own',
  EROFS: 'the file system is read-only; give --state a file somewhere else',
  ENOTDIR: 'a part of its path is a file, not a folder; give another --state',
  EISDIR: 'it is a folder; give --state a file in it',
  ENOENT: 'its folder cannot be made there; give another --state',
  EEXIST: 'it is there already; give another name',
  ENOSPC: 'the disk is full; make room, or give --state a file on another disk',
  EDQUOT: 'the quota of this user is used up; make room, or give --state a file on another disk',
  EIO: 'the disk reports errors; look at the disk, and restore a backup if the file is damaged',
};

const damage =
  'it is damaged; restore a backup, or move it away: earlier spending is then read from the history of the platform';

/** Primary result codes of SQLite (https://sqlite.org/rescode.html). */
const results: Readonly<Record<number, string>> = {
  5: 'other processes kept it locked for too long; repeat the call, and find the process that hangs',
  8: 'it may only be read; give this user the right to write it, or give another --state',
  10: 'the disk reports errors; look at the disk, and restore a backup if the file is damaged',
  11: damage,
  13: 'the disk is full; make room, or give --state a file on another disk',
  14: 'it cannot be opened; give --state a file in a folder that this user can write to',
  26: 'it is not a state file; give another --state',
};

/** Plain text with advice; the system's own code is left out if the error is known. */
export function fileProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : '';
  const result = 'errcode' in error ? Number(error.errcode) & 0xff : -1;
  return problems[code] ?? results[result] ?? error.message;
}

/** `reason`: the output of the check, for closer inspection. */
export const damagedFile = (file: string, reason: string): StateUnavailable =>
  new StateUnavailable(`the state file ${file} cannot be used: ${damage} (${reason.slice(0, 100)})`);
