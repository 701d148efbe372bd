import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig, type Flags } from '../../../src/app/config/config.ts';
import { oneAccount } from '../../../src/app/config/one-account.ts';
import { SettingError } from '../../../src/base/setting-error.ts';

const home = mkdtempSync(join(tmpdir(), 'accounts-'));
afterAll(() => rmSync(home, { recursive: true }));

const file = join(home, 'accounts.json');
for (const name of ['one', 'two']) writeFileSync(join(home, `${name}.token`), `token-${name}`, { mode: 0o600 });
writeFileSync(join(home, 'copy.token'), 'token-one\n', { mode: 0o600 });

const real = (token: string, more: object = {}) => ({
  token_file: `${token}.token`,
  api_url: 'https://a.example/api/v1',
  ...more,
});

function read(content: unknown, flags: Flags = {}, env: Record<string, string> = {}, mode = 0o600) {
  rmSync(file, { force: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content), { mode });
  return readConfig(flags, { HOME: home, VISIBILITY_ACCOUNTS: file, ...env }, 'linux');
}

const refusal = (...given: Parameters<typeof read>): string => {
  try {
    read(...given);
  } catch (error) {
    if (error instanceof SettingError) return error.message;
    throw error;
  }
  return 'accepted';
};

describe('the file of accounts', () => {
  it('gives each account its own settings, and those of the server for what it leaves out', () => {
    const { accounts } = read(
      {
        acme: real('one', { budget: '9/day', default: true }),
        'Müller 2': real('two', { read_only: true, project: 7 }),
      },
      { budget: '200/day' },
    );
    const [acme, mueller] = ['acme', 'Müller 2'].map((name) => accounts?.configs.get(name));
    expect(accounts).toMatchObject({ default: 'acme', chosen: undefined });
    expect(acme).toMatchObject({ account: 'acme', budget: [{ credits: 9 }], readOnly: false });
    expect(mueller).toMatchObject({
      account: 'Müller 2',
      budget: [{ credits: 200 }],
      readOnly: true,
      pins: { project: 7 },
    });
  });

  it('is about the account that is named, else the default, else none', () => {
    const two = (isDefault: boolean) => ({
      acme: real('one', { default: isDefault }),
      globex: real('two', { default: false }),
    });
    expect(oneAccount(read(two(true), { account: 'globex' })).account).toBe('globex');
    expect(oneAccount(read(two(true))).account).toBe('acme');
    expect(() => oneAccount(read(two(false)))).toThrow('--account with one of acme, globex');
  });

  it('lifts nothing that the server sets for all, and has a platform of its own for each embedded account', () => {
    const { accounts } = read(
      { acme: real('one', { read_only: false }), ACME2: { sandbox: true } },
      {},
      { VISIBILITY_READ_ONLY: 'true' },
    );
    const [acme, embedded] = ['acme', 'ACME2'].map((name) => accounts?.configs.get(name));
    expect([acme?.readOnly, acme?.platform.kind]).toEqual([true, 'remote']);
    expect(embedded?.platform).toMatchObject({ kind: 'sandbox', data: expect.stringMatching(/\.acme2\.db$/) });
  });

  it.each([
    ['names that differ in capitals', { acme: real('one'), ACME: real('two') }, /is there twice/],
    // Trimmed, as settings are, it would have the records of the other.
    ['a space at the end of a name', { acme: real('one'), 'acme ': real('two') }, /"acme " is no name/],
    ['a space before a name', { ' acme': real('one') }, /" acme" is no name/],
    ['no name', { '': real('one') }, /"" is no name/],
    ['a placeholder for a name', { '${user_config.name}': real('one') }, /is no name/],
    ['a name that turns the line', { 'a\u202Eb': real('one') }, /is no name/],
    ['a name of two lines', { 'a\nb': real('one') }, /is no name/],
    ['a name that looks like another', { acme: real('one'), '\u0430cme': real('two') }, /is no name/],
    ['a name that leads elsewhere', { '../acme': real('one') }, /is no name/],
    ['a long name', { ['a'.repeat(101)]: real('one') }, /is no name/],
    ['one token under two names', { acme: real('one'), globex: real('copy') }, /acme and globex have the same token/],
    ['two defaults', { acme: real('one', { default: true }), globex: real('two', { default: true }) }, /only one/],
    ['a token in the file', { acme: { token: 'secret' } }, /no such setting: token; did you mean token_file/],
    ['a list of tokens', { acme: { token_file: ['one.token'] } }, /token_file is no single value/],
    ['neither token nor sandbox', { acme: {} }, /needs token_file, or "sandbox": true/],
    ['a file that is not there', { acme: real('none') }, /acme: .*ENOENT/],
    ['a malformed budget', { acme: real('one', { budget: 'much' }) }, /acme: budget/],
    ['no account', {}, /names no account/],
    ['a list', [], /is no JSON object such as/],
    ['half a file', '{"acme": {"token_file": "one.to', /is no JSON object such as/],
  ])('is refused with %s', (_what, content, message) => {
    expect(refusal(content)).toMatch(message);
  });

  it('is refused if others can read it, with settings that it replaces, and where callers bring tokens', () => {
    const two = { acme: real('one'), globex: real('two') };
    expect(refusal(two, {}, {}, 0o640)).toMatch(/chmod 600/);
    expect(refusal(two, {}, { VISIBILITY_ACCOUNT: 'acme' })).toMatch(/--account NAME chooses one/);
    expect(refusal(two, {}, { VISIBILITY_API_TOKEN: 'x' })).toMatch(/the file names the tokens/);
    expect(refusal(two, { account: 'acne' })).toBe('account: there is no acne; there are acme, globex');
    for (const auth of ['platform', 'oauth'])
      expect(refusal(two, { auth, 'public-url': 'https://m.example' }, { VISIBILITY_SECRET: 's'.repeat(32) })).toMatch(
        /every caller brings an account of their own/,
      );
  });
});
