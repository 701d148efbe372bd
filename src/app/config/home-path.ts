import { homedir } from 'node:os';

/** A path in which a leading `~` is replaced by the home folder, as in shells; also `~\`, for Windows. */
export const homePath = (path: string): string => path.replace(/^~(?=$|[/\\])/, homedir());
