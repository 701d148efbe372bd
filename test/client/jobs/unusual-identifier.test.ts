import { expect, test } from 'vitest';
import { operation, operationNamed } from '../../../src/catalog/index.ts';
import { bench, refusal, type Bench } from '../../support/bench.ts';
import { json, type Behaviour } from '../../support/platform.ts';

const generate = operation('images.generate');
const prompt = { prompt: 'A box' };

/** A start that names nothing but a `job_id`, and what the address of that image shows from then on. */
async function withImage(show: (startedAt: number, looks: number) => object, started: object = { job_id: 41 }) {
  const it = await bench();
  let startedAt = 0;
  let looks = 0;
  const at = (date: number) => ({ date: new Date(date).toUTCString() });
  it.platform.on('POST /generate/image', (...args) => {
    startedAt = it.clock.now();
    return json(started, 202, at(startedAt))(...args);
  });
  it.platform.on('GET /images/41', (...args) => json({ data: { id: 41, ...show(startedAt, ++looks) } })(...args));
  return it;
}

const call = async (it: Bench) => (await it.client()).call(generate, prompt);
const time = (ms: number): string => new Date(ms).toISOString();
const ready = { processing_status: 'ready', url: 'https://files.example/41.png' };

test.each<[string, (startedAt: number, looks: number) => object]>([
  ['was made for it and is ready at once', (at) => ({ ...ready, created_at: time(at) })],
  ['does not say when it was made, and is seen under way', (_, n) => (n > 1 ? ready : { processing_status: 'queued' })],
  [
    'does not say when it was made, and is seen under way under another name',
    (_, n) => (n > 1 ? { phase: 'ready', url: ready.url } : { phase: 'rendering' }),
  ],
  [
    'was made for it and takes its time',
    (at, n) => ({ ...ready, processing_status: n > 2 ? 'ready' : 'processing', created_at: time(at + 1000) }),
  ],
  ['does not say when it was made, and ended since', (at) => ({ ...ready, finished_at: time(at) })],
  ['was made for it by a count of seconds', (at) => ({ ...ready, created_at: Math.floor(at / 1000) })],
  ['was made for it by a count of milliseconds', (at) => ({ ...ready, created_at: String(at) })],
])('a job that its start names in an unusual way ends with what %s', async (_, show) => {
  await using it = await withImage(show);
  expect(await call(it)).toMatchObject({ job: { state: 'completed' }, data: { id: 41, url: ready.url } });
});

test.each<[string, (startedAt: number, looks: number) => object]>([
  ['is a minute older than the start', (at) => ({ ...ready, created_at: time(at - 60_000) })],
  ['is older and at work on something else', (at) => ({ processing_status: 'processing', created_at: time(at - 9e6) })],
  ['was ready at the first look and does not say when it was made', () => ready],
  ['had ended by then and does not say when it was made', (at) => ({ ...ready, completed_at: time(at - 60_000) })],
  ['is older and at work under another name', (at) => ({ phase: 'rendering', created_at: time(at - 9e6) })],
  [
    'rests at the first look and does not say when it was made',
    (_, n) => (n > 1 ? { phase: 'ready', url: ready.url } : { phase: 'archived' }),
  ],
  ['is older by a count of seconds', (at) => ({ ...ready, created_at: Math.floor(at / 1000) - 60 })],
  ['had failed and does not say when it was made', () => ({ processing_status: 'failed' })],
])('nothing that %s passes for the result of such a job', async (_, show) => {
  await using it = await withImage(show);
  const client = await it.client();
  const refused = await refusal(client.call(generate, prompt));
  expect(refused).toMatchObject({ code: 'outcome_unknown', facts: { started: { job_id: 41 } } });
  expect(refused.message).toContain('older');
  // What it drew is on record, whatever became of it.
  const { charged, reserved, in_doubt } = (await client.money()).totals;
  expect(Math.max(charged, reserved, in_doubt)).toBe(5);
});

