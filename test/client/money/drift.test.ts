import { expect, test } from 'vitest';
import type { Client } from '../../../src/client/client.ts';
import { bench, refusal, type Bench } from '../../support/bench.ts';
import { creditBook, drawnAndLost, type CreditBook } from '../../support/state/credit-book.ts';
import { json } from '../../support/platform.ts';
import { article, generate, writeArticles } from '../../support/stories.ts';
import { isVisibilityError } from '../../../src/client/errors.ts';

const minute = 60_000;

/** Articles with this real cost, at any stated price. */
function articlesFor(rig: Bench, book: CreditBook, credits: number): void {
  writeArticles(rig.platform);
  rig.platform.on('POST /articles/#/generate', book.draws(credits, json({ message: 'Queued.' }, 202)));
}

/** Writes articles until a call is refused; gives the refusal. */
async function writeUntilRefused(
  client: Client,
  from = 1,
): Promise<{ code: string; message: string; next?: string | undefined }> {
  for (let id = from; id < from + 40; id++) {
    try {
      await client.call(generate, article(id));
    } catch (error) {
      if (isVisibilityError(error)) return error;
      throw error;
    }
  }
  throw new Error('no call was refused');
}

test('a history that lags takes no charge back: a budget of 50 holds', async () => {
  await using rig = await bench();
  const book = creditBook(rig, { lag: 20 * minute });
  articlesFor(rig, book, 5);
  const client = await rig.client({ budget: [{ credits: 50, window: 'day' }] });
  for (let id = 1; id <= 5; id++) await client.call(generate, article(id));
  rig.platform.on('POST /articles/#/generate', drawnAndLost(book, 5));
  await refusal(client.call(generate, article(6)));
  await rig.clock.sleep(3 * minute);
  expect((await client.money()).totals).toEqual({ charged: 25, reserved: 5, in_doubt: 5 });
  expect(await client.reconcile()).toEqual([]);
  articlesFor(rig, book, 5);
  await writeUntilRefused(client, 7);
  expect(book.drawn).toBe(50);
  await rig.clock.sleep(30 * minute);
  expect(await client.reconcile()).toMatchObject([{ was: 'in_doubt', now: 'settled', charged: 5 }]);
  expect((await client.money()).totals).toEqual({ charged: 50, reserved: 0, in_doubt: 0 });
});

test('a charge above its estimate is posted in full and shown', async () => {
  await using rig = await bench();
  const book = creditBook(rig);
  articlesFor(rig, book, 50);
  const client = await rig.client();
  await client.call(generate, article(1));
  await rig.clock.sleep(minute);
  const money = await client.money();
  expect(money).toMatchObject({
    totals: { charged: 50 },
    renews_at: '2026-12-01T00:00:00.000Z',
    drift: [{ operation: 'articles.generate', calls: 1, estimated: 5, charged: 50 }],
  });
  expect(money.unconfirmed).toBeUndefined();
});

test('until a charge has been looked up, credits says so; any process can look it up', async () => {
  await using rig = await bench();
  const book = creditBook(rig, { lag: 5 * minute });
  articlesFor(rig, book, 5);
  const first = await rig.client();
  await first.call(generate, article(1));
  expect((await first.money()).unconfirmed).toEqual({ charges: 1, credits: 5 });
  await first.close();
  book.lag = 0;
  expect((await (await rig.client()).money()).unconfirmed).toBeUndefined();
});

test.each([
  ['has no history', (rig: Bench) => rig.platform.on('GET /credits/history', json({ message: 'Not found.' }, 404))],
  ['has a history that lags', () => undefined],
])('paid calls stop where the balance falls for no known reason and the platform %s', async (_, spoil) => {
  await using rig = await bench();
  const book = creditBook(rig, { lag: 60 * minute });
  spoil(rig);
  articlesFor(rig, book, 50);
  const client = await rig.client({ budget: [{ credits: 1_000, window: 'total' }] });
  const refused = await writeUntilRefused(client);
  expect(refused).toMatchObject({ code: 'budget_exceeded', facts: { unexplained: 45, tolerance: 10 } });
  expect(refused.next).toContain('credits accept');
  expect(book.drawn).toBe(50);
  // Another process has the same reason to stop.
  const other = await rig.client({ budget: [{ credits: 1_000, window: 'total' }] });
  expect(await refusal(other.call(generate, article(50)))).toMatchObject({ code: 'budget_exceeded' });
  await other.acceptBalance();
  await other.call(generate, article(51));
  expect(book.drawn).toBe(100);
});
