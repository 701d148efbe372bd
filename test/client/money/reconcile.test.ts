import { expect, test } from 'vitest';
import { bench, refusal, type Bench } from '../../support/bench.ts';
import { hangUp, json } from '../../support/platform.ts';
import {
  article,
  chat,
  create,
  explore,
  generate,
  start,
  story,
  storyline,
  watched,
  writeArticles,
} from '../../support/stories.ts';

interface Booked {
  readonly delta: number;
  readonly endpoint: string;
  readonly reference_id?: number | null;
  /** Milliseconds after the bench's beginning. */
  readonly after?: number;
}

const began = Date.parse('2026-11-04T09:30:00Z');
const writing = 'POST /articles/{id}/generate';

/** The platform's history of charges, newest row first as it gives it, and the balance that it leads to. */
function book(it: Bench, ...rows: Booked[]): void {
  let balance_after = 100_000;
  const opening: Booked = { delta: balance_after, endpoint: 'Opening top-up', after: -30 * 86_400_000 };
  const data = [opening, ...rows].map(({ after = 1_000, reference_id = null, ...row }, index) => {
    if (index > 0) balance_after += row.delta;
    return { ...row, reference_id, created_at: new Date(began + after).toISOString(), balance_after };
  });
  it.platform.on(
    'GET /credits/history',
    json({ data: data.toReversed(), meta: { total: data.length, current_page: 1, per_page: 100, last_page: 1 } }),
  );
  it.platform.on('GET /credits', json({ data: { balance: balance_after, plan: 'scale' } }));
}

/** A start that leaves and is never answered. */
function lose(it: Bench, route: string): void {
  it.platform.on(route, hangUp);
}

test('a lost start that the platform has charged is settled, and its job taken up without paying again', async () => {
  await using it = await bench();
  const client = await it.client();
  writeArticles(it.platform);
  lose(it, 'POST /articles/#/generate');
  expect((await refusal(client.call(generate, article(1)))).code).toBe('outcome_unknown');
  book(it, { delta: -5, endpoint: writing, reference_id: 1 });
  expect(await client.reconcile()).toMatchObject([
    { operation: 'articles.generate', was: 'in_doubt', now: 'settled', charged: 5 },
  ]);
  const again = await client.call(generate, article(1));
  expect(again).toMatchObject({
    data: { id: 1, processing_status: 'ready' },
    job: { joined: true },
    credits: { charged: 5 },
  });
  expect(it.platform.to('POST /articles/1/generate')).toHaveLength(1);
  expect((await client.money()).totals).toEqual({ charged: 5, reserved: 0, in_doubt: 0 });
});

test('a job whose handle was lost with the answer is found by what the charge refers to', async () => {
  await using it = await bench();
  const client = await it.client();
  lose(it, start);
  it.platform.on(watched, storyline('completed'));
  await refusal(client.call(create, story));
  book(it, { delta: -5, endpoint: '/api/v1/projects/1/storylines', reference_id: 7 });
  expect(await client.reconcile()).toHaveLength(1);
  expect(await client.call(create, story)).toMatchObject({
    data: { id: 7, status: 'completed' },
    job: { joined: true },
  });
  expect(it.platform.to(start)).toHaveLength(1);
});

test('a lost start that is not in the book is released, but not before it would be there', async () => {
  await using it = await bench();
  const client = await it.client({ budget: [{ credits: 7, window: 'day' }] });
  lose(it, 'POST /articles/#/generate');
  await refusal(client.call(generate, article(1)));
  book(it, { delta: -3, endpoint: 'POST /articles/{id}/repurpose', reference_id: 1 });
  expect(await client.reconcile()).toEqual([]);
  expect((await client.money()).totals).toMatchObject({ reserved: 5, in_doubt: 5 });
  await it.clock.sleep(121_000);
  expect(await client.reconcile()).toMatchObject([{ now: 'released', charged: 0 }]);
  writeArticles(it.platform);
  expect(await client.call(generate, article(1))).toMatchObject({ data: { id: 1 } });
});

test('a job that is charged at its end is not released as long as it may still be charged', async () => {
  await using it = await bench();
  const client = await it.client();
  lose(it, start);
  await refusal(client.call(create, story));
  book(it);
  await it.clock.sleep(3_000_000);
  expect(await client.reconcile()).toEqual([]);
  await it.clock.sleep(700_000);
  expect(await client.reconcile()).toMatchObject([{ now: 'released' }]);
});

test('a book with an address that cannot be read releases nothing', async () => {
  await using it = await bench();
  const client = await it.client();
  lose(it, 'POST /articles/#/generate');
  await refusal(client.call(generate, article(1)));
  book(it, { delta: -5, endpoint: 'article generation' });
  await it.clock.sleep(600_000);
  expect(await client.reconcile()).toEqual([]);
  it.platform.on('GET /credits/history', json({ data: [{ what: 'ever' }] }));
  expect(await client.reconcile()).toEqual([]);
  expect((await client.money()).totals.in_doubt).toBe(5);
});

