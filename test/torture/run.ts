import assert from 'node:assert/strict';
import type { Arguments } from '../../src/catalog/vocabulary/index.ts';
import { systemClock } from '../../src/base/clock.ts';
import { openState } from '../../src/state/open-state.ts';
import { settingsOf, speed, token } from './settings.ts';
import { fastClock } from '../support/clock/fast-clock.ts';
import { clientProcess, type ClientProcess } from '../support/processes/processes.ts';
import { preparedStore, type Engine } from '../support/state/store.ts';
import { auditRate, auditStarts, auditTotals, type Books } from './audit.ts';
import { lossyLine, type Fate } from './lossy-line.ts';
import { openPlatform } from './platform.ts';
import { randomOf } from '../support/random.ts';

export interface Torture {
  readonly engine: Engine;
  readonly rounds: number;
  readonly seed: number;
  readonly say?: (line: string) => void;
}

/** What happened; that nothing was wrong with it has been audited. */
export interface Endured {
  readonly calls: number;
  readonly kills: number;
  readonly requests: number;
  readonly entries: number;
  readonly drawn: number;
  readonly doubts: number;
  /** How calls ended, by code. */
  readonly ends: Readonly<Record<string, number>>;
}

const processes = 4;
const requestsPerMinute = 60;

/** Milliseconds of the fast clock. More than a reservation lasts that nobody uses, and than a silent sender is waited for. */
const soon = 20 * 60_000;

/** Milliseconds of the fast clock. More than it takes for a charge that is not in the platform's book to count as none. */
const later = 3 * 3_600_000;

interface Intent {
  readonly operation: string;
  readonly input: Arguments;
}

/** All of them cost 5: at the start, or on success, if it is one. */
const intents: readonly ((marker: string) => Intent)[] = [
  (marker) => ({ operation: 'storylines.create', input: { project: 1, keyword: marker } }),
  (marker) => ({ operation: 'storylines.create', input: { project: 1, keyword: `${marker} will fail` } }),
  (marker) => ({ operation: 'articles.generate_standalone', input: { body: { keyword: marker } } }),
  (marker) => ({ operation: 'images.generate', input: { body: { prompt: marker } } }),
];

/**
 * Four processes share a store and a budget. They call what they like, at once and the same things, over a line that
 * loses requests and answers, and are killed in the middle of it. All the while, and at the end, the books are audited.
 */
