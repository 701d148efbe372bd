import { expect, test } from 'vitest';
import { bench, refusal, token } from '../../support/bench.ts';
import { json, tooMany } from '../../support/platform.ts';
import { article, batch, emptyList, generate, projects, writeArticles } from '../../support/stories.ts';

const queued = json({ batch_id: 1, status: 'queued' }, 202);
const urls = (n: number) => ({ urls: [`https://example.com/${n}`] });

test.each([
  ['seconds', () => '90'],
  ['an HTTP date', (now: number) => new Date(now + 90_000).toUTCString()],
])('Retry-After as %s is obeyed in full by everybody who shares the token', async (_, header) => {
  await using it = await bench();
  const refused = it.clock.now();
  const began = it.clock.steady();
  it.platform.on('GET /projects', tooMany(header(refused)), emptyList);
  const [first, second] = [await it.client(), await it.client()];
  const calls = [first.call(projects, {})];
  await it.platform.arrival('GET /projects');
  await it.clock.sleep(1_000);
  calls.push(second.call(projects, {}));
  await it.clock.sleep(40_000);
  calls.push((await it.client()).call(projects, {}));
  await Promise.all(calls);
  const [, ...later] = it.platform.seen.map(({ at }) => at - began);
  expect(later).toHaveLength(3);
  expect(Math.min(...later)).toBeGreaterThanOrEqual(90_000);
  expect(Math.max(...later)).toBeLessThan(92_000);
});

test('a caller that cannot wait as long is refused at once, with the time to wait', async () => {
  await using it = await bench();
  it.platform.on('GET /projects', tooMany('90'));
  const [client, other] = [await it.client(), await it.client()];
  const began = it.clock.steady();
  const refused = await refusal(client.call(projects, {}, { waitSeconds: 45 }));
  expect(refused).toMatchObject({ code: 'rate_limited', retryAfter: 90 });
  expect(await refusal(other.call(projects, {}, { waitSeconds: 45 }))).toMatchObject({
    code: 'rate_limited',
    outcome: 'not_sent',
    retryAfter: 90,
  });
  expect(it.clock.steady()).toBe(began);
  expect(it.platform.seen).toHaveLength(1);
});

test('a 429 that names no time is taken for a minute', async () => {
  await using it = await bench();
  it.platform.on('GET /projects', tooMany(), emptyList);
  await (await it.client()).call(projects, {});
  const [first = 0, second = 0] = it.platform.seen.map(({ at }) => at);
  expect(second - first).toBeGreaterThanOrEqual(60_000);
});

test.each(['0', 'Thu, 01 Jan 1970 00:00:00 GMT'])('a Retry-After of "%s" does not set off a volley', async (header) => {
  await using it = await bench();
  it.platform.on('GET /projects', tooMany(header));
  const refused = await refusal((await it.client()).call(projects, {}, { waitSeconds: 10 }));
  expect(refused.code).toBe('rate_limited');
  expect(it.platform.seen.length).toBeLessThanOrEqual(11);
});

test("an operation's own limit does not hold up other calls", async () => {
  await using it = await bench();
  it.platform.on('GET /projects', emptyList);
  it.platform.on('POST /grounding/batch', queued);
  it.platform.on('GET /grounding/batches/1', json({ batch_id: 1, status: 'processing' }));
  const client = await it.client();
  const began = it.clock.steady();
  for (let n = 0; n < 5; n++) await client.call(batch, urls(n), { waitSeconds: 1 });
  const sixth = client.call(batch, urls(6), { waitSeconds: 100 });
  await it.clock.sleep(1_000);
  await client.call(projects, {}, { waitSeconds: 0 });
  expect(it.platform.to('GET /projects')).toHaveLength(1);
  expect(it.platform.to('POST /grounding/batch')).toHaveLength(5);
  await it.platform.arrival('POST /grounding/batch', 6);
  expect(it.platform.to('POST /grounding/batch')[5]?.at).toBeGreaterThanOrEqual(began + 60_000);
  await sixth;
});

