import { SettingError } from '../../base/setting-error.ts';

/**
 * The value that a setting's text stands for; undefined where it is not set.
 *
 * @param read returns undefined for a text that is not valid
 * @param problem what the refusal says of such a text: `is not …`
 * @throws SettingError that repeats the text: not for secrets
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
