import { isFields } from '../json/is-fields.ts';
import { createHash } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import type { BudgetLimit } from '../budget-limit.ts';
import { scopes } from '../scopes.ts';
import { didYouMean } from '../text/nearest.ts';
import { readBudget } from './parse-budget.ts';
import { readPrivateJson } from './private-json.ts';
import { checkToken, readSecretFile } from './secret-file.ts';
import { SettingError } from './setting-error.ts';
import type { Environment } from './settings.ts';

/** A program that signs in by itself, by the client credentials grant (RFC 6749, section 4.4). */
export interface Machine {
  /** Its client id. */
  readonly name: string;
  /** SHA-256 of its secret, in hex. */
  readonly secretHash: string;
  /** The platform token that it works with. A function, so that printing a Config never prints it. */
  readonly token: () => string;
  readonly tokenFile: string;
  readonly scopes: readonly string[];
  readonly budget: readonly BudgetLimit[];
}

const keys = ['secret_sha256', 'secret_env', 'token_file', 'scopes', 'budget'];

/** Characters that a secret needs at least, so that it cannot be guessed. */
const minSecret = 32;

/** Hexadecimal SHA-256 of a text. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * The programs of a file, in its order: `{"nightly": {"secret_env": "…", "token_file": "…", "scopes": ["read"]}, …}`. Files of
 * tokens are relative to it.
 *
 * @throws SettingError for a file that others can read, and for whatever is malformed or unknown in it
 */
export function readMachinesFile(file: string, env: Environment): readonly Machine[] {
  const example = '{"nightly": {"secret_env": "NIGHTLY_SECRET", "token_file": "nightly.token", "scopes": ["read"]}}';
  const entries = Object.entries(readPrivateJson('machines', file, example));
  if (entries.length === 0) throw new SettingError(`machines: ${file} names no machine`);
  return Object.freeze(entries.map(([name, entry]) => readEntry(name, entry, dirname(resolve(file)), env)));
}

function readEntry(name: string, entry: unknown, folder: string, env: Environment): Machine {
  if (!/^[A-Za-z\d][\w.-]{0,63}$/.test(name))
    throw new SettingError('machines: a name has 1 to 64 letters, digits and . _ -, and begins with a letter or digit');
  const fail = (message: string): never => {
    throw new SettingError(`machines: ${name}: ${message}`);
  };
  if (!isFields(entry)) return fail('is no object');
  const unknownKey = Object.keys(entry).find((key) => !keys.includes(key));
  if (unknownKey !== undefined) fail(`no such setting: ${unknownKey}${didYouMean(unknownKey, keys)}`);
  const { token_file: tokenFile, scopes: asked, budget } = entry;
  if (typeof tokenFile !== 'string') return fail('needs token_file, a file with the platform token that it works with');
  if (!isScopes(asked)) return fail(`scopes must be a list of ${scopes.join(', ')}`);
  if (budget !== undefined && typeof budget !== 'string') return fail('budget must be a text such as 20/day');
  const path = resolve(folder, tokenFile);
  const token = checkToken(`machines: ${name}`, readSecretFile(`machines: ${name}`, path));
  return Object.freeze({
    name,
    secretHash: secretHashOf(entry, env, fail),
    token: () => token,
    tokenFile: path,
    scopes: asked,
    budget: readBudget(budget).limits,
  });
}

const isScopes = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => (scopes as readonly unknown[]).includes(one));

/** The hash of a machine's secret. The file never contains the secret itself, so that a copy of it lets nobody in. */
function secretHashOf(
  { secret_sha256: hash, secret_env: variable }: Record<string, unknown>,
  env: Environment,
  fail: (message: string) => never,
): string {
  if ((hash === undefined) === (variable === undefined))
    return fail('needs either secret_sha256, the hash of its secret, or secret_env, the variable that holds it');
  if (hash !== undefined)
    return typeof hash === 'string' && /^[\da-f]{64}$/.test(hash)
      ? hash
      : fail('secret_sha256 must be the SHA-256 of its secret, 64 digits of lower case');
  const secret = typeof variable === 'string' ? env[variable]?.trim() : undefined;
  if (secret === undefined || secret.length < minSecret)
    return fail(`secret_env must name a variable of the environment with at least ${minSecret} characters`);
  return sha256(secret);
}
