import { expect, test } from 'vitest';
import { bench, refusal } from '../../support/bench.ts';
import { hangUp, json, later, text, tooMany } from '../../support/platform.ts';
import { creditBook, drawnAndLost } from '../../support/state/credit-book.ts';
import {
  accepted,
  article,
  batch,
  create,
  emptyList,
  explore,
  generate,
  projects,
  research,
  start,
  story,
  tellStory,
  watched,
  writeArticles,
} from '../../support/stories.ts';

test.each([1, 4])(
  'identical starts at the same time from %i clients are one start, and all are given its job',
  async (count) => {
    await using rig = await bench();
    tellStory(rig.platform, 'generating', 'completed');
    rig.platform.on(start, later(2_000, accepted));
    const clients = await Promise.all(Array.from({ length: count }, () => rig.client()));
    const replies = await Promise.all(Array.from({ length: 8 }, (_, n) => clients[n % count]?.call(create, story)));
    expect(new Set(replies.map((reply) => reply?.job?.job_id)).size).toBe(1);
    expect(replies.map((reply) => reply?.job?.state)).toEqual(Array.from({ length: 8 }, () => 'completed'));
    expect(replies.filter((reply) => reply?.job?.joined)).toHaveLength(7);
    expect(rig.platform.to(start)).toHaveLength(1);
    expect((await clients[0]?.money())?.totals.charged).toBe(5);
  },
);

test('again starts another on purpose', async () => {
  await using rig = await bench();
  tellStory(rig.platform, 'generating');
  const client = await rig.client();
  const first = await client.call(create, story, { waitSeconds: 1 });
  const second = await client.call(create, story, { waitSeconds: 1, again: true });
  expect(second.job?.job_id).not.toBe(first.job?.job_id);
  expect(rig.platform.to(start)).toHaveLength(2);
});

test('the order of arguments, their text form and stated defaults make no other call', async () => {
  await using rig = await bench();
  tellStory(rig.platform, 'generating');
  rig.platform.on('POST /projects/1/keywords/ai-research', json({ research_id: 3, status: 'queued' }, 202));
  const client = await rig.client();
  const soon = { waitSeconds: 1 };
  const one = await client.call(create, { project: 1, keyword: 'shoes', target_word_count: 900 }, soon);
  const same = await client.call(create, { target_word_count: '900', keyword: 'shoes', project: '1' }, soon);
  expect(same.job).toMatchObject({ job_id: one.job?.job_id, joined: true });
  const plain = await client.call(research, { project: 1 }, soon);
  const spelled = await client.call(research, { limit: 30, project: 1 }, soon);
  expect(spelled.job).toMatchObject({ job_id: plain.job?.job_id, joined: true });
  rig.platform.on('POST /explorer', later(2_000, json({ data: [] })));
  await Promise.all(
    [
      { seed: 'a', deep: { x: 1, y: [2] } },
      { deep: { y: [2], x: 1 }, seed: 'a' },
    ].map((body) => client.call(explore, { body })),
  );
  expect(rig.platform.to('POST /explorer')).toHaveLength(1);
  const other = await client.call(create, { project: 1, keyword: 'boots' }, soon);
  expect(other.job?.joined).toBeUndefined();
});

test('what differs in a header is another call', async () => {
  await using rig = await bench();
  rig.platform.on('POST /explorer', later(1_000, json({ data: [] })));
  const client = await rig.client();
  const headed = { ...explore, headers: { cache: 'X-Cache' } };
  await Promise.all([true, false].map((cache) => client.call(headed, { body: { seed: 'x' }, cache })));
  expect(rig.platform.to('POST /explorer')).toHaveLength(2);
});

test('who gave up waiting and calls again is given the job already paid for, running or finished', async () => {
  await using rig = await bench();
  tellStory(rig.platform, 'generating', 'generating', 'completed');
  const client = await rig.client();
  const gaveUp = await client.call(create, story, { waitSeconds: 1 });
  expect(gaveUp).toMatchObject({ data: null, job: { state: 'running' } });
  const observer = await rig.client();
  await observer.call(projects, {});
  const finished = await client.call(create, story);
  expect(finished).toMatchObject({
    job: { state: 'completed', job_id: gaveUp.job?.job_id, joined: true },
    data: { id: 7 },
  });
  expect(rig.platform.to(start)).toHaveLength(1);
});

test('a job that finished unheard is handed to the next identical call; one that was delivered is not', async () => {
  await using rig = await bench();
  tellStory(rig.platform, 'completed');
  const client = await rig.client();
  const stop = new AbortController();
  const call = client.call(create, story, { signal: stop.signal });
  await rig.platform.arrival(watched);
  stop.abort(new Error('the host gave up'));
  await expect(call).rejects.toThrow('the host gave up');
  const received = await (await rig.client()).call(create, story);
  expect(received.job).toMatchObject({ state: 'completed', joined: true });
  const next = await client.call(create, story);
  expect(next.job?.joined).toBeUndefined();
  expect(rig.platform.to(start)).toHaveLength(2);
});

