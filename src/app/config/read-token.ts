import { SettingError } from '../../base/setting-error.ts';
import { fileText } from './file-text.ts';
import { settings } from './settings.ts';

/** A text in quotation marks, or a placeholder: `${NAME}`, `$NAME`, `%NAME%`, `{{name}}`, `<name>`, and what JavaScript writes for a missing value. */
export const unreplaced =
  /^(?:(["'`]).*\1|\$\{.*|\$[A-Za-z_]\w*([\\/].*)?|%[A-Za-z_]\w*%.*|\{\{.*\}\}|<.*>|undefined|null)$/;

export const notReplaced = 'is in quotation marks, or a placeholder that the client did not replace';

/**
 * The API token, given directly or by the file that holds it. A function, so that printing a Config never prints it.
 * @throws SettingError if both are given, if the file cannot be read or is empty, or if a header cannot carry the token
 */
export function readToken(given: string | undefined, file: string | undefined): (() => string) | undefined {
  const { apiToken, apiTokenFile } = settings;
  if (given !== undefined && file !== undefined)
    throw new SettingError(`${apiToken.variable} and ${apiTokenFile.variable} are both set; keep one`);
  const token = file === undefined ? given : fileText(apiTokenFile.variable, file).trim();
  if (token === undefined) return undefined;
  if (token === '') throw new SettingError(`${apiTokenFile.variable}: ${file} is empty`);
  // Other characters would fail later, and less clearly.
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new SettingError('API token: contains spaces or characters that no header can carry');
  if (unreplaced.test(token) || /^\{|^[A-Z_]+=[^=]/.test(token)) throw new SettingError(`API token: ${notReplaced}`);
  return () => token;
}
