import { SettingError } from '../../base/setting-error.ts';

/**
 * The value of a setting's text; undefined if it is not set.
 * @param read returns undefined for an invalid text
 * @param problem the end of the error message: `is not …`
 * @throws SettingError that repeats the text, so not for secrets
 */
export function ifValid<Value>(
  name: string,
  text: string | undefined,
  read: (text: string) => Value | undefined,
  problem: string,
): Value | undefined {
  if (text === undefined) return undefined;
  const value = read(text);
  if (value !== undefined) return value;
  throw new SettingError(`${name}: "${text.slice(0, 100)}" ${problem}`);
}
