import { expect, test } from 'vitest';
import { openState } from '../../../src/state/open-state.ts';
import { version } from '../../../src/state/schema.ts';
import { StateUnavailable } from '../../../src/state/state-unavailable.ts';
import { inline } from '../../support/inline.ts';
import { runningJob } from '../../support/running-job.ts';
import { asAdministrator, freshStore, postgresServer } from '../../support/store.ts';

const schemaOf = (location: string): string => /search_path=(\w+)/.exec(new URL(location).searchParams.get('options') ?? '')?.[1] ?? '';

/** Carries statements out in the store, beside the program. */
const meddle = (location: string, sql: string): Promise<void> =>
  asAdministrator(async (client) => void (await client.query(`SET search_path TO ${schemaOf(location)}; ${sql}`)));

test('what was written is there after a restart', async () => {
  await using store = await freshStore();
  const first = await openState(store.location);
  const account = await first.account('http://x', 't');
  const job = await runningJob(first, account, 1);
  await first.close();
  const second = await openState(store.location);
  expect(await second.account('http://x', 't')).toBe(account);
  expect(await second.find(account, job)).toMatchObject({ state: 'running', money: 'settled', charged: 5 });
  await second.close();
});

test('a store of an older version is brought up to date with what is in it', async () => {
  await using store = await freshStore();
  const first = await openState(store.location);
  const job = await runningJob(first, 'a', 1);
  await first.close();
  await meddle(
    store.location,
    `ALTER TABLE entries DROP COLUMN denials; DROP INDEX entries_money;
     CREATE INDEX entries_open ON entries (account); UPDATE meta SET value = '1' WHERE key = 'version'`,
  );
  const second = await openState(store.location);
  expect(await second.find('a', job)).toMatchObject({ state: 'running', denials: 0 });
  await second.close();
  await expect(openState(store.location).then((state) => state.close())).resolves.toBeUndefined();
});

test('a process goes on while a later version adds a column', async () => {
  await using store = await freshStore();
  const state = await openState(store.location);
  const job = await runningJob(state, 'a', 1);
  for (let n = 0; n < 4; n++) expect(await state.find('a', job)).toMatchObject({ state: 'running' });
  await meddle(store.location, 'ALTER TABLE entries ADD COLUMN colour TEXT');
  expect(await state.find('a', job)).toMatchObject({ state: 'running' });
  expect(await state.record(job, { progress: 50 })).toMatchObject({ progress: 50 });
  await state.close();
});

test('a store of a newer version is refused as it is, and says what to do', async () => {
  await using store = await freshStore();
  await (await openState(store.location)).close();
  await meddle(store.location, "UPDATE meta SET value = '99' WHERE key = 'version'");
  await expect(openState(store.location)).rejects.toThrow(/version 99.*newer program/);
  await expect(openState(store.location)).rejects.toBeInstanceOf(StateUnavailable);
  expect((await store.contents()).some((bytes) => bytes.includes('(version,99)'))).toBe(true);
});

test('processes that open an empty database at once make one store', async () => {
  await using store = await freshStore();
  const program = "const state = await openState(args[0]); console.log(await state.account('http://x', 't')); await state.close();";
  const accounts = await Promise.all([1, 2, 3].map(() => inline(program, store.location).ended));
  expect(new Set(accounts).size).toBe(1);
  expect((await store.contents()).some((bytes) => bytes.includes(`(version,${version})`))).toBe(true);
});

const elsewhere = (change: (address: URL) => void): string => {
  const address = new URL(postgresServer);
  change(address);
  return address.href;
};

test.each([
  ['that nobody listens at', elsewhere((address) => (address.port = '1'))],
  ['of a database that is not there', elsewhere((address) => (address.pathname = '/nowhere'))],
  ['of somebody who may not come in', elsewhere((address) => (address.username = 'nobody-at-all'))],
  ['that makes no sense', 'postgres://user:hush-hush@host:port/x'],
])('an address %s is refused, and no password told', async (_, address) => {
  const error = await openState(address.replace('postgres@', 'postgres:hush-hush@')).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StateUnavailable);
  expect((error as Error).message).toMatch(/the state database cannot be used: ./);
  expect(String((error as Error).stack)).not.toContain('hush-hush');
});

test('a process that has closed its store ends by itself', async () => {
  await using store = await freshStore();
  const program = `
    const state = await openState(args[0]);
    if (args[1] === 'used') await Promise.all([1, 2, 3, 4].map(() => state.list('a', { limit: 1 })));
    await state.close();
    console.log('closed');`;
  expect(await inline(program, store.location).ended).toBe('closed');
  expect(await inline(program, store.location, 'used').ended).toBe('closed');
});
