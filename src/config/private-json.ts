import { isFields } from '../catalog/is-fields.ts';
import { readFileSync, statSync } from 'node:fs';
import { SettingError } from './setting-error.ts';

/**
 * The object in a JSON file of the operator's that nobody else may read. Nothing of the file's content is repeated: who mistook
 * another file for it may have secrets in there.
 *
 * @param name of the setting, for errors
 * @param example what the file may look like
 * @throws SettingError for a file that others can read, or that holds no object
 */
export function readPrivateJson(name: string, file: string, example: string): Record<string, unknown> {
  let text: string;
  try {
    // It says where tokens lie, and who changes it decides whose credits are spent.
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
      throw new SettingError(`${name}: others can read ${file}; make it yours alone: chmod 600 ${file}`);
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof SettingError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new SettingError(`${name}: cannot read ${file} (${code})`);
  }
  try {
    const read: unknown = JSON.parse(text);
    if (isFields(read)) return read;
  } catch {
    // Told below.
  }
  throw new SettingError(`${name}: ${file} is no JSON object such as ${example}`);
}
