import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isFields } from '../../base/json/is-fields.ts';
import { SettingError } from '../../base/setting-error.ts';
import { didYouMean } from '../../base/text/nearest.ts';
import type { SettingName } from './settings.ts';
import { textOfBytes } from './text-of-bytes.ts';

/**
 * Only Latin letters, with umlauts and accents, since letters of other scripts look like them. No spaces at the ends: records are kept
 * under the exact name, and a name that is trimmed somewhere would be that of another account.
 */
const form = /^(?! )[\w\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f .@:-]{1,100}(?<! )$/;

/** The form of an account's name in words. */
export const accountNameInWords = '1 to 100 Latin letters, digits and . @ : _ -, with spaces only between them';

/** Whether a text can be the name of an account. */
export const isAccountName = (text: string): boolean => form.test(text);

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

/**
 * Reads the object in a JSON file that only its owner may read. Errors repeat nothing of its content: a file that was named by mistake may
 * contain secrets.
 *
 * @param name of the setting, for errors
 * @param example what the file may look like
 * @throws SettingError for a file that others can read, that holds no object, or an object with one name twice
 */
function readPrivateJson(name: string, file: string, example: string): Record<string, unknown> {
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
function refuseReadableByOthers(name: string, file: string): void {
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
