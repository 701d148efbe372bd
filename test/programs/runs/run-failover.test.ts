import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import {
  RunFailover,
  type RunAttempt,
  type RunFailoverParts,
  type RunQueue,
} from '../../../src/programs/queue/run-failover.ts';
import { virtualClock } from '../../support/clock/virtual-clock.ts';
import { budgetRefused } from '../../../src/client/refusals.ts';

const nothing = async (): Promise<undefined> => undefined;
/** A queue in which nothing is due. */
const emptyQueue: RunQueue<string> = {
  add: nothing,
  due: async () => [],
  done: nothing,
  later: nothing,
  close: nothing,
};

type Standing = Awaited<ReturnType<RunFailoverParts<string>['standing']>>;

/** The outcome for one run in the queue: `done`, or `later`. */
async function check(standing: Standing, attempt: RunAttempt | Error, ageMs: number) {
  const clock = virtualClock();
  const [ends, errors, taken]: [string[], unknown[], string[]] = [[], [], []];
  const failover = new RunFailover<string>({
    clock,
    open: async () => ({
      ...emptyQueue,
      due: async () => [{ id: '1', run: 'run_1', owner: 'ann', addedAt: clock.now() - ageMs }],
      done: async () => void ends.push('done'),
      later: async () => void ends.push('later'),
    }),
    standing: async () => standing,
    onError: (error) => void errors.push(error),
  });
  failover.begin(async (run, owner) => {
    taken.push(`${run} of ${owner}`);
    if (attempt instanceof Error) throw attempt;
    return attempt;
  });
  for (let turns = 0; turns < 50 && ends.length === 0; turns++) await turn();
  await failover.close();
  return { ends, errors: errors.map(String), taken };
}

const dead = { state: 'running', isLeased: false } as const;
const minutes = 60_000;

it.each<[string, Standing, RunAttempt | Error, number, string, boolean]>([
  ['has not begun', undefined, 'over', 10 * minutes, 'later', false],
  ['never began', undefined, 'over', 10 * minutes + 1, 'done', false],
  ['has ended', { state: 'completed', isLeased: false }, 'over', 0, 'done', false],
  ['is carried on', { state: 'running', isLeased: true }, 'over', 99 * minutes, 'later', false],
  ['is taken over', dead, 'later', 99 * minutes, 'later', true],
  ['can never be continued', dead, 'over', 0, 'done', true],
  ['is unknown to its caller now', dead, 'unknown', 0, 'later', true],
  ['was unknown to its caller for long', dead, 'unknown', 11 * minutes, 'done', true],
  ['cannot be taken over now', dead, new Error('no store'), 99 * minutes, 'later', true],
])('a run that %s', async (_, standing, attempt, ageMs, end, isTaken) => {
  const { ends, errors, taken } = await check(standing, attempt, ageMs);
  expect(ends[0]).toBe(end);
  expect(taken.slice(0, 1)).toEqual(isTaken ? ['run_1 of ann'] : []);
  expect(errors.slice(0, 1)).toEqual(attempt instanceof Error && isTaken ? ['Error: no store'] : []);
});

it('a queue that cannot be opened is reported, and opened again after 15 s', async () => {
  const clock = virtualClock();
  const [errors, added]: [string[], string[]] = [[], []];
  let isClosed = false;
  let attempts = 0;
  const failover = new RunFailover<string>({
    clock,
    open: async () => {
      if (++attempts <= 2) throw new Error('no database');
      return {
        ...emptyQueue,
        add: async (run, owner) => void added.push(`${run} of ${owner}`),
        close: async () => void (isClosed = true),
      };
    },
    standing: async () => dead,
    onError: (error) => void errors.push(String(error)),
  });
  await failover.add('run_1', 'ann');
  failover.begin(async () => 'later');
  await clock.advance(14_999);
  expect([attempts, errors, added]).toEqual([2, Array(2).fill('Error: no database'), []]);
  await clock.advance(1);
  await failover.add('run_2', 'bob');
  await failover.close();
  expect([attempts, added, isClosed]).toEqual([3, ['run_2 of bob'], true]);
});

it('a run that no budget has credits for is tried every two minutes, and not reported', async () => {
  const clock = virtualClock();
  const tried: number[] = [];
  const errors: unknown[] = [];
  const failover = new RunFailover<string>({
    clock,
    open: async () => ({
      ...emptyQueue,
      due: async () => [{ id: '1', run: 'run_1', owner: 'ann', addedAt: 0 }],
    }),
    standing: async () => dead,
    onError: (one) => void errors.push(one),
  });
  failover.begin(async () => {
    tried.push(clock.steady());
    throw budgetRefused('no credits', { passes: false, next: '', facts: {} });
  });
  await clock.advance(400_000);
  await failover.close();
  expect(tried.slice(1, 4).map((at, n) => (at - (tried[n] ?? 0)) / 1_000)).toEqual([120, 120, 120]);
  expect(errors).toEqual([]);
});
