import { expect, test } from 'vitest';
import { operationNamed, type operation } from '../../../src/catalog/index.ts';
import type { Job } from '../../../src/catalog/operation.ts';
import { VisibilityError } from '../../../src/client/errors/visibility-error.ts';
import { baselineOf } from '../../../src/client/jobs/baseline.ts';
import type { ListPage, PageQuery } from '../../../src/client/jobs/list-pages.ts';
import { findStarted, type JobSighting, type Look, lookAtJob } from '../../../src/client/jobs/look-at-job.ts';
import type { Entry } from '../../../src/state/entry.ts';

type Name = Parameters<typeof operation>[0];
type Read = Look['read'];

const jobOf = (name: Name): Job => operationNamed(name).job as Job;
const entryOf = (more: Partial<Entry>): Entry =>
  ({ arguments: {}, answer: null, baseline: null, watch: null, reservedAt: 0, dispatchedAt: null, ...more }) as Entry;
const page = (rawJson: unknown): ListPage => ({ rawJson, headers: {} });

/** Looks at a job of that operation, whose watched resource is what `read` gives. */
const look = (name: Name, read: Read, more: Partial<Entry> = {}, elapsedMs = 0): Promise<JobSighting> => {
  const job = jobOf(name);
  const watching = operationNamed(job.watch);
  return lookAtJob({ job, watching, entry: entryOf(more), elapsedMs, read, hasTime: () => true });
};

const refuse =
  (status: number): Read =>
  async () => {
    throw new VisibilityError('not_found', 'No.', { outcome: 'rejected', status });
  };

test('what a job has yet to make is not there, which is no failure of the look', async () => {
  const refresh = 'deep_insights.refresh';
  expect(await look(refresh, refuse(404))).toMatchObject({ jobStatus: { kind: 'open', platformState: 'unchanged' } });
  const late = await look(refresh, refuse(404), {}, 20 * 60_000);
  expect(late.jobStatus).toMatchObject({ kind: 'lost', platformState: 'unchanged' });
  await expect(look(refresh, refuse(500))).rejects.toMatchObject({ status: 500 });
  await expect(look(refresh, async () => Promise.reject(new TypeError('a defect')))).rejects.toThrow('a defect');
  await expect(look('storylines.create', refuse(404))).rejects.toMatchObject({ status: 404 });
});

test('a list that a job changes is compared on all its pages', async () => {
  const job = jobOf('accuracy.backfill');
  const lists = [1, 2].map((current_page) => ({
    data: [{ id: current_page, status: 'open' }],
    meta: { current_page, last_page: 2, total: 2 },
  }));
  const read: Read = async ({ page: number = '1' }) => page(lists[Number(number) - 1]);
  const before = { baseline: baselineOf(job, lists) };
  expect((await look('accuracy.backfill', read, before)).jobStatus).toMatchObject({ platformState: 'unchanged' });
  lists[1]!.data[0]!.status = 'closed';
  expect((await look('accuracy.backfill', read, before)).jobStatus).toMatchObject({ platformState: 'changing' });
});

const written = { data: { id: 7, processing_status: 'ready', content: 'As it was.' } };
const reported = (signature: string) => ({
  status: 'ready',
  download_url: `https://x.example/report?sig=${signature}`,
});
const openClaims = (total: number) => ({ data: [{ id: 1 }], meta: { current_page: 1, last_page: 1, total } });
const variants = (...urls: string[]) => ({ data: { id: 7, variants: urls.map((url) => ({ url })) } });

test.each<[string, Name, before: unknown, now: unknown, elapsedMs: number, expected: object]>([
  ['an end as before is no end yet', 'articles.generate', written, written, 19_999, { kind: 'open' }],
  ['after 20 s it may be the end', 'articles.generate', written, written, 20_000, { kind: 'done', unconfirmed: true }],
  [
    'another signature changes no file',
    'reality_check.generate_report',
    reported('1'),
    reported('2'),
    0,
    { kind: 'open' },
  ],
  [
    'more rows than are read count',
    'accuracy.backfill',
    openClaims(3),
    openClaims(2),
    0,
    { platformState: 'changing' },
  ],
  ['what was emptied is to be filled', 'images.edit', variants('a'), variants(), 0, { platformState: 'emptied' }],
  ['a filled one has ended', 'images.edit', variants(), variants('b'), 0, { kind: 'done', platformState: 'changed' }],
])('%s: %s', async (_, name, before, now, elapsedMs, expected) => {
  const baseline = baselineOf(jobOf(name), [before]);
  expect((await look(name, async () => page(now), { baseline }, elapsedMs)).jobStatus).toMatchObject(expected);
});

test('a job that its list does not have is given up after ten minutes, or ten times its usual duration', async () => {
  const read: Read = async () => page({ data: [{ id: 1 }], meta: { current_page: 1, last_page: 1 } });
  const after = async (elapsedMs: number) =>
    (await look('tracking.run', read, { answer: { run_id: 4 } }, elapsedMs)).jobStatus;
  expect(await after(1_799_999)).toBeUndefined();
  expect(await after(1_800_000)).toMatchObject({ kind: 'lost', platformState: 'not_listed' });
});