test.each([
  { reference: 41 },
  { request_id: '41', status: 'accepted' },
  { image: { reference: 41 } },
  { status: 'accepted', data: 41 },
  { CODE: 0, PAYLOAD: '41' },
  [{ reference: 41 }],
])('a reference stands for an identifier where the start has none: %j', async (started) => {
  await using it = await withImage((at) => ({ ...ready, created_at: time(at) }), started);
  expect(await call(it)).toMatchObject({ job: { state: 'completed' }, data: { id: 41 } });
});

test.each<[string, object]>([
  ['an envelope that tells of the answer', { status: 'success', data: { reference: 7 } }],
  ['such an envelope in another spelling', { Status: 'success', Data: { TaskId: 7 } }],
  ['two envelopes', { status: 'success', data: { data: { reference: 7 } } }],
  ['such an envelope, in a list', { status: 'success', data: [{ reference: 7 }] }],
  ['an envelope that is named after its family', { keyword: { reference: 7 } }],
])('a start in %s is watched to its end', async (_, started) => {
  await using it = await bench();
  const research = operation('keywords.research');
  it.platform.on('POST /keywords/research', json(started, 202));
  it.platform.on('GET /keyword-researches/7/results.csv', json({ data: [] }));
  it.platform.on(
    'GET /keyword-researches/7/status',
    json({ data: { id: 7, status: 'processing' } }),
    json({ data: { id: 7, status: 'completed' } }),
  );
  const client = await it.client();
  const { job } = await client.call(research, { project_id: 1, keywords: ['shoes'] });
  expect(job?.state).toBe('completed');
  expect(it.platform.to('GET /keyword-researches/7/status')).toHaveLength(2);
});

/** A start that names nothing, and what the list of images has besides an old one. */
async function unnamed(made: (startedAt: number) => readonly object[], started: object = { message: 'Accepted.' }) {
  const it = await withImage((at) => ({ ...ready, created_at: time(at) }), started);
  const old = { id: 12, ...ready, created_at: '2020-01-01T00:00:00Z' };
  it.platform.on('GET /images', (...args) => json({ data: [...made(it.clock.now()), old] })(...args));
  const called = (await it.client({ maxWaitSeconds: 100_000 })).call(generate, prompt);
  return { it, called };
}

