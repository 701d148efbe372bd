import { Client } from 'pg';
import { expect, test } from 'vitest';
import { openState } from '../../../src/state/open-state.ts';
import { StateUnavailable } from '../../../src/state/sql/state-unavailable.ts';
import { bench, refusal } from '../../support/bench.ts';
import { inline } from '../../support/inline.ts';
import { relay } from '../../support/network/relay.ts';
import { article, emptyList, generate, projects, writeArticles } from '../../support/stories.ts';
import { asAdministrator } from '../../support/state/schemas.ts';
import { freshStore, openStore, preparedStore } from '../../support/state/store.ts';
import { request, reserved, total } from './requests.ts';
import { uniqueName } from '../../support/unique-name.ts';

const schemaOf = (location: string): string =>
  /search_path=(\w+)/.exec(new URL(location).searchParams.get('options') ?? '')?.[1] ?? '';

/** The location under a name that the server shows for each connection. */
const locationNamed = (location: string, name: string): string => {
  const address = new URL(location);
  address.searchParams.set('application_name', name);
  return address.href;
};

/** Ends connections as an administrator does; how many there were. */
const terminate = (name: string, where = 'true'): Promise<number> =>
  asAdministrator(async (client) => {
    const { rows } = await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND ${where}`,
      [name],
    );
    return rows.length;
  });

test('connections that an administrator ends are replaced within the call, and nothing is lost', async () => {
  await using store = await preparedStore();
  const name = uniqueName('ended');
  const state = await openState(locationNamed(store.location, name));
  for (let round = 1; round <= 5; round++) {
    await Promise.all([1, 2, 3, 4].map(() => reserved(state)));
    expect(await terminate(name)).toBeGreaterThanOrEqual(1);
    expect(await total(state)).toMatchObject({ spent: 0, held: 4 * round });
  }
  await state.close();
});

test('a transaction whose connection is ended half-way is carried out once', async () => {
  await using store = await preparedStore();
  const name = uniqueName('half-way');
  const state = await openState(locationNamed(store.location, name));
  const account = name;
  await asAdministrator(async (client) => {
    await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [account]);
    const answer = state.ledger.reserve(request({ account }));
    while ((await terminate(name, "wait_event = 'advisory'")) === 0);
    await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [account]);
    expect((await answer).kind).toBe('reserved');
  });
  expect(await state.ledger.list(account, { limit: 10 })).toHaveLength(1);
  await state.close();
});

test.each([
  ['begins, before it reaches the server', 'BEGIN', 'before'],
  ['begins, before the server answers', 'BEGIN', 'after'],
  ['writes, before it reaches the server', 'INSERT INTO entries', 'before'],
  ['writes, before the server answers', 'INSERT INTO entries', 'after'],
] as const)(
  'a transaction whose connection is lost as it %s, is carried out once on another',
  async (_, bytes, when) => {
    await using store = await preparedStore();
    await using line = await relay(store.location);
    const state = await openState(line.address);
    line.cutAt(bytes, when);
    expect((await state.ledger.reserve(request())).kind).toBe('reserved');
    expect(await state.ledger.list('a', { limit: 10 })).toHaveLength(1);
    await state.close();
  },
);

test.each([
  ['before it arrives', 'before', 0],
  ['before it is answered', 'after', 1],
] as const)('a commit whose connection is lost %s is an error, and at most held', async (_, when, entries) => {
  await using store = await preparedStore();
  await using line = await relay(store.location);
  const state = await openState(line.address);
  line.cutAt('COMMIT\0', when);
  await expect(state.ledger.reserve(request())).rejects.toBeInstanceOf(StateUnavailable);
  expect(await state.ledger.list('a', { limit: 10 })).toHaveLength(entries);
  await state.close();
});

test('a call during an outage is not sent, and the first one after it is', async () => {
  await using rig = await bench();
  await using line = await relay(rig.store.location);
  rig.platform.on('GET /projects', emptyList);
  writeArticles(rig.platform);
  const client = await rig.client({ state: await openStore(line.address, rig.clock) });
  await client.call(projects, {});
  const requestsBefore = rig.platform.seen.length;
  await line.cut();
  expect(await refusal(client.call(projects, {}))).toMatchObject({ code: 'unreachable', outcome: 'not_sent' });
  expect(await refusal(client.call(generate, article()))).toMatchObject({ code: 'unreachable', outcome: 'not_sent' });
  expect(rig.platform.seen).toHaveLength(requestsBefore);
  await line.mend();
  expect((await client.call(generate, article())).job?.state).toBe('completed');
});

test('a server that has too many clients is asked again until there is room', async () => {
  await using store = await freshStore();
  const role = uniqueName('limited').replaceAll(/\W/g, '_');
  const schema = schemaOf(store.location);
  await asAdministrator((client) =>
    client.query(`CREATE ROLE ${role} LOGIN CONNECTION LIMIT 3; GRANT ALL ON SCHEMA ${schema} TO ${role}`),
  );
  const address = new URL(store.location);
  address.username = role;
  const others = [1, 2, 3].map(() => new Client({ connectionString: address.href }));
  for (const other of others) await other.connect();
  await using line = await relay(address.href);
  const refusedOnce = line.ended();
  const opening = openState(line.address);
  await refusedOnce;
  await Promise.all(others.map((other) => other.end()));
  const state = await opening;
  expect((await state.ledger.reserve(request())).kind).toBe('reserved');
  await state.close();
  await asAdministrator((client) => client.query(`DROP OWNED BY ${role} CASCADE; DROP ROLE ${role}`));
});

test('a process that is stopped in the middle of a transaction does not keep others from the account', async ({
  onTestFinished,
}) => {
  await using store = await preparedStore();
  await using line = await relay(store.location);
  const other = await openState(store.location);
  const stalled = line.stallAt('INSERT INTO entries');
  // More calls than the pool has connections: some are in a transaction, some wait for a connection.
  const stopped = inline(
    `const state = await openState(args[0]);
     await Promise.all([1, 2, 3, 4, 5, 6].map(() => state.ledger.reserve(JSON.parse(args[1]))));`,
    line.address,
    JSON.stringify(request()),
  );
  onTestFinished(() => void stopped.child.kill('SIGKILL'));
  await stalled;
  stopped.child.kill('SIGSTOP');
  // Its transactions hold the lock of the account in turn, and no statement of others waits for longer than 10 s.
  await reserved(other);
  expect(await other.ledger.list('a', { limit: 10 })).toHaveLength(1);
  await other.close();
}, 60_000);

test('a server that takes connections and never answers costs each call a bounded time, keeps no connection, and no process alive', async () => {
  await using store = await preparedStore();
  await using line = await relay(store.location);
  const name = uniqueName('stalled');
  const state = await openState(locationNamed(line.address, name));
  await reserved(state);
  line.stall();
  // More calls than the pool has connections: some wait for one, and one is in the middle of a transaction.
  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5, 6].map(() => reserved(state)));
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({
      status: 'rejected',
      reason: { name: 'StateUnavailable', message: expect.stringContaining('does not answer') },
    });
  line.resume();
  await reserved(state);
  const connected = await asAdministrator(
    async (client) =>
      (await client.query('SELECT 1 FROM pg_stat_activity WHERE application_name = $1', [name])).rows.length,
  );
  expect(connected).toBeLessThanOrEqual(4);
  line.stall();
  const last = expect(reserved(state)).rejects.toBeInstanceOf(Error);
  await state.close();
  await last;
}, 120_000);
