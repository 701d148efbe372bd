import { homedir } from 'node:os';
import { sep } from 'node:path';

/** A path in which a leading `~` is replaced by the home folder, as in shells; also `~\` where that separates paths. */
export function homePath(path: string, home: string = homedir(), separator: string = sep): string {
  const isHome = path === '~' || path.startsWith('~/') || path.startsWith(`~${separator}`);
  return isHome ? home + path.slice(1) : path;
}