test('a call waiting for the limit of its operation does not count as ahead of other calls', async () => {
  await using it = await bench();
  it.platform.on('GET /projects', emptyList);
  it.platform.on('POST /grounding/batch', queued);
  const state = await it.state();
  const account = await state.accounts.key(it.platform.apiUrl, token);
  const own = { name: 'grounding.batch', requests: 5, per: 60_000 };
  for (let n = 0; n < 5; n++)
    await state.slots.take(account, { buckets: [own], deadline: 300_000, reservedForCalls: 0, ahead: 0 });
  const client = await it.client({ requestsPerMinute: 20 });
  const began = it.clock.steady();
  const leave = new AbortController();
  const batches = [1, 2, 3, 4, 5, 6].map((n) =>
    client.call(batch, urls(n), { waitSeconds: 500, signal: leave.signal }).catch(() => undefined),
  );
  // The rest of the rate is used up bit by bit.
  while (it.platform.seen.length < 20) {
    await it.clock.sleep(1_000);
    await client.call(projects, {});
  }
  await client.call(projects, {}, { waitSeconds: (began + 60_500 - it.clock.steady()) / 1000 });
  leave.abort();
  await Promise.all(batches);
  expect(it.platform.to('POST /grounding/batch')).toEqual([]);
});

test("a long Retry-After on an operation with a limit of its own is taken for that limit's", async () => {
  await using it = await bench();
  it.platform.on('GET /projects', emptyList);
  it.platform.on('POST /grounding/batch', tooMany('1800'));
  const client = await it.client();
  expect(await refusal(client.call(batch, urls(1), { waitSeconds: 45 }))).toMatchObject({
    code: 'rate_limited',
    retryAfter: 1800,
  });
  await client.call(projects, {}, { waitSeconds: 0 });
  expect(await refusal(client.call(batch, urls(2), { waitSeconds: 45 }))).toMatchObject({
    code: 'rate_limited',
    outcome: 'not_sent',
  });
  expect(it.platform.to('POST /grounding/batch')).toHaveLength(1);
});

test('a paid call that met a 429 is made once more after the wait, and paid once', async () => {
  await using it = await bench();
  writeArticles(it.platform);
  it.platform.on('POST /articles/#/generate', tooMany('20'), json({ message: 'Queued.' }, 202));
  const client = await it.client({ budget: [{ credits: 5, window: 'day' }] });
  const reply = await client.call(generate, article());
  expect(reply.job?.state).toBe('completed');
  const [first, second, ...more] = it.platform.to('POST /articles/1/generate');
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(20_000);
  expect(more).toEqual([]);
  expect((await client.money()).totals).toEqual({ charged: 5, reserved: 0, in_doubt: 0 });
});

test('a paid call that met a 429 and cannot wait holds nothing', async () => {
  await using it = await bench();
  writeArticles(it.platform);
  it.platform.on('POST /articles/#/generate', tooMany('90'));
  const client = await it.client();
  const refused = await refusal(client.call(generate, article(), { waitSeconds: 30 }));
  expect(refused).toMatchObject({ code: 'rate_limited', outcome: 'not_sent', retryAfter: 90 });
  expect((await client.money()).totals).toEqual({ charged: 0, reserved: 0, in_doubt: 0 });
});

test.each(['soon', '-5', '1e9', ''])(
  'a Retry-After of "%s", which says nothing, does not bring the next request at once',
  async (said) => {
    await using it = await bench();
    it.platform.on('GET /projects', tooMany(said));
    const client = await it.client();
    for (let n = 0; n < 2; n++)
      expect(await refusal(client.call(projects, {}, { waitSeconds: 1 }))).toMatchObject({ code: 'rate_limited' });
    expect(it.platform.to('GET /projects')).toHaveLength(1);
  },
);
