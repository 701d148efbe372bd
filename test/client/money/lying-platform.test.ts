import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Client } from '../../../src/client/client.ts';
import { bench } from '../../support/bench.ts';
import { hangUp, json } from '../../support/platform.ts';
import { fleet } from '../../support/processes/processes.ts';
import { creditBook, type CreditBook, type Listing } from '../../support/state/credit-book.ts';
import { holds } from '../../support/state/holds.ts';
import { article, create, generate, writeArticles } from '../../support/stories.ts';
import { isThorough } from '../../support/thorough.ts';
import { isVisibilityError } from '../../../src/client/errors.ts';

/** What the platform does with one paid call, whatever it says elsewhere. */
interface Deed {
  /** Credits. */
  readonly draws: number;
  readonly answers: 'accepts' | 402 | 409 | 422 | 500 | 'cuts';
  /** What the row of its history refers to. */
  readonly reference: 'resource' | 'job' | 'transaction' | 'nothing';
  /** Milliseconds until the row is in the history; the balance falls at once. */
  readonly lateMs: number;
  /** Credits that the team buys before the answer. */
  readonly topsUp?: number;
}

interface LyingBook extends Pick<CreditBook, 'spend'> {
  /** Credits that the deeds have drawn. */
  readonly drawn: number;
  /** The most that one call drew beyond the 5 credits stated. */
  readonly excess: number;
}

/**
 * A platform on which `articles.generate`, stated at 5 credits, does these deeds in turn.
 *
 * @param isConcrete whether rows name the address with its identifiers
 */
function lyingPlatform(
  rig: Parameters<typeof creditBook>[0],
  deeds: readonly Deed[],
  { isConcrete = false, ...listing }: Partial<Listing> & { readonly isConcrete?: boolean } = {},
): LyingBook {
  const book = creditBook(rig, listing);
  let [calls, drawn, excess] = [0, 0, 0];
  writeArticles(rig.platform);
  rig.platform.on('POST /articles/#/generate', ({ route }) => {
    const n = calls++;
    const { draws, answers, reference, lateMs, topsUp = 0 } = deeds[n % deeds.length] as Deed;
    const references = {
      resource: Number(route.split('/')[2]),
      job: `job-${n}`,
      transaction: 9_000_000 + n,
      nothing: null,
    };
    const endpoint = isConcrete ? route : 'POST /articles/{id}/generate';
    if (draws > 0) book.spend(draws, endpoint, references[reference], lateMs);
    if (topsUp > 0) book.spend(-topsUp, 'Top-up');
    drawn += draws;
    excess = Math.max(excess, draws - 5);
    if (answers === 'cuts') return hangUp;
    if (answers === 'accepts') return json({ message: 'Queued.', job_id: `job-${n}` }, 202);
    return json({ message: 'Not now.', error: 'refused' }, answers);
  });
  return {
    get drawn() {
      return drawn;
    },
    get excess() {
      return excess;
    },
    spend: book.spend,
  };
}

/** Makes so many calls, each when the one before has ended; what the client throws is counted by its code. */
async function call(
  client: Client,
  ids: readonly number[],
  pause: () => Promise<void>,
): Promise<Record<string, number>> {
  const ends: Record<string, number> = {};
  for (const id of ids) {
    const code = await client.call(generate, article(id)).then(
      () => 'ok',
      (error: unknown) => {
        if (isVisibilityError(error)) return error.code;
        throw error;
      },
    );
    ends[code] = (ends[code] ?? 0) + 1;
    await pause();
  }
  return ends;
}

const ids = (count: number, from = 1): number[] => Array.from({ length: count }, (_, at) => from + at);

