import { rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { EarlierSpending } from '../../../src/client/money/earlier-spending.ts';
import type { State } from '../../../src/state/state.ts';
import { type VirtualClock, virtualClock } from '../../support/clock/virtual-clock.ts';
import { bench, type Bench, refusal } from '../../support/bench.ts';
import { type Behaviour, hangUp, json } from '../../support/platform.ts';
import { article, generate, writeArticles } from '../../support/stories.ts';
import { engine, freshState } from '../../support/state/store.ts';
import { VisibilityError } from '../../../src/client/errors.ts';

const hour = 3_600_000;
const history = 'GET /credits/history';

interface Charge {
  /** Milliseconds before now. */
  readonly ago: number;
  readonly delta: number;
  readonly endpoint?: string;
}

/** The platform's history, newest row first. */
function tell(rig: Bench, charges: readonly Charge[]): void {
  const rows = charges.map(({ ago, delta, endpoint = 'POST /generate/image' }) => ({
    created_at: new Date(rig.clock.now() - ago).toISOString(),
    delta,
    endpoint,
    reference_id: null,
    balance_after: 0,
  }));
  rig.platform.on(history, (request) => {
    const page = Number(new URLSearchParams(request.path.split('?')[1]).get('page') ?? 1);
    const last = Math.max(1, Math.ceil(rows.length / 100));
    return json({
      data: rows.slice(100 * (page - 1), 100 * page),
      meta: { total: rows.length, current_page: page, per_page: 100, last_page: last },
    });
  });
}

const started = (rig: Bench): number => rig.platform.seen.filter(({ method }) => method === 'POST').length;

test('a new store counts what the team has spent in the windows, and asks for it before it pays', async () => {
  await using rig = await bench({ date: '2026-11-04T09:30:00Z' });
  writeArticles(rig.platform);
  tell(rig, [
    { ago: hour, delta: -40 },
    { ago: 2 * hour, delta: 500, endpoint: 'Top-up' },
    { ago: 3 * hour, delta: -7, endpoint: 'something new' },
    { ago: 30 * hour, delta: -1_000 },
  ]);
  const client = await rig.client({ account: 'label', budget: [{ credits: 55, window: 'day' }] });
  await client.call(generate, article(1));
  expect((await client.money()).limits).toMatchObject([{ limit: '55/day', spent: 52, left: 3 }]);
  expect(await refusal(client.call(generate, article(2)))).toMatchObject({
    code: 'budget_exceeded',
    facts: { spent: 52 },
  });
  const before = rig.platform.seen.slice(
    0,
    rig.platform.seen.findIndex(({ method }) => method === 'POST'),
  );
  expect(before.filter(({ route }) => route === history)).toHaveLength(1);
  expect(started(rig)).toBe(1);
});

test.each([
  ['-5', undefined],
  [null, 'unreadable'],
])(
  'an amount that is a text counts, and one that is missing keeps paid calls from being sent: %s',
  async (delta, code) => {
    await using rig = await bench({ date: '2026-11-04T09:30:00Z' });
    writeArticles(rig.platform);
    const row = { created_at: new Date(rig.clock.now() - hour).toISOString(), delta, endpoint: 'POST /generate/image' };
    rig.platform.on(history, json({ data: [row], meta: { total: 1, current_page: 1, per_page: 100, last_page: 1 } }));
    const client = await rig.client({ account: 'label', budget: [{ credits: 60, window: 'day' }] });
    const call = client.call(generate, article(1));
    if (code === undefined) {
      await call;
      expect((await client.money()).limits).toMatchObject([{ limit: '60/day', spent: 10 }]);
    } else expect(await refusal(call)).toMatchObject({ code, next: expect.stringContaining('--from-now') });
  },
);

test('a wider limit reads the history again, and counts nothing twice', async () => {
  await using rig = await bench({ date: '2026-11-04T09:30:00Z' });
  writeArticles(rig.platform);
  tell(rig, [
    { ago: hour, delta: -10 },
    { ago: 1_000 * hour, delta: -100 },
  ]);
  const first = await rig.client({ account: 'label', budget: [{ credits: 50, window: 'day' }] });
  await first.call(generate, article(1));
  // The call made from here is in the history by now.
  tell(rig, [
    { ago: -1_000, delta: -5, endpoint: 'POST /articles/{id}/generate' },
    { ago: hour, delta: -10 },
    { ago: 1_000 * hour, delta: -100 },
  ]);
  await rig.clock.sleep(10_000);
  const second = await rig.client({ account: 'label', budget: [{ credits: 200, window: 'total' }] });
  await second.call(generate, article(2));
  expect((await second.money()).limits).toMatchObject([{ limit: '200/total', spent: 120 }]);
});

test('a new team starts at nothing, and without a limit nobody asks', async () => {
  await using rig = await bench();
  writeArticles(rig.platform);
  tell(rig, [{ ago: hour, delta: 1_000, endpoint: 'Top-up' }]);
  const unlimited = await rig.client({ account: 'label' });
  await unlimited.call(generate, article(1));
  expect(rig.platform.to(history)).toEqual([]);
  const client = await rig.client({ account: 'other', budget: [{ credits: 5, window: 'total' }] });
  await client.call(generate, article(2));
  expect((await client.money()).limits).toMatchObject([{ limit: '5/total', spent: 5, left: 0 }]);
});

test.each<[string, 'unreachable' | 'unreadable', Behaviour]>([
  ['fails', 'unreachable', json({ message: 'Server Error' }, 500)],
  ['breaks off', 'unreachable', hangUp],
  // Whatever page is asked for: what is beyond these rows is not known.
  [
    'continues at a cursor',
    'unreadable',
    (_request, _response, clock) => {
      const row = {
        created_at: new Date(clock.now() - hour).toISOString(),
        delta: -1,
        endpoint: 'POST /generate/image',
      };
      return json({ data: [row], next_cursor: 'x' });
    },
  ],
])(
  'while the history %s, paid calls under a limit are refused as passing, and nothing is sent',
  async (_, code, behaviour) => {
    await using rig = await bench();
    writeArticles(rig.platform);
    rig.platform.on(history, behaviour);
    const client = await rig.client({ account: 'label', budget: [{ credits: 50, window: 'day' }] });
    expect(await refusal(client.call(generate, article(1)))).toMatchObject({
      code,
      outcome: 'not_sent',
      next: expect.stringContaining('Repeat the call later'),
    });
    expect((await client.money()).totals).toEqual({ charged: 0, reserved: 0, in_doubt: 0 });
    tell(rig, []);
    await client.call(generate, article(1));
    expect(started(rig)).toBe(1);
  },
);

test.runIf(engine === 'sqlite')('a store that was thrown away is no new budget', async () => {
  await using rig = await bench();
  writeArticles(rig.platform);
  tell(rig, []);
  const budget = [{ credits: 10, window: 'total' as const }];
  const client = await rig.client({ account: 'label', budget });
  await client.call(generate, article(1));
  await client.call(generate, article(2));
  tell(rig, [
    { ago: 0, delta: -5, endpoint: 'POST /articles/{id}/generate' },
    { ago: 0, delta: -5, endpoint: 'POST /articles/{id}/generate' },
  ]);
  for (const part of ['', '-wal', '-shm', '-dispatches']) await rm(rig.store.location + part);
  expect(await refusal(client.call(generate, article(3)))).toMatchObject({
    code: 'unreachable',
    message: expect.stringContaining('removed'),
  });
  const next = await rig.client({ account: 'label', budget });
  expect(await refusal(next.call(generate, article(3)))).toMatchObject({
    code: 'budget_exceeded',
    facts: { spent: 10 },
  });
  expect(started(rig)).toBe(2);
});

test.runIf(engine === 'sqlite')(
  'a store that has lost calls needs the history, or an operator who decides',
  async () => {
    await using rig = await bench();
    writeArticles(rig.platform);
    const budget = [{ credits: 10, window: 'total' as const }];
    const client = await rig.client({ account: 'label', budget });
    await client.call(generate, article(1));
    for (const part of ['', '-wal', '-shm']) await rm(rig.store.location + part);
    const next = await rig.client({ account: 'label', budget });
    expect(await refusal(next.call(generate, article(2)))).toMatchObject({
      code: 'budget_exceeded',
      next: expect.stringContaining('state rebuild --from-now'),
    });
    expect(started(rig)).toBe(1);
    expect((await next.rebuild('now')).start).toBe('waived');
    await next.call(generate, article(2));
    expect(started(rig)).toBe(2);
  },
);

test('a rebuild takes the history as it is now, and leaves out what calls on record drew', async () => {
  await using rig = await bench();
  writeArticles(rig.platform);
  tell(rig, [{ ago: hour, delta: -9 }]);
  const client = await rig.client({ account: 'label', budget: [{ credits: 500, window: 'total' }] });
  await client.call(generate, article(1));
  const own = { ago: -500, delta: -5, endpoint: '/api/v1/articles/1/generate' };
  tell(rig, [own, ...Array.from({ length: 150 }, (_, at) => ({ ago: hour + at, delta: -1 }))]);
  await rig.clock.sleep(1_000);
  expect(await client.rebuild('history')).toMatchObject({
    start: 'read',
    charges: 150,
    credits: 150,
  });
  expect((await client.money()).limits).toMatchObject([{ limit: '500/total', spent: 155 }]);
});

type Window = Parameters<EarlierSpending['ensure']>[0][number];
const windowOf = (window: Window['window']): Window => ({ window, session: 's' });

/** Earlier spending, read by one process: pages of a history, or an error. */
function spendingOf(state: State, clock: VirtualClock, read: () => Promise<unknown>) {
  const counts = { reads: 0 };
  const spending = new EarlierSpending({
    state,
    account: { key: 'a' },
    clock,
    read: (async () => (counts.reads++, read())) as never,
  });
  return { spending, counts };
}

test('of two first calls at once, the one under a wider limit does not take the shorter read for its own', async () => {
  const clock = virtualClock('2026-11-04T09:30:00Z');
  await using rig = await freshState(clock);
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const row = (created_at: string, delta: number) => ({ created_at, delta, endpoint: 'POST /generate/image' });
  const data = [row('2026-11-03T00:00:00Z', -10), row('2026-09-03T00:00:00Z', -900)];
  const { spending, counts } = spendingOf(rig.state, clock, async () => {
    begun.resolve();
    await held.promise;
    return { data, page: { last_page: 1 } };
  });
  const first = spending.ensure([windowOf('day')]);
  await begun.promise;
  const wider = [spending.ensure([windowOf('total')]), spending.ensure([windowOf('total')])];
  // They look at the store before they wait for the read.
  await rig.state.accounts.beginning('a');
  held.resolve();
  await Promise.all([first, ...wider]);
  expect(await rig.state.ledger.usage('a', [windowOf('total')])).toMatchObject([{ spent: 910 }]);
  expect(counts.reads).toBe(2);
});

test('a history of too many pages is left to an operator', async () => {
  const clock = virtualClock();
  await using rig = await freshState(clock);
  let page = 0;
  const read = async () => ({
    data: [{ created_at: new Date(clock.now() - page++).toISOString(), delta: -1, endpoint: '', reference_id: null }],
    page: { last_page: 50 },
  });
  const { spending } = spendingOf(rig.state, clock, read);
  expect(await refusal(spending.ensure([windowOf('day')]))).toMatchObject({
    code: 'unreadable',
    next: expect.stringContaining('visibility-mcp state rebuild.'),
  });
  expect(await rig.state.accounts.beginning('a')).toBeUndefined();
});

test('a history that is absent is none, one that fails is refused, and a defect of this program is neither', async () => {
  const clock = virtualClock();
  await using rig = await freshState(clock);
  const failing = (error: Error) =>
    spendingOf(rig.state, clock, async () => {
      throw error;
    }).spending;
  const down = new VisibilityError('unreachable', 'Not a.b.', { outcome: 'not_sent' });
  expect((await refusal(failing(down).ensure([windowOf('day')]))).message).toContain('(Not a.b). Nothing was sent.');
  await expect(failing(new TypeError('a bug')).ensure([windowOf('day')])).rejects.toThrow('a bug');
  const absent = new VisibilityError('not_found', 'No.', { outcome: 'rejected', status: 404 });
  expect(await failing(absent).rebuild()).toEqual({ start: 'none', since: 0, charges: 0, credits: 0 });
});

test('the history is read once for all processes, again for a wider window, and not for a session', async () => {
  const clock = virtualClock();
  await using it = await freshState(clock);
  const read = async () => ({ data: [], page: { last_page: 1 } });
  const one = spendingOf(it.state, clock, read);
  await one.spending.ensure([windowOf('session')]);
  expect(one.counts.reads).toBe(0);
  await one.spending.ensure([windowOf('day')]);
  await one.spending.ensure([windowOf('day')]);
  const another = spendingOf(it.state, clock, read);
  await another.spending.ensure([windowOf('day')]);
  expect([one.counts.reads, another.counts.reads]).toEqual([1, 0]);
  await one.spending.ensure([windowOf('total')]);
  expect(one.counts.reads).toBe(2);
});

test('what was drawn before the month began is not taken over for a limit of a day', async () => {
  const clock = virtualClock('2026-11-04T09:30:00Z');
  await using it = await freshState(clock);
  const row = (created_at: string, delta: number) => ({ created_at, delta, endpoint: 'POST /generate/image' });
  const data = [row('2026-11-01T00:00:00.000Z', -10), row('2026-10-31T23:59:59.999Z', -100)];
  const { spending } = spendingOf(it.state, clock, async () => ({ data, page: { last_page: 1 } }));
  await spending.ensure([windowOf('day')]);
  expect(await it.state.ledger.usage('a', [windowOf('total')])).toMatchObject([{ spent: 10 }]);
});
