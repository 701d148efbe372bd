import { isFields } from '../../base/json/is-fields.ts';
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { didYouMean } from '../../base/text/nearest.ts';
import { accountNameInWords, isAccountName } from './account-name.ts';
import { readPrivateJson, refuseReadableByOthers } from './private-json.ts';
import { SettingError } from '../../base/setting-error.ts';
import type { SettingName } from './settings.ts';

/** One account of the file, with its own settings as texts. */
export interface AccountEntry {
  readonly name: string;
  readonly isDefault: boolean;
  readonly settings: Readonly<Partial<Record<SettingName, string>>>;
}

/** The keys that an entry may have, and the settings that they stand for. */
const keys: Readonly<Record<string, { readonly setting?: SettingName; readonly type: 'text' | 'id' | 'yes' }>> = {
  token_file: { setting: 'apiTokenFile', type: 'text' },
  api_url: { setting: 'apiUrl', type: 'text' },
  budget: { setting: 'budget', type: 'text' },
  read_only: { setting: 'readOnly', type: 'yes' },
  project: { setting: 'project', type: 'id' },
  tracking_project: { setting: 'trackingProject', type: 'id' },
  sandbox: { setting: 'sandbox', type: 'yes' },
  default: { type: 'yes' },
};

/** Accounts at most: every tool lists their names. */
const maxAccounts = 100;

/**
 * The accounts of a file, in its order: `{"acme": {"token_file": "…"}, …}`. Files of tokens are relative to it.
 *
 * @throws SettingError for a file that others can read, and for anything malformed or unknown in it
 */
export function readAccountsFile(file: string): readonly AccountEntry[] {
  const example = '{"acme": {"token_file": "acme.token"}}';
  const entries = Object.entries(readPrivateJson('accounts', file, example)).map(([name, entry]) =>
    readEntry(name, entry, dirname(resolve(file))),
  );
  if (entries.length === 0) throw new SettingError(`accounts: ${file} names no account`);
  if (entries.length > maxAccounts) throw new SettingError(`accounts: at most ${maxAccounts} in one server`);
  const folded = entries.map(({ name }) => name.toLowerCase());
  const repeated = entries.find(({ name }, at) => folded.indexOf(name.toLowerCase()) !== at);
  if (repeated) throw new SettingError(`accounts: ${repeated.name} is there twice, but for capitals`);
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
    const reader = Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (!reader)
      throw new SettingError(`accounts: ${name}: no such setting: ${key}${didYouMean(key, Object.keys(keys))}`);
    const text = textOf(value, reader.type);
    if (text === undefined) throw new SettingError(`accounts: ${name}: ${key} must be ${inWords[reader.type]}`);
    if (reader.setting) settings[reader.setting] = key === 'token_file' ? resolve(folder, text) : text;
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

const inWords = { text: 'a text', id: 'a whole number', yes: 'true or false' } as const;

function textOf(value: unknown, type: keyof typeof inWords): string | undefined {
  if (type === 'text') return typeof value === 'string' && value.trim() !== '' ? value : undefined;
  if (type === 'yes') return typeof value === 'boolean' ? String(value) : undefined;
  return Number.isSafeInteger(value) ? String(value) : undefined;
}