test('a paid call without a job whose caller disconnected is handed to the next identical one', async () => {
  await using rig = await bench();
  rig.platform.on('POST /explorer', later(3_000, json({ data: { volume: 9 } })));
  const client = await rig.client();
  const stop = new AbortController();
  const call = client.call(explore, { body: { seed: 'shoes' } }, { signal: stop.signal });
  await rig.platform.arrival('POST /explorer');
  stop.abort(new Error('gone'));
  await expect(call).rejects.toThrow('gone');
  expect((await client.call(explore, { body: { seed: 'shoes' } })).data).toEqual({ data: { volume: 9 } });
  expect(rig.platform.to('POST /explorer')).toHaveLength(1);
});

test('a result that could not be fetched is fetched by the same call again, not paid for again', async () => {
  await using rig = await bench();
  rig.platform.on('POST /grounding/batch', json({ batch_id: 1 }, 202));
  rig.platform.on('GET /grounding/batches/1', json({ status: 'completed' }));
  rig.platform.on(
    'GET /grounding/batches/1/results.ndjson',
    json({ message: 'Oops' }, 500),
    text('{"url":"https://a.example"}\n'),
  );
  const client = await rig.client();
  const given = { urls: ['https://a.example'] };
  expect((await refusal(client.call(batch, given))).status).toBe(500);
  const reply = await client.call(batch, given);
  expect(reply.data).toEqual({ columns: ['url'], rows: [['https://a.example']] });
  expect(rig.platform.to('POST /grounding/batch')).toHaveLength(1);
});

test('who joined a start that was cancelled before it was sent starts it instead', async () => {
  await using rig = await bench();
  tellStory(rig.platform, 'completed');
  rig.platform.on('GET /projects', emptyList);
  const config = { requestsPerMinute: 3, account: 'label' };
  const [first, second] = [await rig.client(config), await rig.client(config)];
  await Promise.all([first.call(projects, {}), first.call(projects, {}), first.call(projects, {})]);
  const stop = new AbortController();
  const cancelled = first.call(create, story, { signal: stop.signal });
  await rig.clock.sleep(20_000);
  const joined = [first.call(create, story), second.call(create, story)];
  await rig.clock.sleep(5_000);
  stop.abort(new Error('changed my mind'));
  await expect(cancelled).rejects.toThrow('changed my mind');
  const replies = await Promise.all(joined);
  expect(replies.map(({ job }) => job?.state)).toEqual(['completed', 'completed']);
  expect(rig.platform.to(start)).toHaveLength(1);
  expect((await first.money()).totals).toEqual({ charged: 5, reserved: 0, in_doubt: 0 });
});

test('a caller that joined a start which the platform refused gets the refusal', async () => {
  await using rig = await bench();
  rig.platform.on(start, later(5_000, json({ message: 'Invalid.' }, 422)));
  const [first, second] = [await rig.client(), await rig.client()];
  const calls = await Promise.allSettled([
    first.call(create, story),
    first.call(create, story),
    second.call(create, story),
  ]);
  expect(calls.every(({ status }) => status === 'rejected')).toBe(true);
  expect(rig.platform.to(start)).toHaveLength(1);
});

test('a start that is withdrawn after a 429 and then cancelled holds nothing', async () => {
  await using rig = await bench();
  tellStory(rig.platform, 'completed');
  rig.platform.on(start, tooMany('60'));
  const client = await rig.client();
  const stop = new AbortController();
  const call = client.call(create, story, { signal: stop.signal });
  await rig.platform.arrival(start);
  await rig.clock.sleep(10_000);
  stop.abort(new Error('enough'));
  await expect(call).rejects.toThrow('enough');
  await rig.clock.sleep(1_000);
  expect((await client.money()).totals).toEqual({ charged: 0, reserved: 0, in_doubt: 0 });
});

test('cancelling before anything was sent withdraws the start and gives its credits back', async () => {
  await using rig = await bench();
  writeArticles(rig.platform);
  const client = await rig.client({ account: 'label', apiUrl: 'http://127.0.0.1:1/api/v1' });
  const stop = new AbortController();
  const call = client.call(generate, article(), { signal: stop.signal });
  // Nobody listens there: it is between two attempts when it is cancelled.
  await rig.clock.sleep(1);
  stop.abort(new Error('enough'));
  await expect(call).rejects.toThrow('enough');
  await rig.clock.sleep(60_000);
  expect((await client.money()).totals).toEqual({ charged: 0, reserved: 0, in_doubt: 0 });
});

test('cancelling after it was sent ends the waiting, and the job lives on', async () => {
  await using rig = await bench();
  tellStory(rig.platform, 'generating', 'completed');
  rig.platform.on(start, later(4_000, accepted));
  const client = await rig.client();
  const stop = new AbortController();
  const call = client.call(create, story, { signal: stop.signal });
  await rig.platform.arrival(start);
  stop.abort(new Error('enough'));
  await expect(call).rejects.toThrow('enough');
  await rig.clock.sleep(5_000);
  const [job] = await client.jobs();
  expect(job).toMatchObject({ operation: 'storylines.create', state: 'running' });
  expect((await client.wait(job?.job_id ?? '')).job.state).toBe('completed');
  expect(rig.platform.to(start)).toHaveLength(1);
});