const deed = (maxDraw: number): fc.Arbitrary<Deed> =>
  fc
    .record({
      draws: fc.oneof(fc.constant(5), fc.constant(0), fc.integer({ min: 1, max: maxDraw })),
      answers: fc.constantFrom(
        'accepts' as const,
        'accepts' as const,
        422 as const,
        402 as const,
        500 as const,
        'cuts' as const,
      ),
      reference: fc.constantFrom('resource' as const, 'job' as const, 'transaction' as const, 'nothing' as const),
      lateMs: fc.constantFrom(0, 0, 20_000, 45_000),
      topsUp: fc.constantFrom(0, 0, 6, 1_000),
    })
    // Where neither balance nor history shows a charge, nobody can tell it.
    .map((one) => (one.lateMs === 0 && (one.answers === 422 || one.answers === 402) ? one : { ...one, topsUp: 0 }));

const listing = fc.record({
  order: fc.constantFrom('newest first' as const, 'oldest first' as const),
  pageSize: fc.constantFrom(3, 5, 100),
  isConcrete: fc.boolean(),
});

/** Each run makes some fifty requests over real sockets: about a third of a second. */
test.each([
  { clients: 1, maxDraw: 400, seed: 1, numRuns: isThorough ? 80 : 3 },
  { clients: 4, maxDraw: 50, seed: 2, numRuns: isThorough ? 50 : 2 },
])(
  'whatever the platform draws, answers and lists, $clients clients draw the budget and the excess of one call at most',
  ({ clients, maxDraw, seed, numRuns }) =>
    holds(
      fc.asyncProperty(
        fc.array(deed(maxDraw), { minLength: 3, maxLength: 12 }),
        listing,
        fc.integer({ min: 20, max: 300 }),
        fc.array(fc.constantFrom(0, 1_000, 31_000), { minLength: 3, maxLength: 5 }),
        async (deeds, listed, credits, pauses) => {
          await using rig = await bench();
          const book = lyingPlatform(rig, deeds, listed);
          const budget = [{ credits, window: 'day' as const }];
          const all = await Promise.all(Array.from({ length: clients }, () => rig.client({ budget, account: 'team' })));
          let steps = 0;
          const pause = async (): Promise<void> => {
            const ms = pauses[steps++ % pauses.length] as number;
            if (ms > 0) await rig.clock.sleep(ms);
          };
          const perClient = clients === 1 ? 16 : 6;
          await Promise.all(all.map((client, n) => call(client, ids(perClient, 100 * n + 1), pause)));
          expect(book.drawn).toBeLessThanOrEqual(credits + Math.max(0, book.excess));
          // The rows are there, and jobs that were lost can draw nothing more.
          await rig.clock.sleep(200_000);
          await (all[0] as Client).reconcile();
          expect((await (all[0] as Client).money()).totals).toEqual({ charged: book.drawn, reserved: 0, in_doubt: 0 });
        },
      ),
      { seed, numRuns },
    ),
  isThorough ? 1_800_000 : 180_000,
);

const always = (
  draws: number,
  answers: Deed['answers'],
  reference: Deed['reference'] = 'nothing',
  topsUp = 0,
): Deed[] => [{ draws, answers, reference, lateMs: 0, topsUp }];
const day = (credits: number) => [{ credits, window: 'day' as const }];
const atOnce = async (): Promise<void> => undefined;

test.each([
  { draws: 5, answers: 422 as const, drawn: 100 },
  { draws: 10, answers: 422 as const, drawn: 100 },
  { draws: 9, answers: 402 as const, drawn: 99 },
  { draws: 60, answers: 'accepts' as const, reference: 'transaction' as const, drawn: 120 },
  { draws: 50, answers: 'accepts' as const, reference: 'job' as const, drawn: 100 },
])(
  'a platform that draws $draws and answers $answers: $drawn of a budget of 100 are drawn, and credits says so',
  async ({ draws, answers, reference, drawn }) => {
    await using rig = await bench();
    const book = lyingPlatform(rig, always(draws, answers, reference));
    const client = await rig.client({ budget: day(100) });
    const ends = await call(client, ids(24), atOnce);
    expect(ends['budget_exceeded']).toBeGreaterThan(0);
    expect(book.drawn).toBe(drawn);
    const { totals, drift = [] } = await client.money();
    expect(totals).toEqual({ charged: drawn, reserved: 0, in_doubt: 0 });
    expect(drift.map(({ charged }) => charged)).toEqual(draws > 5 ? [drawn] : []);
  },
);