test('what a start names in no way is found in its list, as the only one that was made since', async () => {
  const { it, called } = await unnamed((now) => [{ id: 41, processing_status: 'queued', created_at: time(now) }]);
  await using _ = it;
  expect(await called).toMatchObject({ job: { state: 'completed' }, data: { id: 41, url: ready.url } });
  expect(it.platform.seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('what an identifier leads to that is not there is found in its list, as the only one that was made since', async () => {
  const { it, called } = await unnamed((now) => [{ id: 41, processing_status: 'queued', created_at: time(now) }], {
    job_id: 'img_job_7',
  });
  await using _ = it;
  expect(await called).toMatchObject({ job: { state: 'completed' }, data: { id: 41, url: ready.url } });
});

test('it is found under the name that such a job has for its identifier', async () => {
  await using it = await bench();
  const audit = { audit_id: 'aud_7', status: 'completed', score: 61, credits_used: 1 };
  it.platform.on('POST /grounding/analyze', json({}, 202));
  it.platform.on('GET /grounding/audits', (...args) =>
    json({ data: [{ ...audit, created_at: time(it.clock.now()) }] })(...args),
  );
  it.platform.on('GET /grounding/audits/aud_7', json({ data: audit }));
  const page = { url: 'https://a.example' };
  const called = (await it.client({ maxWaitSeconds: 100_000 })).call(operation('grounding.analyze'), page);
  expect(await called).toMatchObject({ job: { state: 'completed' }, data: { score: 61 } });
});

test.each<[string, (now: number) => readonly object[]]>([
  ['nothing', () => []],
  ['several things', (now) => [41, 42].map((id) => ({ id, processing_status: 'queued', created_at: time(now) }))],
])('it says where to look where the list shows %s that was made since', async (shown, made) => {
  const { it, called } = await unnamed(made);
  await using _ = it;
  const refused = await refusal(called);
  expect(refused).toMatchObject({ code: 'outcome_unknown', facts: { started: { message: 'Accepted.' } } });
  expect(refused.message).toContain(`images.list shows ${shown}`);
  expect(refused.message).toContain('look with images.list');
});

test('an identifier of the name that the contract states needs no such proof', async () => {
  await using it = await withImage(() => ready, { image_id: 41, job_id: 8 });
  expect((await call(it)).job?.state).toBe('completed');
});

test.each<[string, object, boolean]>([
  ['is named in an unusual way', { task: { id: 7 } }, true],
  ['is not named at all', { message: 'Queued.' }, false],
])('a document that %s is not taken for one that was there before', async (_, started, isFound) => {
  await using it = await bench();
  const list = (rows: readonly object[]): Behaviour => json({ data: rows });
  const old = { id: 2, status: 'ready', created_at: '2020-01-01T00:00:00Z' };
  it.platform.on('POST /knowledge-base/url', json({ data: started }, 202));
  it.platform.on(
    'GET /projects/1/knowledge-base',
    list([old, { id: 7, status: 'processing' }]),
    list([old, { id: 7, status: 'ready', title: 'New' }]),
  );
  const client = await it.client({ maxWaitSeconds: 100_000 });
  const added = client.call(operation('knowledge_base.add_url'), { project_id: 1, url: 'https://a.example' });
  if (isFound) expect(await added).toMatchObject({ job: { state: 'completed' }, data: { id: 7, title: 'New' } });
  else expect((await refusal(added)).message).toContain('its list does not have the job');
});

test.each<[string, Readonly<Record<string, unknown>>, boolean]>([
  ['among further fields', { body: { url: 'https://a.example', project_id: 1 } }, true],
  ['nowhere', { body: { url: 'https://a.example' } }, false],
])(
  'a document whose project its start names %s is awaited in no project of its own number',
  async (_, given, isFound) => {
    await using it = await bench();
    it.platform.on('POST /knowledge-base/url', json({ document_id: 7, status: 'processing' }, 202));
    const documents = json({ data: [{ id: 7, status: 'ready', title: 'New' }] });
    it.platform.on('GET /projects/1/knowledge-base', documents);
    it.platform.on('GET /projects/7/knowledge-base', documents);
    const client = await it.client({ maxWaitSeconds: 100_000 });
    const added = client.call(operation('knowledge_base.add_url'), given);
    if (isFound) expect(await added).toMatchObject({ job: { state: 'completed' }, data: { id: 7, title: 'New' } });
    else expect((await refusal(added)).code).toBe('outcome_unknown');
    expect(it.platform.to('GET /projects/7/knowledge-base')).toEqual([]);
  },
);

test.each<[string, Readonly<Record<string, unknown>>, string, string | undefined]>([
  ['files.bulk_export', { ids: [1] }, 'POST /files/bulk/export', undefined],
  ['images.generate', prompt, 'POST /generate/image', 'It may have been charged (up to 5 credits).'],
  [
    'prompt_check.start',
    { tracking_project_id: 1, prompt: 'What is it?', platforms: ['claude'] },
    'POST /prompt-check',
    'It may have been charged.',
  ],
])('what %s may have drawn is said where it is not known to have begun: %j', async (name, given, route, drawn) => {
  await using it = await bench();
  it.platform.on(route, json({ message: 'Accepted.' }, 202));
  for (const list of ['GET /images', 'GET /prompt-check']) it.platform.on(list, json({ data: [] }));
  const client = await it.client({ maxWaitSeconds: 100_000 });
  const { code, message } = await refusal(client.call(operationNamed(name), given));
  expect(code).toBe('outcome_unknown');
  expect(message.includes('charged')).toBe(drawn !== undefined);
  if (drawn !== undefined) expect(message.endsWith(drawn)).toBe(true);
});
