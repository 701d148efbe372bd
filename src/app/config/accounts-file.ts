import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isFields } from '../../base/json/is-fields.ts';
import { SettingError } from '../../base/setting-error.ts';
import { didYouMean } from '../../base/text/nearest.ts';
import { fileText } from './file-text.ts';
import type { SettingName } from './settings.ts';

/**
 * Only Latin letters, with umlauts and accents, since letters of other scripts look like them. No spaces at the ends: records
 * are kept under the exact name, and a trimmed name would belong to another account.
 */
const form = /^(?! )[\w\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f .@:-]{1,100}(?<! )$/;

/** Text that describes a valid account name. */
export const accountNameInWords = '1 to 100 Latin letters, digits and . @ : _ -, with spaces only between them';

/** Whether a text can be the name of an account. */
export const isAccountName = (text: string): boolean => form.test(text);

/** One account of the file, with its own settings as texts. */
export interface AccountEntry {
  readonly name: string;
  readonly isDefault: boolean;
  readonly settings: Readonly<Partial<Record<SettingName, string>>>;
}

/** The settings that the keys of an entry stand for. Their values are checked when the settings are read. */
const settingOf = new Map<string, SettingName | undefined>([
  ['token_file', 'apiTokenFile'],
  ['api_url', 'apiUrl'],
  ['budget', 'budget'],
  ['read_only', 'readOnly'],
  ['project', 'project'],
  ['tracking_project', 'trackingProject'],
  ['sandbox', 'sandbox'],
  ['default', undefined],
]);

/**
 * The accounts of a file, in its order: `{"acme": {"token_file": "…"}, …}`. Files of tokens are relative to it. Errors
 * contain only names from it, since a wrong file may contain secrets.
 * @throws SettingError for a file that others can read, and for anything malformed or unknown in it
 */
export function readAccountsFile(file: string): readonly AccountEntry[] {
  const text = fileText('accounts', file);
  refuseReadableByOthers('accounts', file);
  let accounts: unknown;
  try {
    accounts = JSON.parse(text);
  } catch {}
  if (!isFields(accounts))
    throw new SettingError(`accounts: ${file} is no JSON object such as {"acme": {"token_file": "acme.token"}}`);
  const entries = Object.entries(accounts).map(([name, entry]) => readEntry(name, entry, dirname(resolve(file))));
  if (entries.length === 0) throw new SettingError(`accounts: ${file} names no account`);
  const folded = entries.map(({ name }) => name.toLowerCase());
  const repeated = entries.find(({ name }, at) => folded.indexOf(name.toLowerCase()) !== at);
  if (repeated) throw new SettingError(`accounts: ${repeated.name} is there twice (capitals do not count)`);
  const defaults = entries.filter(({ isDefault }) => isDefault).map(({ name }) => name);
  if (defaults.length > 1) throw new SettingError(`accounts: only one is the default, not ${defaults.join(' and ')}`);
  return entries;
}

function readEntry(name: string, entry: unknown, folder: string): AccountEntry {
  if (!isAccountName(name))
    throw new SettingError(`accounts: ${JSON.stringify(name.slice(0, 100))} is no name: ${accountNameInWords}`);
  if (!isFields(entry)) throw new SettingError(`accounts: ${name} is no object`);
  const settings: Partial<Record<SettingName, string>> = {};
  for (const [key, value] of Object.entries(entry)) {
    if (!settingOf.has(key))
      throw new SettingError(`accounts: ${name}: no such setting: ${key}${didYouMean(key, [...settingOf.keys()])}`);
    if (!['string', 'number', 'boolean'].includes(typeof value))
      throw new SettingError(`accounts: ${name}: ${key} is no single value`);
    const setting = settingOf.get(key);
    if (setting) settings[setting] = setting === 'apiTokenFile' ? resolve(folder, String(value)) : String(value);
  }
  if (settings.apiTokenFile !== undefined && existsSync(settings.apiTokenFile))
    refuseReadableByOthers(`accounts: ${name}`, settings.apiTokenFile);
  const isSandbox = settings.sandbox === 'true';
  if (isSandbox === (settings.apiTokenFile !== undefined))
    throw new SettingError(
      `accounts: ${name}: ${isSandbox ? 'sandbox is true, so it has no token_file' : 'needs token_file, or "sandbox": true for an embedded platform of its own'}`,
    );
  return { name, isDefault: entry['default'] === true, settings };
}

/** Anyone who can change such a file decides which tokens are used, and so whose credits are spent. */
function refuseReadableByOthers(name: string, file: string): void {
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    throw new SettingError(`${name}: others can read ${file}; let only its owner read it: chmod 600 ${file}`);
}