test('a refusal that draws nothing costs one look at the balance before the next call of any process, and no more', async () => {
  await using rig = await bench();
  lyingPlatform(rig, always(0, 422));
  const clients = await Promise.all([1, 2, 3, 4].map(() => rig.client({ budget: day(1_000), account: 'team' })));
  await call(clients[0] as Client, [1], atOnce);
  const seen = (): number[] => ['GET /credits', 'GET /credits/history'].map((route) => rig.platform.to(route).length);
  const [looks = 0, histories = 0] = seen();
  await Promise.all(clients.map((client, n) => call(client, ids(3, 10 * (n + 1)), atOnce)));
  expect(rig.platform.seen.filter(({ method }) => method === 'POST')).toHaveLength(13);
  expect(seen()).toEqual([looks + 12, histories]);
});

test('where neither history nor balance shows what a refused call drew, it still counts', async () => {
  await using rig = await bench();
  const book = lyingPlatform(rig, always(5, 422));
  rig.platform.on('GET /credits/history', json({ message: 'Not found.' }, 404));
  const client = await rig.client({ budget: day(20) });
  const ends = await call(client, ids(6), atOnce);
  expect(ends).toEqual({ platform_refused: 4, budget_in_flight: 2 });
  expect(book.drawn).toBe(20);
  expect((await client.money()).totals).toEqual({ charged: 0, reserved: 20, in_doubt: 20 });
  rig.platform.on('GET /credits', json({ message: 'Server Error' }, 503));
  expect((await call(client, [9], atOnce))['budget_exceeded']).toBeUndefined();
  expect(book.drawn).toBe(20);
});

test.each([
  { draws: 5, topsUp: 6 },
  { draws: 50, topsUp: 1_000 },
])('a refused call that drew $draws while $topsUp were bought counts as what it drew', async ({ draws, topsUp }) => {
  await using rig = await bench();
  const book = lyingPlatform(rig, always(draws, 422, 'nothing', topsUp));
  const client = await rig.client({ budget: day(100) });
  expect((await call(client, ids(24), atOnce))['budget_exceeded']).toBeGreaterThan(0);
  expect(book.drawn).toBe(100);
  expect((await client.money()).totals).toEqual({ charged: 100, reserved: 0, in_doubt: 0 });
});

test.each([
  { topUps: 'with each', refusals: always(0, 422, 'nothing', 1_000), hasHistory: true, inDoubt: 0 },
  {
    topUps: 'with one',
    refusals: [...always(0, 422, 'nothing', 1_000), ...Array.from({ length: 11 }, () => always(0, 422)).flat()],
    hasHistory: false,
    inDoubt: 5,
  },
])(
  'top-ups $topUps of 12 refusals that drew nothing stop no call (history: $hasHistory)',
  async ({ refusals, hasHistory, inDoubt }) => {
    await using rig = await bench();
    lyingPlatform(rig, refusals);
    if (!hasHistory) rig.platform.on('GET /credits/history', json({ message: 'Not found.' }, 404));
    const client = await rig.client({ budget: day(20) });
    expect(await call(client, ids(12), atOnce)).toEqual({ platform_refused: 12 });
    expect((await client.money()).totals).toEqual({ charged: 0, reserved: inDoubt, in_doubt: inDoubt });
    // The earlier spending is read once; without a history, it is asked for once per half a minute.
    expect(rig.platform.to('GET /credits/history').length).toBeLessThanOrEqual(hasHistory ? 14 : 4);
  },
);

test('what team-mates draw elsewhere stays theirs, and costs the budget nothing', async () => {
  await using rig = await bench();
  const book = lyingPlatform(rig, [...always(5, 422), ...always(5, 'accepts', 'resource')], {
    order: 'newest first',
    pageSize: 100,
    isConcrete: true,
  });
  const client = await rig.client({ budget: day(40) });
  const ends = await call(client, ids(10), async () => {
    book.spend(30, 'POST /articles/999/generate', 999);
    book.spend(20, 'POST /explorer');
  });
  expect(ends).toMatchObject({ platform_refused: 4, ok: 4 });
  expect(book.drawn).toBe(40);
  expect((await client.money()).totals).toEqual({ charged: 40, reserved: 0, in_doubt: 0 });
});