test.each([
  [true, 5],
  [false, 1],
])('a look at a list of many pages reads five, and one if there is no time: %s', async (hasTime, pages) => {
  const job = jobOf('knowledge_base.add_text');
  let reads = 0;
  const read: Read = async () => page({ data: [{ id: ++reads }], meta: { next_cursor: `c${reads}` } });
  const entry = entryOf({ answer: { document_id: 99 } });
  const watching = operationNamed(job.watch);
  await lookAtJob({ job, watching, entry, elapsedMs: 0, read, hasTime: () => hasTime });
  expect(reads).toBe(pages);
});

test.each<[string, object, Partial<Entry>, object | undefined]>([
  ['the row that was not there before', { id: 4 }, {}, { kind: 'open', platformState: 'running' }],
  ['no row where all were there before', { id: 3 }, {}, undefined],
  ['no row where it is not known which were there', { id: 4 }, { baseline: null }, undefined],
  [
    'no row that is older than the sending of the start, though not than its reservation',
    { id: 'x', created_at: '1970-01-01T01:00:00Z' },
    { baseline: { before: '', ids: [2], areMore: true }, dispatchedAt: 2 * 3_600_000 },
    undefined,
  ],
])('a start that names nothing is followed by %s', async (_, row, more, expected) => {
  const rows = [
    { ...row, status: 'running' },
    { id: 2, status: 'completed' },
  ];
  const read: Read = async () => page({ data: rows, meta: { current_page: 1, last_page: 1 } });
  const baseline = { before: '', ids: [1, 2, 3] };
  const sighting = await look('tracking.run', read, { baseline, ...more });
  if (expected) expect(sighting.jobStatus).toMatchObject(expected);
  else expect(sighting.jobStatus).toBeUndefined();
});

const madeAfter = Date.parse('2026-11-01T00:00:00Z');
const hourMs = 3_600_000;

test.each<[string, readonly (readonly [id: number, made: number])[], number, object]>([
  [
    'the only one since',
    [
      [1, -1000],
      [2, 0],
    ],
    0,
    { watch: { operation: 'storylines.get', arguments: { id: 2 } } },
  ],
  ['none yet', [[1, -1000]], hourMs / 6 - 1, { jobStatus: undefined, baseline: { madeAfter }, rawJson: {} }],
  [
    'none for long',
    [[1, -1000]],
    hourMs / 6,
    { jobStatus: { kind: 'lost', reason: expect.stringContaining('nothing') } },
  ],
  [
    'several',
    [
      [1, 0],
      [2, 1000],
    ],
    0,
    { jobStatus: { kind: 'lost', reason: expect.stringContaining('several') } },
  ],
])('what a start made is looked for in a list: %s', async (_, rows, elapsedMs, expected) => {
  const list = operationNamed('storylines.list');
  const data = rows.map(([id, made]) => ({
    id,
    storyline_id: id + 100,
    created_at: new Date(madeAfter + made).toISOString(),
  }));
  const read = async (_query: PageQuery) => page({ data, meta: { current_page: 1, last_page: 1 } });
  const started = entryOf({ answer: {}, baseline: { before: '', madeAfter } });
  expect(await findStarted(jobOf('storylines.create'), list, started, elapsedMs, read)).toMatchObject(expected);
  const unknown = await findStarted(jobOf('storylines.create'), list, entryOf({ answer: {} }), 0, read);
  expect(unknown).toEqual({ jobStatus: undefined, baseline: null, rawJson: {} });
});

test('a job is looked for under the id that its start named, else under that of its row before', async () => {
  const rows = [
    { id: 6, status: 'failed' },
    { id: 5, status: 'ready' },
  ];
  const read: Read = async () => page({ data: rows });
  const ready = { jobStatus: { kind: 'done', platformState: 'ready' } };
  expect(await look('knowledge_base.add_text', read, { answer: { document_id: 5 } })).toMatchObject(ready);
  expect(await look('knowledge_base.add_text', read, { baseline: { before: '', row: 5 } })).toMatchObject(ready);
});

test('a record beside others is the one with the id that is asked for', async () => {
  const read: Read = async () => page({ others: [{ id: 6, status: 'failed' }], story: { id: 7, status: 'completed' } });
  const watch = { operation: 'storylines.get', arguments: { id: 7 } };
  expect((await look('storylines.create', read, { watch })).jobStatus).toMatchObject({ kind: 'done' });
});

test('a job that is watched in a list of what was started is looked for there', async () => {
  const job = jobOf('storylines.create');
  const read: Read = async () => page({ data: [{ id: 7, created_at: new Date(madeAfter).toISOString() }] });
  const entry = entryOf({ answer: {}, baseline: { before: '', madeAfter } });
  const watching = operationNamed('storylines.list');
  expect(await lookAtJob({ job, watching, entry, elapsedMs: 0, read, hasTime: () => true })).toMatchObject({
    watch: { arguments: { id: 7 } },
  });
});

test('the search for a new row continues where it stopped', async () => {
  let reads = 0;
  const read: Read = async () => page({ data: [{ id: 1 }, { n: ++reads }], meta: { next_cursor: `c${reads}` } });
  const { baseline } = await look('tracking.run', read, { baseline: { before: '', ids: [1] } });
  expect(baseline?.position).toEqual({ page: { cursor: 'c5' }, pagesBefore: 5 });
});
