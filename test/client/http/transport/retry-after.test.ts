import { expect, test } from 'vitest';
import { bench, refusal } from '../../../support/bench.ts';
import { json, tooMany } from '../../../support/platform.ts';
import { article, emptyList, generate, projects, writeArticles } from '../../../support/stories.ts';

test.each([
  ['seconds', () => '90'],
  ['an HTTP date', (now: number) => new Date(now + 90_000).toUTCString()],
])('Retry-After as %s is obeyed in full by everybody who shares the token', async (_, header) => {
  await using rig = await bench();
  const refused = rig.clock.now();
  const began = rig.clock.steady();
  const date = new Date(refused).toUTCString();
  rig.platform.on('GET /projects', tooMany(header(refused), date), emptyList);
  const [first, second] = [await rig.client(), await rig.client()];
  const calls = [first.call(projects, {})];
  await rig.platform.arrival('GET /projects');
  await rig.clock.sleep(1_000);
  calls.push(second.call(projects, {}));
  await rig.clock.sleep(40_000);
  calls.push((await rig.client()).call(projects, {}));
  await Promise.all(calls);
  const [, ...later] = rig.platform.seen.map(({ at }) => at - began);
  expect(later).toHaveLength(3);
  expect(Math.min(...later)).toBeGreaterThanOrEqual(90_000);
  expect(Math.max(...later)).toBeLessThan(92_000);
});

test('a paid call that met a 429 is made once more after the wait, and paid once', async () => {
  await using rig = await bench();
  writeArticles(rig.platform);
  rig.platform.on('POST /articles/#/generate', tooMany('20'), json({ message: 'Queued.' }, 202));
  const client = await rig.client({ budget: [{ credits: 5, window: 'day' }] });
  const reply = await client.call(generate, article());
  expect(reply.job?.state).toBe('completed');
  const [first, second, ...more] = rig.platform.to('POST /articles/1/generate');
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(20_000);
  expect(more).toEqual([]);
  expect((await client.money()).totals).toEqual({ charged: 5, reserved: 0, in_doubt: 0 });
});

test('a paid call that met a 429 and cannot wait holds nothing', async () => {
  await using rig = await bench();
  writeArticles(rig.platform);
  rig.platform.on('POST /articles/#/generate', tooMany('90'));
  const client = await rig.client();
  const refused = await refusal(client.call(generate, article(), { waitSeconds: 30 }));
  expect(refused).toMatchObject({ code: 'rate_limited', outcome: 'not_sent', retryAfter: 90 });
  expect((await client.money()).totals).toEqual({ charged: 0, reserved: 0, in_doubt: 0 });
});
