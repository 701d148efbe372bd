import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { SettingError } from '../../base/setting-error.ts';

/**
 * The path of a file that a command will write, checked before the command reads or pays for anything.
 * @param option for the error, such as `call: --save`
 * @throws SettingError if its folder is missing, if it is a folder itself, or if it may not be written
 */
export function outputFile(option: string, path: string): string {
  const folder = dirname(path);
  const existing = statSync(path, { throwIfNoEntry: false });
  if (existing?.isDirectory()) throw new SettingError(`${option}: ${path} is a folder; name a file`);
  if (!existing && !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new SettingError(`${option}: there is no folder ${folder}`);
  try {
    accessSync(existing ? path : folder, constants.W_OK);
  } catch {
    throw new SettingError(`${option}: ${path} may not be written`);
  }
  return path;
}
