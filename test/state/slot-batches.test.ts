import { expect, test } from 'vitest';
import type { Database, Steps } from '../../src/state/sql/database.ts';
import { sqlSlots } from '../../src/state/sql/sql-slots.ts';
import { SqliteDatabase } from '../../src/state/sqlite/database.ts';
import type { Bucket, Slots } from '../../src/state/slots.ts';
import { virtualClock, type VirtualClock } from '../support/clock/virtual-clock.ts';

const minute = 60_000;
const bucket = (requests: number, name = 'token'): Bucket => ({ name, requests, per: minute });

interface Stage {
  readonly slots: Slots;
  readonly clock: VirtualClock;
  take(account: string, one: Bucket): Promise<string>;
}

/** The same steps; each statement is noted, with the number of its values. */
function* noted<T>(steps: Steps<T>, notes: string[]): Steps<T> {
  let step = steps.next();
  for (; !step.done; step = steps.next(yield step.value)) {
    const { text, values } = step.value;
    notes.push(`${text.slice(0, text.indexOf(' '))} ${values.length}`);
  }
  return step.value;
}

/** Resolves with the transactions of the batch: the locks of each, and its statements. */
async function transactionsOf(
  batch: (stage: Stage) => readonly Promise<unknown>[],
  before?: (stage: Stage) => Promise<unknown>,
): Promise<readonly (readonly string[])[]> {
  const clock = virtualClock();
  const engine = new SqliteDatabase(':memory:', clock, 'NORMAL');
  await engine.prepare();
  const transactions: string[][] = [];
  const db: Database = {
    transaction(lock, steps) {
      const seen = typeof lock === 'string' ? [lock] : [...(lock ?? [])];
      transactions.push(seen);
      return engine.transaction(lock, (moment) => noted(steps(moment), seen));
    },
    backup: (file) => engine.backup(file),
    check: () => engine.check(),
    close: () => engine.close(),
  };
  const slots = sqlSlots(db);
  const take = async (account: string, one: Bucket): Promise<string> => {
    const answer = await slots.take(account, { buckets: [one], deadline: 30_000, reservedForCalls: 0, ahead: 0 });
    return answer.kind === 'taken' ? answer.id : 'none';
  };
  const stage = { slots, clock, take };
  await before?.(stage);
  transactions.length = 0;
  await Promise.all(batch(stage));
  await engine.close();
  return transactions;
}

// PostgreSQL knows no empty list, and a lock that nobody needs holds others up.
test.each<[what: string, transactions: readonly (readonly string[])[], ...Parameters<typeof transactionsOf>]>([
  [
    'what is answered is one statement, its list filled up to a power of two',
    [['UPDATE 5']],
    ({ slots }) => ['x', 'y', 'z'].map((id) => slots.markAnswered(id)),
  ],
  ['what is given back too', [['UPDATE 2']], ({ slots }) => ['x', 'y'].map((id) => slots.release(id))],
  [
    'slots of several accounts are taken under the locks of these, in order',
    [['a slots', 'b slots', 'UPDATE 2', 'UPDATE 1', 'SELECT 4', 'INSERT 10', 'INSERT 5']],
    ({ slots, take }) => [
      take('b', bucket(9)),
      slots.markAnswered('x'),
      take('a', bucket(9)),
      take('b', bucket(9)),
      slots.release('y'),
    ],
  ],
  [
    'a bucket that is full is cleared once, and what is free then is taken',
    [['a slots', 'SELECT 2', 'DELETE 3', 'INSERT 5', 'SELECT 4', 'SELECT 4', 'SELECT 4']],
    ({ take }) => [1, 2, 3, 4].map(() => take('a', bucket(2))),
    async ({ slots, take }) => {
      await slots.release(await take('a', bucket(2)));
      await take('a', bucket(2));
    },
  ],
  [
    'a bucket with room is not cleared',
    [['a slots', 'SELECT 2', 'INSERT 5']],
    ({ take }) => [take('a', bucket(2))],
    ({ take }) => take('a', bucket(2)),
  ],
  [
    'each of several accounts has its own slots',
    [
      [
        'a slots',
        'b slots',
        'c slots',
        'SELECT 8',
        ...Array.from({ length: 3 }, () => ['DELETE 3', 'SELECT 4']).flat(),
      ],
    ],
    ({ take }) => ['a', 'b', 'c'].map((account) => take(account, bucket(1))),
    async ({ take }) => {
      for (const account of ['a', 'b', 'c']) await take(account, bucket(1));
    },
  ],
  [
    'a bucket without a slot has none to clear',
    [['a slots', 'SELECT 2', 'INSERT 5', 'SELECT 4']],
    ({ take }) => [1, 2].map(() => take('a', bucket(1))),
  ],
  [
    'a bucket that cools down for an hour is only read',
    [['a slots', 'SELECT 2']],
    ({ take }) => [1, 2].map(() => take('a', bucket(2))),
    ({ slots }) => slots.coolDown('a', [bucket(2)], 60 * minute),
  ],
])('%s', async (_, expected, ...batch) => {
  expect(await transactionsOf(...batch)).toEqual(expected);
});