export async function torture({ engine, rounds, seed, say = () => undefined }: Torture): Promise<Endured> {
  const random = randomOf(seed);
  const origin = systemClock.steady();
  const clock = fastClock(speed, origin);
  await using store = await preparedStore(engine);
  await using platform = await openPlatform(clock);
  let isCalm = false;
  const fate = (method: string): Fate =>
    isCalm || !random.chance(method === 'POST' ? 0.15 : 0.03) ? 'passes' : random.pick(['lost before', 'lost after']);
  await using line = await lossyLine(platform.apiUrl, clock, fate);
  const state = await openState(store.location, clock);
  const budget = 50 + 20 * rounds;
  const access = await state.accounts.key(line.apiUrl, token);
  const account = async (): Promise<string> => (await state.accounts.find(access)) ?? access;
  const books: Books = { platform: platform.apiUrl, token, state, account, budget };
  const settings = settingsOf({ apiUrl: line.apiUrl, store: store.location, origin, requestsPerMinute }, budget);
  const alive: ClientProcess[] = await Promise.all(Array.from({ length: processes }, () => clientProcess(settings)));
  const ends: Record<string, number> = {};
  const knownIntents: Intent[] = [];
  let [calls, kills] = [0, 0];

  const call = (one: ClientProcess, { operation, input }: Intent, waitSeconds: number): void => {
    calls++;
    one.call(operation, input, { waitSeconds }).then(
      ({ job }) => count(job ? job.state : 'answered'),
      (error: { code?: string }) => count(error.code ?? 'killed'),
    );
  };
  const count = (end: string): void => void (ends[end] = (ends[end] ?? 0) + 1);
  /** In a new process, whose clock is ahead by `ms`. */
  const afterwards = async (ms: number, work: (one: ClientProcess) => Promise<void>): Promise<void> => {
    const one = await clientProcess({ ...settings, origin: origin - ms / speed });
    await work(one).finally(() => one.end());
  };
  const fresh = (): Intent => {
    const intent = random.pick(intents)(`torture-${knownIntents.length + 1}`);
    knownIntents.push(intent);
    return intent;
  };

  try {
    // On a slow machine processes may be killed before anything of theirs has arrived: then there are more rounds.
    for (let [round, drawn] = [1, 0]; round <= rounds || (drawn === 0 && round <= 10 * rounds); round++) {
      for (let n = 2 + random.below(5); n > 0; n--) {
        const intent =
          knownIntents.length > 0 && random.chance(0.3)
            ? random.pick(knownIntents)
            : random.chance(0.25)
              ? { operation: 'projects.list', input: {} }
              : fresh();
        // Some ask for the same thing at the same time.
        const callers = random.chance(0.4) ? alive.slice(0, 1 + random.below(processes)) : [random.pick(alive)];
        for (const one of callers) call(one, intent, random.pick([0, 5, 60, 300]));
      }
      // Now and then more than the rate allows.
      if (random.chance(0.15))
        for (let n = 0; n < 70; n++) call(random.pick(alive), { operation: 'projects.list', input: {} }, 60);
      for (let n = random.below(4); n > 0; n--) await Promise.race([line.next(), systemClock.sleep(300)]);
      await systemClock.sleep(random.below(500));
      for (let n = 1 + random.below(2); n > 0; n--) {
        const which = random.below(processes);
        await alive[which]?.kill();
        kills++;
        alive[which] = await clientProcess(settings);
      }
      const totals = await auditTotals(books);
      drawn = totals.drawn;
      const { spent, held, inDoubt } = totals;
      say(
        `round ${round}: ${calls} calls, ${kills} kills, ${drawn} credits drawn, ${spent} spent, ${held} held, ${inDoubt} of them in doubt`,
      );
    }
    isCalm = true;
    for (const one of alive) await one.kill();
    const arrivals = [...line.arrivals];
    await afterwards(soon, (one) => settle(books, one));
    const entries = await state.ledger.list(await account(), { limit: 100_000 });
    auditRate(arrivals, requestsPerMinute);
    auditStarts(entries, line.accepted);
    const before = await auditTotals(books);
    assert.ok(
      before.spent <= before.drawn,
      `more is spent here than the platform has drawn: ${JSON.stringify(before)}`,
    );
    assert.equal(before.held, before.inDoubt, 'something is held that is not in doubt');
    const requests = line.arrivals.length;
    const doubts = entries.filter(({ money }) => money === 'in_doubt').length;
    await afterwards(later, (one) => reconcile(books, one));
    say(`settled: ${JSON.stringify({ requests, entries: entries.length, drawn: before.drawn, doubts, ends })}`);
    return { calls, kills, requests, entries: entries.length, drawn: before.drawn, doubts, ends };
  } finally {
    for (const one of alive) await one.end();
    await state.close();
  }
}

/** Waits until every job has ended and every sender that was killed is taken for dead. */
async function settle({ state, account }: Books, one: ClientProcess): Promise<void> {
  for (;;) {
    const open = await state.ledger.list(await account(), {
      states: ['starting', 'running', 'needs_you'],
      limit: 1_000,
    });
    if (open.length === 0) return;
    await Promise.all(open.map(({ id }) => one.wait(id, { waitSeconds: 300 }).catch(() => undefined)));
  }
}

/** What is in doubt is laid beside the platform's book; then both are equal to the credit. */
async function reconcile(books: Books, one: ClientProcess): Promise<void> {
  await one.reconcile();
  const { drawn, spent, held } = await auditTotals(books);
  assert.deepEqual({ spent, held }, { spent: drawn, held: 0 }, 'after reconciliation the books differ');
}
