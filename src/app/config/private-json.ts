import { textOfBytes } from './text-of-bytes.ts';
import { isFields } from '../../base/json/is-fields.ts';
import { readFileSync, statSync } from 'node:fs';
import { SettingError } from '../../base/setting-error.ts';

/**
 * Reads the object in a JSON file that only its owner may read. Errors repeat nothing of its content: a file that was named by mistake may
 * contain secrets.
 *
 * @param name of the setting, for errors
 * @param example what the file may look like
 * @throws SettingError for a file that others can read, that holds no object, or an object with one name twice
 */
export function readPrivateJson(name: string, file: string, example: string): Record<string, unknown> {
  let text: string;
  try {
    refuseReadableByOthers(name, file);
    text = textOfBytes(readFileSync(file));
  } catch (error) {
    if (error instanceof SettingError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new SettingError(`${name}: cannot read ${file} (${code})`);
  }
  const read = parseJson(text);
  if (!isFields(read)) throw new SettingError(`${name}: ${file} is no JSON object such as ${example}`);
  const line = lineOfRepeatedKey(text);
  if (line !== undefined)
    throw new SettingError(`${name}: ${file} has one name twice, the second time on line ${line}; keep one`);
  return read;
}

/**
 * Whoever can change such a file decides which tokens are used, and so whose credits are spent. Throws the system's error where the file
 * is not there.
 *
 * @throws SettingError
 */
export function refuseReadableByOthers(name: string, file: string): void {
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    throw new SettingError(`${name}: others can read ${file}; make it yours alone: chmod 600 ${file}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The line, counted from 1, of the first repeated key of an object. `JSON.parse` silently keeps only the last one.
 *
 * @param text valid JSON
 */
function lineOfRepeatedKey(text: string): number | undefined {
  const open: Set<unknown>[] = [];
  for (const { 0: token, 1: key, index } of text.matchAll(/("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (key !== undefined) {
      const [keys, read] = [open.at(-1), JSON.parse(key) as unknown];
      if (keys?.has(read)) return text.slice(0, index).split('\n').length;
      keys?.add(read);
    }
  }
  return undefined;
}
