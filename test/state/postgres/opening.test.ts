import { expect, test } from 'vitest';
import { openState } from '../../../src/state/open-state.ts';
import { StateUnavailable } from '../../../src/state/sql/state-unavailable.ts';
import { inline } from '../../support/inline.ts';
import { runningJob } from '../../support/running-job.ts';
import { asAdministrator, postgresServer } from '../../support/state/schemas.ts';
import { freshStore } from '../../support/state/store.ts';

const schemaOf = (location: string): string =>
  /search_path=(\w+)/.exec(new URL(location).searchParams.get('options') ?? '')?.[1] ?? '';

/** Runs statements in the store, independently of the program. */
const meddle = (location: string, sql: string): Promise<void> =>
  asAdministrator(async (client) => void (await client.query(`SET search_path TO ${schemaOf(location)}; ${sql}`)));

test('what was written is there after a restart', async () => {
  await using store = await freshStore();
  const first = await openState(store.location);
  const account = await first.accounts.key('http://x', 't');
  const job = await runningJob(first, account, 1);
  await first.close();
  const second = await openState(store.location);
  expect(await second.accounts.key('http://x', 't')).toBe(account);
  expect(await second.ledger.find(account, job)).toMatchObject({ state: 'running', money: 'settled', charged: 5 });
  await second.close();
});

test('a command that makes no store opens the one that is there', async () => {
  await using store = await freshStore();
  const open = () => openState(store.location, undefined, { mustExist: true });
  await expect(open()).rejects.toThrow('no data in this database yet');
  await openState(store.location).then((state) => state.close());
  await expect(open().then((state) => state.close())).resolves.toBeUndefined();
});

test('a process continues while a later version adds a column', async () => {
  await using store = await freshStore();
  const state = await openState(store.location);
  const job = await runningJob(state, 'a', 1);
  for (let n = 0; n < 4; n++) expect(await state.ledger.find('a', job)).toMatchObject({ state: 'running' });
  await meddle(store.location, 'ALTER TABLE entries ADD COLUMN colour TEXT');
  expect(await state.ledger.find('a', job)).toMatchObject({ state: 'running' });
  expect(await state.ledger.record(job, { progress: 50 })).toMatchObject({ progress: 50 });
  await state.close();
});

test('a store of a newer version is refused as it is, and says what to do', async () => {
  await using store = await freshStore();
  await (await openState(store.location)).close();
  await meddle(store.location, "UPDATE meta SET value = '99' WHERE key = 'schema'");
  await expect(openState(store.location)).rejects.toThrow(/version 99.*newer program/);
  await expect(openState(store.location)).rejects.toBeInstanceOf(StateUnavailable);
  expect((await store.contents()).some((bytes) => bytes.includes('(schema,99)'))).toBe(true);
});

test('processes that open an empty database at once make one store', async () => {
  await using store = await freshStore();
  const program =
    "const state = await openState(args[0]); console.log(await state.accounts.key('http://x', 't')); await state.close();";
  const accounts = await Promise.all([1, 2, 3].map(() => inline(program, store.location).ended));
  expect(new Set(accounts).size).toBe(1);
  expect((await store.contents()).some((bytes) => bytes.includes('(schema,1)'))).toBe(true);
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
])('an address %s is refused, without its password', async (_, address) => {
  const error = await openState(address.replace('postgres@', 'postgres:hush-hush@')).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StateUnavailable);
  expect((error as Error).message).toMatch(/the state database cannot be used: ./);
  expect(String((error as Error).stack)).not.toContain('hush-hush');
});

test.each([
  'postgres://u:hush-hush@db.invalid/x',
  'postgres://192.0.2.7/x?sslmode=prefer',
  'postgres://localhost/x?host=db.invalid',
  'postgresql://[2001:db8::1]/x?sslmode=allow',
])('a database on another machine is not reached over an open line: %s', async (address) => {
  const error = await openState(address).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StateUnavailable);
  expect((error as Error).message).toMatch(/is another machine.*sslmode=verify-full/);
  expect((error as Error).message).not.toContain('hush-hush');
});

test('a process that has closed its store ends by itself', async () => {
  await using store = await freshStore();
  const program = `
    const state = await openState(args[0]);
    if (args[1] === 'used') await Promise.all([1, 2, 3, 4].map(() => state.ledger.list('a', { limit: 1 })));
    await state.close();
    console.log('closed');`;
  expect(await inline(program, store.location).ended).toBe('closed');
  expect(await inline(program, store.location, 'used').ended).toBe('closed');
});