test.each([
  ['to have failed, since its row names no job', 'failed', 5, null],
  ['for another job, which its row names', 'running', 5, 1],
  ['to have drawn nothing, since no row shows it', 'failed', 0, null],
])('a late answer counts although its call was taken %s', async (_, taken, credits, reference) => {
  await using rig = await bench();
  const book = creditBook(rig);
  tellStory(rig.platform, 'completed');
  rig.platform.on('GET /storylines/1', json({ data: { id: 1, status: 'completed' } }));
  const answer = later(12_000, accepted);
  rig.platform.on(start, reference === null ? answer : book.draws(credits, answer));
  const [client, other] = [await rig.client(), await rig.client()];
  const call = client.call(create, story);
  await rig.platform.arrival(start);
  if (credits > 0 && reference === null) book.spend(credits, start);
  rig.clock.step(3_600_000);
  expect(await other.jobs()).toMatchObject([{ state: 'unknown' }]);
  // A charge at the end of the job may come for an hour.
  rig.clock.step(3_600_000);
  await other.reconcile();
  expect(await other.jobs()).toMatchObject([{ state: taken }]);
  expect(await call).toMatchObject({ data: { id: 7 }, job: { state: 'completed' }, credits: { charged: 5 } });
  expect((await other.money()).totals).toEqual({ charged: 5, reserved: 0, in_doubt: 0 });
});

test('the late answer of a call without a job is its result although its call was taken to have failed', async () => {
  await using rig = await bench();
  const book = creditBook(rig);
  rig.platform.on('POST /explorer', book.draws(40, later(12_000, json({ data: { volume: 9 } }))));
  const [client, other] = [await rig.client(), await rig.client()];
  const call = client.call(explore, { body: { seed: 'shoes' } });
  await rig.platform.arrival('POST /explorer');
  rig.clock.step(7_200_000);
  await other.reconcile();
  expect(await other.jobs()).toMatchObject([{ state: 'failed' }]);
  expect(await call).toMatchObject({ data: { data: { volume: 9 } }, credits: { charged: 40 } });
  expect((await other.money()).totals).toEqual({ charged: 40, reserved: 0, in_doubt: 0 });
});

test('a start in doubt does not stand before one that was made on purpose and has finished unheard', async () => {
  await using rig = await bench();
  tellStory(rig.platform, 'completed');
  rig.platform.on(start, hangUp, accepted);
  const [client, other] = [await rig.client(), await rig.client()];
  await refusal(client.call(create, story));
  const stop = new AbortController();
  const second = client.call(create, story, { again: true, signal: stop.signal });
  await rig.platform.arrival(watched);
  stop.abort(new Error('gone'));
  await expect(second).rejects.toThrow('gone');
  await rig.clock.sleep(1_000);
  const { job } = await other.call(create, story);
  expect(job).toMatchObject({ state: 'completed', joined: true });
  expect(rig.platform.to(start)).toHaveLength(2);
});

test.each([
  ['the first', 0],
  ['the second', 1],
])(
  'of two different starts whose answers were lost %s alone was charged: neither is paid again',
  async (_, charged) => {
    await using rig = await bench();
    const book = creditBook(rig, { lag: 60_000 });
    rig.platform.on(start, ...[0, 1].map((n) => (n === charged ? drawnAndLost(book, 5) : hangUp)), accepted);
    const client = await rig.client();
    const stories = ['shoes', 'boots'].map((keyword) => ({ project: 1, keyword }));
    await Promise.all(stories.map((one) => refusal(client.call(create, one))));
    await rig.clock.sleep(7_200_000);
    await client.reconcile();
    expect((await client.money()).totals).toEqual({ charged: 5, reserved: 0, in_doubt: 0 });
    for (const one of stories)
      expect(await refusal(client.call(create, one))).toMatchObject({ code: 'outcome_unknown' });
    expect(rig.platform.to(start)).toHaveLength(2);
  },
);

test('of two different starts whose answers were lost both were charged: neither gets the job of the other', async () => {
  await using rig = await bench();
  const book = creditBook(rig, { lag: 60_000 });
  rig.platform.on(start, drawnAndLost(book, 5), drawnAndLost(book, 5));
  const client = await rig.client();
  await Promise.all(['shoes', 'boots'].map((keyword) => refusal(client.call(create, { project: 1, keyword }))));
  await rig.clock.sleep(7_200_000);
  await client.reconcile();
  expect((await client.money()).totals).toEqual({ charged: 10, reserved: 0, in_doubt: 0 });
  expect((await client.jobs()).map(({ state }) => state)).toEqual(['failed', 'failed']);
});
