import { expect, test } from 'vitest';
import { operation } from '../../../src/catalog/index.ts';
import { bench, refusal } from '../../support/bench.ts';
import { json, text, type Behaviour } from '../../support/platform.ts';
import { create, start, accepted, story, watched } from '../../support/stories.ts';

test.each<[string, object, string]>([
  ['a state that nobody knows', { data: { id: 7, status: 'pondering' } }, 'still shows “pondering” after 12 hours'],
  ['a state that never changes', { data: { id: 7, status: 'generating' } }, 'still shows “generating” after 12 hours'],
  ['no state', { data: { id: 7 } }, 'shows no state after 12 hours'],
  ['an error that was answered with 200', { success: false, status: 404 }, 'shows no state after 12 hours'],
])('a job whose resource shows %s does not run for ever: it ends with where to look', async (_, said, message) => {
  await using it = await bench();
  it.platform.on(start, accepted);
  it.platform.on(watched, json(said));
  const client = await it.client();
  const id = (await client.call(create, story, { waitSeconds: 20 })).job?.job_id ?? '';
  it.clock.step(11 * 3_600_000);
  expect((await client.wait(id, { waitSeconds: 100 })).state).toBe('running');
  it.clock.step(3_600_000);
  const refused = await refusal(client.wait(id, { waitSeconds: 100 }));
  expect(refused.code).toBe('outcome_unknown');
  expect(refused.message).toContain(message);
  expect(refused.message).toContain('look with storylines.get {"id":7}');
  expect((await client.money()).totals).toEqual({ charged: 0, reserved: 5, in_doubt: 5 });
});

/** Beside the record: other things, some of them with the same id. */
const others = {
  project: { id: 7, status: 'completed' },
  platforms: [{ id: 7, name: 'chatgpt' }],
  latest_story: { id: 7, status: 'completed' },
};

test.each<[string, (record: object) => object]>([
  ['under the name of the thing', (record) => ({ ...others, storyline: record })],
  ['two levels down', (record) => ({ data: { ...others, job: { result: record } } })],
  ['as a row', (record) => ({ ...others, results: [{ id: 6, status: 'completed' }, record] })],
  ['under its id', (record) => ({ data: { ...others, 6: { status: 'completed' }, 7: { ...record, id: undefined } } })],
])('the state of a job is that of the record with its id, where the answer has it %s', async (_, around) => {
  await using it = await bench();
  it.platform.on(start, accepted);
  const shown = (status: string) => json(around({ id: 7, status, source: { id: 7, status: 'failed' } }));
  it.platform.on(watched, shown('generating'), shown('generating'), shown('completed'));
  expect((await (await it.client()).call(create, story)).job?.state).toBe('completed');
  expect(it.platform.to(watched)).toHaveLength(3);
});

test.each<[string, string, unknown, string]>([
  ['done, in two envelopes', 'completed', { success: true, data: { data: { status: 'ready' } } }, 'ready'],
  ['done, alone', 'completed', [{ status: 'ready', download_url: '/a.zip' }], 'ready'],
  ['done, in data', 'completed', { data: [{ status: 'ready', download_url: '/a.zip' }] }, 'ready'],
  ['failed, and shows nothing else', 'failed', { data: [{ status: 'failed' }] }, 'failed'],
  ['failed, under other names', 'failed', { code: 0, payload: { processing_status: 'failed' } }, 'failed'],
  ['failed, under another name', 'failed', { DATA: [{ STATE: 'failed' }] }, 'failed'],
])(
  'a record that has no id may stand in a list or in envelopes: a job is %s',
  async (_, state, shown, platform_state) => {
    await using it = await bench();
    it.platform.on('POST /files/bulk/export', json({ job_id: 'exp_7' }, 202));
    it.platform.on('GET /files/exports/exp_7', json([{ status: 'queued' }]), json(shown));
    const client = await it.client();
    await client.call(operation('files.bulk_export'), { ids: [1] }).catch(() => undefined);
    expect(await client.jobs()).toMatchObject([{ state, platform_state }]);
  },
);

test.each<[string, (rows: readonly object[]) => object]>([
  ['in a list beside another', (rows) => ({ platforms: [{ id: 8, name: 'chatgpt' }], runs: rows, total: rows.length })],
  ['by month', (rows) => ({ data: { '2026-10': rows.slice(1), '2026-11': rows.slice(0, 1) } })],
])('a row is found by its id where the list has its rows %s', async (_, around) => {
  await using it = await bench();
  it.platform.on('GET /tracking-projects/1/prompts/cost-preview', json({ data: { credits_per_run: 3 } }));
  it.platform.on('POST /tracking-projects/1/run', json({ run_id: 8 }, 202));
  const shown = (status: string) =>
    json(
      around([
        { id: 8, status, prompt: { id: 9 } },
        { id: 9, status: 'failed', prompt: { id: 8, status: 'completed' } },
      ]),
    );
  it.platform.on(
    'GET /tracking-projects/1/runs',
    shown('running'),
    shown('running'),
    shown('running'),
    shown('completed'),
  );
  const reply = await (await it.client()).call(operation('tracking.run'), { id: 1 });
  expect(reply).toMatchObject({ job: { state: 'completed' }, data: { id: 8 } });
  expect(it.platform.to('GET /tracking-projects/1/runs').length).toBeGreaterThanOrEqual(4);
});

test.each<[string, Behaviour]>([
  ['an error with 200', json({ success: false, status: 404 })],
  ['an error of its own', json({ message: 'Server error.' }, 500)],
  ['a page', text('<h1>Sign in</h1>')],
])('a job whose list answers with %s alone does not run for ever', async (_, behaviour) => {
  await using it = await bench();
  it.platform.on('GET /tracking-projects/1/prompts/cost-preview', json({ data: { credits_per_run: 3 } }));
  it.platform.on('POST /tracking-projects/1/run', json({ run_id: 8 }, 202));
  it.platform.on('GET /tracking-projects/1/runs', json({ data: [] }), behaviour);
  const client = await it.client();
  const id = (await client.call(operation('tracking.run'), { id: 1 }, { waitSeconds: 20 })).job?.job_id ?? '';
  it.clock.step(11 * 3_600_000);
  expect((await client.wait(id, { waitSeconds: 3_600 })).state).toBe('running');
  it.clock.step(24 * 3_600_000);
  const refused = await refusal(client.wait(id, { waitSeconds: 3_600 }));
  expect(refused.code).toBe('outcome_unknown');
  expect(refused.message).toContain('look with tracking.runs {"id":1}');
});
