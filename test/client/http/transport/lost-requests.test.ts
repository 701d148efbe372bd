import { expect, test } from 'vitest';
import { bench, refusal } from '../../../support/bench.ts';
import { half, hangUp, ignore, json, startPlatform, text, trickle } from '../../../support/platform.ts';
import { article, emptyList, generate, projects, within, writeArticles } from '../../../support/stories.ts';
import { rest } from '../../../support/clock/virtual-clock.ts';

const start = 'POST /articles/1/generate';
const nothingHeld = { charged: 0, reserved: 0, in_doubt: 0 };

test('a refused connection is tried again, a paid call too', async () => {
  await using rig = await bench({ running: false });
  const probe = await startPlatform(rig.clock);
  await probe.close();
  const client = await rig.client({ apiUrl: probe.url });
  const call = client.call(generate, article());
  await rest();
  const late = await startPlatform(rig.clock, Number(new URL(probe.url).port));
  writeArticles(late);
  rig.clock.run();
  expect((await call).job?.state).toBe('completed');
  expect(late.to(start)).toHaveLength(1);
  await client.close();
  await late.close();
});

// No name server is asked for a name that is too long to be one.
test.each([
  ['that nobody listens at', 'http://127.0.0.1:1/api/v1', 'ECONNREFUSED'],
  ['whose name stands for none', `http://${'n'.repeat(64)}.invalid/api/v1`, 'ENOTFOUND'],
])('an address %s is reported as such after a few attempts, and nothing is held', async (_, apiUrl, reason) => {
  await using rig = await bench();
  const client = await rig.client({ apiUrl, budget: [{ credits: 5, window: 'day' }] });
  for (const call of [
    () => client.call(projects, {}),
    () => client.call(generate, article()),
    () => client.call(generate, article(2)),
  ]) {
    const refused = await refusal(call());
    expect(refused).toMatchObject({ code: 'unreachable', outcome: 'not_sent' });
    expect(refused.message).toContain(reason);
    expect(refused.message).not.toMatch(/getaddrinfo|connect E/);
  }
  expect((await client.money()).totals).toEqual(nothingHeld);
});

test.each([
  ['a connection that ends without an answer', hangUp],
  ['an answer that breaks off', half(200)],
  ['502', json({}, 502)],
  ['503', text('<h1>Busy</h1>', 503)],
  ['504', json({}, 504)],
])('a read is made again after %s', async (_, trouble) => {
  await using rig = await bench();
  rig.platform.on('GET /projects', trouble, trouble, trouble, emptyList);
  expect((await (await rig.client()).call(projects, {})).data).toEqual([]);
  expect(rig.platform.seen).toHaveLength(4);
});

test.each([
  ['hung up on', hangUp, 'not_sent'],
  ['answered 503', json({}, 503), 'rejected'],
])('a read that is always %s is given up after four attempts', async (_, trouble, outcome) => {
  await using rig = await bench();
  rig.platform.on('GET /projects', trouble);
  expect(await refusal((await rig.client()).call(projects, {}))).toMatchObject({ code: 'unreachable', outcome });
  expect(rig.platform.seen).toHaveLength(4);
});

test.each([
  ['never answers', ignore],
  ['never ends its answer', trickle()],
])('a read is given up at its deadline if the platform %s', async (_, trouble) => {
  await using rig = await bench();
  rig.platform.on('GET /projects', trouble);
  expect(await refusal((await rig.client()).call(within(0.3, projects), {}))).toMatchObject({ code: 'unreachable' });
  expect(rig.platform.seen).toHaveLength(4);
});

test.each([
  ['the connection ends without an answer', hangUp],
  ['the answer breaks off', half(202)],
  ['the answer never ends', trickle(202)],
  ['no answer comes', ignore],
  ['the platform answers 500', json({ message: 'Server error' }, 500)],
  ['the platform answers 502', text('<h1>Bad gateway</h1>', 502)],
  ['the platform answers 503', json({}, 503)],
  ['the platform answers 504', json({}, 504)],
  ['the platform redirects', text('', 302, { location: '/login' })],
])('a paid call is never sent twice, its outcome is unknown and counts, if %s', async (_, trouble) => {
  await using rig = await bench();
  writeArticles(rig.platform);
  rig.platform.on(start, trouble);
  const client = await rig.client({ budget: [{ credits: 9, window: 'day' }] });
  expect(await refusal(client.call(within(0.1, generate), article()))).toMatchObject({
    code: 'outcome_unknown',
    outcome: 'unknown',
  });
  expect((await client.money()).totals).toEqual({ charged: 0, reserved: 5, in_doubt: 5 });
  // The same call again finds it in doubt; another one has only the rest of the limit.
  expect((await refusal((await rig.client()).call(generate, article()))).code).toBe('outcome_unknown');
  expect((await refusal(client.call(generate, article(2)))).code).toBe('budget_in_flight');
  expect(rig.platform.to(start)).toHaveLength(1);
});

test('a write without a price that may have arrived is not sent again either', async () => {
  await using rig = await bench();
  rig.platform.on('GET /projects', hangUp);
  const client = await rig.client();
  const write = { ...projects, method: 'POST', effect: 'write' } as const;
  rig.platform.on('POST /projects', hangUp);
  expect(await refusal(client.call(write, {}))).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown' });
  expect(rig.platform.seen).toHaveLength(1);
});

test('whatever the number of calls under way, each reaches the platform and ends at its own deadline', async () => {
  await using rig = await bench();
  rig.platform.on('POST /projects', ignore);
  const client = await rig.client({ requestsPerMinute: 600 });
  const write = { ...within(2, projects), method: 'POST', effect: 'write' } as const;
  const stuck = await Promise.all(Array.from({ length: 120 }, () => refusal(client.call(write, {}))));
  expect(new Set(stuck.map(({ message }) => message.includes('no answer within 2 s')))).toEqual(new Set([true]));
  expect(rig.platform.seen).toHaveLength(120);
});
