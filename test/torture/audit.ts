import assert from 'node:assert/strict';
import type { Entry } from '../../src/state/entry.ts';
import type { State } from '../../src/state/state.ts';
import { busiest } from '../support/bench.ts';
import type { Seen } from '../support/platform.ts';

/** The platform's book and ours. */
export interface Books {
  /** The platform's address, not the proxy's. */
  readonly platform: string;
  readonly token: string;
  readonly state: State;
  /** What the books are kept under, once the first process has looked up its team. */
  account(): Promise<string>;
  /** Credits. */
  readonly budget: number;
}

/** What every intent carries in its arguments, so that its requests and entries can be recognised. */
const marker = /torture-\d+/;

/** Credits that the platform has drawn, less what it has given back. */
export async function drawnBy(platform: string, token: string): Promise<number> {
  let sum = 0;
  for (let page = 1; ; page++) {
    const answer = await fetch(`${platform}/credits/history?per_page=100&page=${page}`, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    });
    const { data, meta } = (await answer.json()) as {
      data: { delta: number; endpoint: string }[];
      meta: { last_page: number };
    };
    for (const { delta, endpoint } of data) if (endpoint !== 'Opening top-up') sum -= delta;
    if (page >= meta.last_page) return sum;
  }
}

/** At any moment: whatever the platform has drawn is spent or held here, and all of it within the budget. */
export async function auditTotals(
  books: Books,
): Promise<{ drawn: number; spent: number; held: number; inDoubt: number }> {
  // In this order: a call is held before it is sent.
  const charges = await drawnBy(books.platform, books.token);
  const [usage] = await books.state.ledger.usage(await books.account(), [{ window: 'total', session: '' }]);
  assert.ok(usage);
  assert.deepEqual(await books.state.check(), [], 'the totals differ from the entries');
  const result = JSON.stringify({ drawn: charges, ...usage, budget: books.budget });
  assert.ok(charges <= usage.spent + usage.held, `the platform has drawn more than is known here: ${result}`);
  assert.ok(usage.spent + usage.held <= books.budget, `the budget is exceeded: ${result}`);
  return { drawn: charges, ...usage };
}

/** No minute has seen more requests than it may, whoever sent them. */
export function auditRate(arrivals: readonly Seen[], requestsPerMinute: number): void {
  const most = busiest(
    arrivals.map(({ at }) => at),
    60_000,
  );
  assert.ok(most <= requestsPerMinute, `${most} requests arrived within a minute`);
}

/** When nothing is under way: no job was started twice, none is forgotten. */
export function auditStarts(entries: readonly Entry[], accepted: ReadonlySet<Seen>): void {
  const started = counted([...accepted].filter(({ method }) => method === 'POST').map(({ path, body }) => path + body));
  const onRecord = counted(entries.filter(isCarriedOut).map((entry) => JSON.stringify(entry.arguments)));
  for (const [intent, starts] of started)
    assert.ok(
      starts <= (onRecord.get(intent) ?? 0),
      `${intent}: ${starts} starts at the platform, ${onRecord.get(intent) ?? 0} on record: ${JSON.stringify(entries.filter((entry) => intentOf(entry) === intent))}`,
    );
  for (const intent of new Set(entries.map(intentOf))) {
    const own = entries.filter((entry) => intentOf(entry) === intent).toSorted((a, b) => a.reservedAt - b.reservedAt);
    own.slice(1).forEach((entry, n) => {
      const before = own[n] as Entry;
      const isOver = before.state !== 'unknown' && before.endedAt !== null && before.endedAt <= entry.reservedAt;
      assert.ok(isOver, `${intent}: started again while ${before.id} was ${before.state}`);
    });
  }
}

/**
 * Whether the platform may have carried it out, as far as the ledger knows. A job that failed drew nothing: if the answer to its start was
 * lost, it counts as never started after an hour, and starting it again costs nothing.
 */
const isCarriedOut = (entry: Entry): boolean =>
  ['settled', 'due', 'in_doubt'].includes(entry.money) ||
  entry.state === 'unknown' ||
  entry.watch !== null ||
  (entry.confirmation === 'absent' && JSON.stringify(entry.arguments).includes('will fail'));

const intentOf = (entry: Entry): string => marker.exec(JSON.stringify(entry.arguments))?.[0] ?? entry.id;

function counted(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    const intent = marker.exec(text)?.[0];
    if (intent) counts.set(intent, (counts.get(intent) ?? 0) + 1);
  }
  return counts;
}