test('jobs that draw more at their end than is stated run one at a time once that shows', async () => {
  await using rig = await bench();
  const book = lyingPlatform(rig, always(0, 'accepts'));
  const underWay = new Set<number>();
  const besides: number[] = [];
  rig.platform.on('POST /projects/#/storylines', () => {
    const id = besides.push(underWay.size);
    underWay.add(id);
    return json({ storyline_id: id, status: 'generating' }, 202);
  });
  rig.platform.on('GET /storylines/#', (request) => {
    const id = Number(request.path.split('/')[2]);
    if (underWay.delete(id)) book.spend(50, 'POST /projects/{project}/storylines', id);
    return json({ data: { id, status: 'completed' } });
  });
  const clients = await Promise.all([1, 2, 3, 4].map(() => rig.client({ budget: day(1_000), account: 'team' })));
  await Promise.all(
    clients.map(async (client, n) => {
      for (const keyword of ['a', 'b', 'c']) await client.call(create, { project: 1, keyword: `${keyword} ${n}` });
    }),
  );
  expect(besides).toHaveLength(12);
  expect(besides.slice(4)).toEqual(Array.from({ length: 8 }, () => 0));
  expect((await (clients[0] as Client).money()).totals).toEqual({ charged: 600, reserved: 0, in_doubt: 0 });
});

test('a comparison that read before a call was charged does not take that charge back', async () => {
  await using rig = await bench();
  const held = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  let isFirst = false;
  const book = lyingPlatform(rig, always(50, 402, 'transaction'), {
    order: 'newest first',
    pageSize: 100,
    isConcrete: false,
    beforeSent: async () => {
      if (!isFirst) return;
      isFirst = false;
      asked.resolve();
      await held.promise;
    },
  });
  const [client, other] = await Promise.all([1, 2].map(() => rig.client({ budget: day(100), account: 'team' })));
  expect(await call(client as Client, [1], atOnce)).toEqual({ platform_refused: 1 });
  isFirst = true;
  const late = (other as Client).reconcile();
  await asked.promise;
  expect(await call(client as Client, [2, 3], atOnce)).toEqual({ platform_refused: 1, budget_exceeded: 1 });
  held.resolve();
  await late;
  expect(await call(client as Client, [4], atOnce)).toEqual({ budget_exceeded: 1 });
  expect(book.drawn).toBe(100);
  expect((await (client as Client).money()).totals).toEqual({ charged: 100, reserved: 0, in_doubt: 0 });
});

/** Real processes take their turns through the store alone. They are started and speak over sockets: some seconds. */
test.each([
  { draws: 50, answers: 402 as const },
  ...(isThorough
    ? [
        { draws: 5, answers: 422 as const },
        { draws: 500, answers: 'accepts' as const },
      ]
    : []),
])(
  'two processes on a platform that draws $draws and answers $answers draw the budget and the excess of one call',
  async ({ draws, answers }) => {
    await using rig = await fleet(20);
    const book = lyingPlatform(rig, always(draws, answers, 'transaction'));
    const processes = await Promise.all([1, 2].map(() => rig.process({ budget: day(100), requestsPerMinute: 6_000 })));
    await Promise.all(
      processes.map(async (process, n) => {
        for (const id of ids(8, 10 * n + 1))
          await process.call(generate.name, article(id)).catch((error: { code?: string }) => {
            if (!error.code) throw error;
          });
      }),
    );
    expect(book.drawn).toBeGreaterThan(0);
    expect(book.drawn).toBeLessThanOrEqual(100 + Math.max(0, book.excess));
    expect((await processes[0]?.money())?.totals.charged).toBe(book.drawn);
  },
);