test('a charge counts for one call only', async () => {
  await using it = await bench();
  const client = await it.client();
  writeArticles(it.platform);
  await client.call(generate, article(1));
  lose(it, 'POST /articles/#/generate');
  await refusal(client.call(generate, article(1), { again: true }));
  book(it, { delta: -5, endpoint: writing, reference_id: 1 });
  await it.clock.sleep(121_000);
  expect(await client.reconcile()).toMatchObject([{ now: 'released' }]);
  expect((await client.money()).totals).toEqual({ charged: 5, reserved: 0, in_doubt: 0 });
});

test('a charge for another address, or from before the call, is not the call’s', async () => {
  await using it = await bench();
  const client = await it.client();
  lose(it, 'POST /articles/#/generate');
  await refusal(client.call(generate, article(1)));
  book(
    it,
    { delta: -5, endpoint: '/articles/3/generate', reference_id: 1 },
    { delta: -5, endpoint: writing, reference_id: 1, after: -600_000 },
  );
  expect(await client.reconcile()).toEqual([]);
});

test('a charge that refers to something unknown is the call’s until its own appears; the other one is then a team-mate’s', async () => {
  await using it = await bench();
  const client = await it.client();
  writeArticles(it.platform);
  await client.call(generate, article(2));
  lose(it, 'POST /articles/#/generate');
  await refusal(client.call(generate, article(1)));
  const own = { delta: -5, endpoint: writing, reference_id: 2 };
  const other = { delta: -40, endpoint: writing, reference_id: 9 };
  book(it, own, other);
  await client.reconcile();
  expect((await client.money()).totals).toEqual({ charged: 45, reserved: 0, in_doubt: 0 });
  book(it, own, other, { delta: -5, endpoint: writing, reference_id: 1, after: 2_000 });
  expect(await client.reconcile()).toMatchObject([{ charged: 5 }]);
  expect((await client.money()).totals).toEqual({ charged: 10, reserved: 0, in_doubt: 0 });
});

test('what a metered call drew is summed, and what was given back taken off', async () => {
  await using it = await bench();
  const client = await it.client();
  lose(it, 'POST /agentic/chat');
  await refusal(client.call(chat, { message: 'hello' }));
  book(
    it,
    { delta: -3, endpoint: 'POST /agentic/chat' },
    { delta: -4, endpoint: 'POST /agentic/chat', after: 2_000 },
    { delta: 100, endpoint: 'Opening top-up', after: 500 },
  );
  expect(await client.reconcile()).toMatchObject([{ now: 'settled', charged: 7 }]);
});

test('a call that only a doubt holds up clears it up first', async () => {
  await using it = await bench();
  const client = await it.client({ budget: [{ credits: 9, window: 'day' }] });
  lose(it, 'POST /articles/#/generate');
  await refusal(client.call(generate, article(1)));
  book(it);
  writeArticles(it.platform);
  expect((await refusal(client.call(generate, article(2)))).code).toBe('budget_in_flight');
  await it.clock.sleep(121_000);
  expect(await client.call(generate, article(2))).toMatchObject({ credits: { charged: 5 } });
  expect((await client.money()).totals).toEqual({ charged: 5, reserved: 0, in_doubt: 0 });
});

test('a bound that was posted is corrected to what was drawn, and to nothing where nothing was', async () => {
  await using it = await bench();
  const client = await it.client();
  it.platform.on('POST /explorer', json({ data: [] }));
  await client.call(explore, { body: { seed: 'a' } });
  await it.clock.sleep(2_000);
  await client.call(explore, { body: { seed: 'b' } });
  expect((await client.money()).totals.charged).toBe(100);
  book(it, { delta: -40, endpoint: 'POST /explorer' });
  expect(await client.reconcile()).toMatchObject([{ was: 'settled', now: 'settled', charged: 40 }]);
  await it.clock.sleep(121_000);
  expect(await client.reconcile()).toMatchObject([{ charged: 0 }]);
  expect((await client.money()).totals.charged).toBe(40);
  expect(await client.reconcile()).toEqual([]);
});

test('a charge is not lowered by the part of a history that repeats its first page', async () => {
  await using it = await bench();
  const client = await it.client();
  it.platform.on('POST /explorer', json({ data: [] }));
  await client.call(explore, { body: { seed: 'a' } });
  const half = { delta: -20, endpoint: 'POST /explorer', reference_id: null, balance_after: 99_940 };
  const data = [{ ...half, created_at: new Date(began + 1_000).toISOString() }];
  const page = (current_page: number) => ({ total: 2, current_page, per_page: 1, last_page: 2 });
  it.platform.on('GET /credits', json({ data: { balance: 99_940, plan: 'scale' } }));
  it.platform.on('GET /credits/history', json({ data, meta: page(1) }), json({ data, meta: page(2) }));
  expect(await client.reconcile()).toEqual([]);
  expect((await client.money()).totals.charged).toBe(50);
});
