import { homedir } from 'node:os';
import { SettingError } from '../../base/setting-error.ts';

/** A path in which a leading `~` is replaced by the home folder, as in shells; also `~\`, for Windows. */
export const homePath = (path: string): string => path.replace(/^~(?=$|[/\\])/, homeFolder);

/** @throws SettingError if the user has no home folder: containers run programs as users that the system does not know */
export function homeFolder(): string {
  try {
    return homedir();
  } catch {
    throw new SettingError(
      'state: this user has no home folder; give --state a file in a folder that you can write to',
    );
  }
}
