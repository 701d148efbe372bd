import { expect, test } from 'vitest';
import { createSurface } from '../../src/app/create-surface.ts';
import { severalSurface, type ServedAccount } from '../../src/app/several-surface.ts';
import { readConfig } from '../../src/app/config/config.ts';
import { AccountChoice } from '../../src/tools/accounts/account-choice.ts';
import { fakeClient } from '../tools/fake-client.ts';

const terms = { toolsets: [], readOnly: false, maxWaitSeconds: 45, runs: undefined } as const;

function account(name: string, sandbox: boolean): ServedAccount {
  const client = fakeClient();
  const surface = async () => createSurface(client, terms, { sandbox, redact: (shown) => shown });
  return { name, client, surface, holds: async () => false } as unknown as ServedAccount;
}

test.each([
  [[true, true], true],
  [[true, false], false],
  [[false, false], false],
])('what is about no account is of the embedded platform where all accounts are: %j', async (embedded, sandbox) => {
  const accounts = embedded.map((is, n) => account(`a${n}`, is));
  const choice = new AccountChoice(accounts, undefined);
  expect((await severalSurface(readConfig({}, {}), choice, { ...terms, pins: undefined })).exit.sandbox).toBe(sandbox);
});
