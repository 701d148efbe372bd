import { Client } from 'pg';
import { expect, test } from 'vitest';
import { openState } from '../../../src/state/open-state.ts';
import { inline } from '../../support/inline.ts';
import { preparedStore } from '../../support/state/store.ts';
import { limit, request, reserved, total } from './requests.ts';

test.each(['read committed', 'repeatable read', 'serializable'])(
  'a limit holds over many connections, also where the server begins transactions as %s',
  async (level) => {
    await using store = await preparedStore();
    const address = new URL(store.location);
    address.searchParams.set(
      'options',
      `${address.searchParams.get('options')} -c default_transaction_isolation=${level.replace(' ', '\\ ')}`,
    );
    const states = await Promise.all([1, 2, 3, 4].map(() => openState(address.href)));
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => states[n % 4]?.ledger.reserve(request({ limits: limit(15) }))),
    );
    expect(answers.filter((answer) => answer?.kind === 'reserved')).toHaveLength(15);
    for (const state of states) await state.close();
  },
);

test('identical calls over many connections are one', async () => {
  await using store = await preparedStore();
  const states = await Promise.all([1, 2, 3, 4].map(() => openState(store.location)));
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, n) => states[n % 4]?.ledger.reserve(request({ fingerprint: 'f', again: false }))),
  );
  expect(answers.filter((answer) => answer?.kind === 'reserved')).toHaveLength(1);
  expect(answers.filter((answer) => answer?.kind === 'joined')).toHaveLength(39);
  for (const state of states) await state.close();
});

test('four processes take no slot and no credit more than there are', async () => {
  await using store = await preparedStore();
  const program = `
    const state = await openState(args[0]);
    const buckets = [{ name: 'token', requests: 60, per: 600000 }];
    let slots = 0, credits = 0;
    for (let n = 0; n < 10; n++) {
      const took = await Promise.all([1, 2, 3, 4].map(() => state.slots.take('a', { buckets, deadline: 0, reservedForCalls: 0, ahead: 0 })));
      slots += took.filter(({ kind }) => kind === 'taken').length;
      const held = await Promise.all([1, 2, 3, 4].map((m) => state.ledger.reserve({ ...JSON.parse(args[1]), fingerprint: args[2] + n + m })));
      credits += held.filter(({ kind }) => kind === 'reserved').length;
      // Sent: what a process has not sent is free again when it ends.
      for (const { kind, entry } of held) if (kind === 'reserved') await state.ledger.dispatch(entry.id, 600_000);
    }
    await state.close();
    console.log(JSON.stringify({ slots, credits }));`;
  const given = JSON.stringify(request({ limits: limit(70) }));
  const outputs = await Promise.all(
    ['w', 'x', 'y', 'z'].map((name) => inline(program, store.location, given, name).ended),
  );
  const sum = (what: 'slots' | 'credits'): number =>
    outputs.reduce((all, one) => all + (JSON.parse(one) as Record<typeof what, number>)[what], 0);
  expect({ slots: sum('slots'), credits: sum('credits') }).toEqual({ slots: 60, credits: 70 });
});

test('a charge that is written down while the sums are taken is in one of them', async () => {
  await using store = await preparedStore();
  const [writer, reader] = [await openState(store.location), await openState(store.location)];
  const ids: string[] = [];
  for (let n = 0; n < 75; n++) ids.push(await reserved(writer));
  let writing = true;
  const written = (async () => {
    for (const id of ids) await writer.ledger.record(id, { money: 'settled', charged: 1, state: 'completed' });
    writing = false;
  })();
  while (writing) {
    const { spent, held } = await total(reader);
    expect(spent + held).toBe(75);
  }
  await written;
  await writer.close();
  await reader.close();
});

test('a call that is refused while an older reading is compared is not released by it', async () => {
  await using store = await preparedStore();
  const [writer, reader] = [await openState(store.location), await openState(store.location)];
  const id = await reserved(writer);
  await writer.ledger.dispatch(id, 30_000);
  await reader.charges.markBalance('a', { balance: 100, readAt: 1 });
  const other = new Client({ connectionString: store.location });
  await other.connect();
  await other.query('BEGIN; SELECT * FROM balances FOR UPDATE');
  const comparing = reader.charges.compareBalance('a', { balance: 100, readAt: 2 }, { ended: 0, others: 0 });
  const waiting = 'SELECT pid FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))';
  await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1);
  await writer.ledger.record(id, { money: 'in_doubt', state: 'failed' });
  await other.query('COMMIT');
  expect(await comparing).toMatchObject({ unsettled: 0 });
  expect(await writer.ledger.find('a', id)).toMatchObject({ money: 'in_doubt' });
  await other.end();
  await writer.close();
  await reader.close();
});

test('a call that moves on while its twin is looked for is found', async () => {
  await using store = await preparedStore();
  const [writer, reader] = [await openState(store.location), await openState(store.location)];
  const first = await reader.ledger.reserve(request({ fingerprint: 'f' }));
  const id = first.kind === 'reserved' ? first.entry.id : '';
  let writing = true;
  const written = (async () => {
    for (let n = 0; n < 75; n++) await writer.ledger.record(id, { state: n % 2 ? 'unknown' : 'completed' });
    writing = false;
  })();
  while (writing)
    expect(await reader.ledger.reserve(request({ fingerprint: 'f', again: false }))).toMatchObject({
      kind: 'joined',
      entry: { id },
    });
  await written;
  await writer.close();
  await reader.close();
});

test('one slot is not given twice where it is given back all the time', async () => {
  await using store = await preparedStore();
  const states = await Promise.all([1, 2, 3].map(() => openState(store.location)));
  const one = { buckets: [{ name: 'token', requests: 1, per: 60_000 }], deadline: 0, reservedForCalls: 0, ahead: 0 };
  let holders = 0;
  await Promise.all(
    states.map(async (state) => {
      for (let n = 0; n < 30; n++) {
        const answer = await state.slots.take('a', one);
        if (answer.kind === 'full') {
          expect(answer.ms).toBeGreaterThan(0);
          continue;
        }
        expect(++holders).toBe(1);
        holders--;
        await state.slots.release(answer.id);
      }
    }),
  );
  for (const state of states) await state.close();
});
