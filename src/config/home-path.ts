import { homedir } from 'node:os';
import { sep } from 'node:path';

/** A path whose beginning `~` stands for the person's own folder, as shells have it; `~\` too, where the system separates so. */
export function homePath(path: string, home: string = homedir(), separator: string = sep): string {
  const isHome = path === '~' || path.startsWith('~/') || path.startsWith(`~${separator}`);
  return isHome ? home + path.slice(1) : path;
}
