import { describe, expect, it, test } from 'vitest';
import { operationNamed } from '../../../src/catalog/index.ts';
import type { OperationName } from '../../../src/catalog/operation-types.ts';
import type { Arguments } from '../../../src/catalog/vocabulary/index.ts';
import {
  type Accepted,
  afterAnswer,
  afterFailure,
  afterUnjudged,
  failureOf,
  isUnsent,
  replyOf,
  requestCutOff,
  startUnrecorded,
  waitInterrupted,
} from '../../../src/client/calls/outcome.ts';
import type { Entry, EntryChange } from '../../../src/state/entry.ts';
import { VisibilityError } from '../../../src/client/errors.ts';

const entryOf = (operation: OperationName, more: Partial<Entry> = {}): Entry =>
  ({
    id: 'e1',
    operation,
    arguments: {},
    money: 'dispatching',
    estimate: 40,
    charged: null,
    confirmation: null,
    unbounded: false,
    state: 'starting',
    watch: null,
    platformState: null,
    progress: null,
    answer: null,
    started: null,
    baseline: null,
    error: null,
    delivered: false,
    reservedAt: 0,
    dispatchedAt: 1,
    endedAt: null,
    ...more,
  }) as Entry;

const earlier = { before: 'earlier' };

/** The change after an answer; whatever is not named: 202, no address, and another state of the watched resource before. */
function changeAfter(
  name: OperationName,
  input: Arguments,
  rawJson: unknown,
  more: Partial<Accepted> = {},
): EntryChange {
  const accepted = { rawJson, data: rawJson, status: 202, location: undefined, baseline: earlier, ...more };
  return afterAnswer(entryOf(name, { arguments: input }), operationNamed(name), input, accepted);
}

const estimated = { money: 'settled', charged: 40 } as const;
const due = { money: 'due' } as const;
const inDoubt = { money: 'in_doubt' } as const;

describe('a call without a job is completed', () => {
  it.each<[string, Partial<Accepted>, Partial<EntryChange>]>([
    ['with its answer', { status: 200 }, { answer: { volume: 9 }, started: undefined }],
    ['later, where it was only accepted', { data: { id: 1 } }, { answer: null, started: { id: 1 } }],
    ['later, without a word', { data: null }, { answer: null, started: { http_status: 202 } }],
  ])('%s', (_, more, expected) => {
    const { answer, started, ...charge } = changeAfter('keywords.explore', {}, { volume: 9 }, more);
    expect({ answer, started }).toEqual(expected);
    expect(charge).toEqual({ state: 'completed', ...estimated });
  });

  it('and a charge that nobody states is in doubt at once', () => {
    expect(changeAfter('cited_sources.analyze', {}, {}, { status: 200 })).toMatchObject(inDoubt);
  });

  it('and what is shown once is kept apart from its answer until it was received', () => {
    const rawJson = { id: 4, service_key: 'secret' };
    const operation = { ...operationNamed('keywords.explore'), shownOnce: ['service_key'] };
    const accepted = { rawJson, data: rawJson, status: 200, location: undefined, baseline: null };
    expect(afterAnswer(entryOf('keywords.explore'), operation, {}, accepted)).toMatchObject({
      answer: { id: 4 },
      started: rawJson,
    });
  });
});

describe('the answer to the start of a job', () => {
  const watching = (operation: OperationName, args: Arguments) => ({ operation, arguments: args });
  const story = { project: 1, keyword: 'shoes' };
  const storyline = watching('storylines.get', { id: 7 });
  const article = watching('articles.get', { id: 7 });
  const run = watching('prompt_tags.taxonomy_run', { id: 4, runId: 'r-5' });
  const lost = /gave no identifier; look with [a-z_.]+$/;

  it.each<[OperationName, Arguments, unknown, Partial<Accepted>, Partial<EntryChange>]>([
    // It goes on: by its status, by its state, or because nothing says that it has ended.
    [
      'storylines.create',
      story,
      { storyline_id: 7 },
      {},
      { state: 'running', watch: storyline, baseline: earlier, ...due },
    ],
    [
      'storylines.create',
      story,
      { storyline_id: 7, status: 'generating' },
      {},
      { state: 'running', watch: storyline, baseline: null, platformState: 'generating', ...due },
    ],
    [
      'storylines.create',
      story,
      { storyline_id: 7, status: 'generating' },
      { status: 201 },
      { state: 'running', watch: storyline, baseline: null, platformState: 'generating', ...due },
    ],
    [
      'storylines.create',
      story,
      { storyline_id: 7 },
      { status: 200 },
      { state: 'running', watch: storyline, baseline: earlier, ...due },
    ],
    // A state that is no bare word is quoted.
    [
      'storylines.create',
      story,
      { storyline_id: 7, status: 'on its way' },
      {},
      { state: 'running', watch: storyline, baseline: null, platformState: '“on its way”', ...due },
    ],
    // It has ended: by its state, whatever the status; by a status declared for that; or nothing is there to be watched.
    [
      'storylines.create',
      story,
      { storyline_id: 7, status: 'completed' },
      {},
      { state: 'completed', platformState: 'completed', ...estimated },
    ],
    ['storylines.create', story, { storyline_id: 7 }, { status: 201 }, { state: 'completed', ...estimated }],
    [
      'storylines.create',
      story,
      {},
      { status: 200 },
      { state: 'unknown', error: expect.stringMatching(lost), ...inDoubt },
    ],
    [
      'storylines.create',
      story,
      { status: 'generating' },
      { status: 200 },
      { state: 'unknown', error: expect.stringMatching(lost), platformState: 'generating', ...inDoubt },
    ],
    // It has failed: a charge on success is not due; one at the start stays, unless it is given back.
    [
      'storylines.create',
      story,
      { storyline_id: 7, status: 'failed' },
      {},
      { state: 'failed', platformState: 'failed', error: 'the platform ended it at once', money: 'released' },
    ],
    [
      'articles.generate',
      { id: 7 },
      { processing_status: 'failed' },
      {},
      { state: 'failed', platformState: 'failed', error: 'the platform ended it at once', ...estimated },
    ],
    [
      'keywords.ai_research',
      { project: 1 },
      { research_id: 3, status: 'failed' },
      {},
      {
        state: 'failed',
        platformState: 'failed',
        error: 'the platform ended it at once',
        charged: 40,
        money: 'released',
      },
    ],
    // It asks its caller, whatever the status.
    ...[200, 202].map((status): [OperationName, Arguments, unknown, Partial<Accepted>, Partial<EntryChange>] => [
      'ingest.start',
      { domain: 'a.example' },
      { ingest_id: 4, status: 'needs_input' },
      { status },
      {
        state: 'needs_you',
        watch: watching('ingest.get', { id: 4 }),
        baseline: earlier,
        platformState: 'needs_input',
        money: 'settled',
        charged: 0,
      },
    ]),
    [
      'ingest.start',
      { domain: 'a.example' },
      { status: 'needs_input' },
      { status: 200 },
      {
        state: 'needs_you',
        platformState: 'needs_input',
        money: 'settled',
        charged: 0,
      },
    ],
    // What is watched comes from the arguments, from an address, or from the only identifier: then it has to be new.
    ['articles.generate', { id: 7 }, {}, {}, { state: 'running', watch: article, baseline: earlier, ...estimated }],
    [
      'prompt_tags.apply_single_tag',
      { id: 4 },
      { poll_url: '/tracking-projects/4/prompts/taxonomy-run/r-5' },
      {},
      { state: 'running', watch: run, baseline: earlier, ...estimated },
    ],
    [
      'prompt_tags.apply_single_tag',
      { id: 4 },
      {},
      { location: '/tracking-projects/4/prompts/taxonomy-run/r-5' },
      { state: 'running', watch: run, baseline: earlier, ...estimated },
    ],
    [
      'tracking.run',
      { id: 4 },
      { task_id: 7, status: 'queued' },
      {},
      {
        state: 'unknown',
        platformState: 'queued',
        error: expect.stringMatching(/look with tracking\.runs \{"id":4\}$/),
        ...estimated,
      },
    ],
    [
      'tracking.run',
      { id: 4 },
      { run_id: 7, status: 'queued' },
      { baseline: null },
      {
        state: 'running',
        watch: watching('tracking.runs', { id: 4 }),
        baseline: null,
        platformState: 'queued',
        ...estimated,
      },
    ],
    // Without an identifier its outcome is not known.
    [
      'content_audits.create',
      {},
      {},
      {},
      { state: 'unknown', error: expect.stringMatching(/; look with content_audits\.list$/), ...estimated },
    ],
    ['storylines.create', story, {}, {}, { state: 'unknown', error: expect.stringMatching(lost), ...inDoubt }],
    [
      'prompt_tags.apply_single_tag',
      { id: 4 },
      {},
      {},
      { state: 'unknown', error: expect.stringMatching(lost), ...estimated },
    ],
    ['humanizer.humanize', {}, {}, {}, { state: 'unknown', error: expect.stringMatching(lost), ...estimated }],
    // Where only a change shows the end, no state of the answer counts.
    [
      'deep_insights.refresh',
      { project: 1 },
      { status: 'failed' },
      {},
      {
        state: 'running',
        watch: watching('deep_insights.export_pdf', { project: 1 }),
        baseline: earlier,
        ...due,
      },
    ],
  ])('to %s with %j is judged: %j %j', (name, input, rawJson, more, expected) => {
    expect(changeAfter(name, input, rawJson, more)).toEqual({ answer: rawJson, started: rawJson, ...expected });
  });

  it('is kept without what it shows once, which stays with the start', () => {
    const rawJson = { batch_id: 1, callback_secret: 'secret' };
    expect(changeAfter('grounding.batch', {}, rawJson)).toMatchObject({ answer: { batch_id: 1 }, started: rawJson });
  });
});

describe('a call that failed', () => {
  const notSent = new VisibilityError('unreachable', 'Refused.');
  const rejected = new VisibilityError('unreachable', 'Refused.', { status: 503 });
  const unknown = new VisibilityError('outcome_unknown', 'Cut off.');
  const other = new Error('socket');
  const failed = { state: 'failed', money: 'released' } as const;
  const doubtful = { state: 'failed', money: 'in_doubt' } as const;
  it.each<[string, unknown, boolean, boolean, EntryChange]>([
    ['was refused before it was sent', notSent, false, true, { ...failed, error: 'Refused.' }],
    ['was refused', rejected, true, true, { ...doubtful, error: 'Refused.' }],
    ['was refused and is free', rejected, true, false, { ...failed, error: 'Refused.' }],
    ['is in doubt', unknown, true, true, { state: 'unknown', money: 'in_doubt', error: 'Cut off.' }],
    ['is in doubt and is free', unknown, true, false, { state: 'unknown', money: 'in_doubt', error: 'Cut off.' }],
    ['was cut off', other, true, true, { state: 'unknown', money: 'in_doubt', error: 'it was cut off on its way' }],
    [
      'was cancelled before it was sent',
      other,
      false,
      true,
      { ...failed, error: 'the call was cancelled before it was sent' },
    ],
  ])('since it %s', (_, error, wasSent, isPaid, expected) => {
    expect(afterFailure(error, wasSent, isPaid)).toEqual(expected);
  });
});

describe('of an entry, the caller gets', () => {
  const failed = { state: 'failed', error: 'no profile' } as const;
  const unknown = { state: 'unknown', error: 'cut off' } as const;
  it.each<[string, OperationName, Partial<Entry>, object]>([
    [
      'that it was not sent',
      'storylines.create',
      { ...failed, dispatchedAt: null },
      {
        code: 'unreachable',
        outcome: 'not_sent',
        message: 'storylines.create was not sent: no profile',
        next: expect.stringContaining('nothing was sent'),
      },
    ],
    [
      'that it was not sent, for whatever reason',
      'storylines.create',
      { state: 'failed', dispatchedAt: null },
      { message: 'storylines.create was not sent: no reason given' },
    ],
    [
      'a failure that was charged',
      'storylines.create',
      { ...failed, charged: 5 },
      {
        code: 'job_failed',
        message: 'storylines.create failed on the platform: no profile',
        facts: { job_id: 'e1', charged: 5 },
      },
    ],
    ['a failure', 'storylines.create', failed, { facts: { job_id: 'e1', charged: 0 } }],
    [
      'a doubt about its charge',
      'storylines.create',
      { ...unknown, dispatchedAt: null },
      {
        code: 'outcome_unknown',
        message: 'storylines.create e1: cut off. It may have been charged (up to 40 credits).',
        facts: undefined,
      },
    ],
    [
      'a doubt about a charge without a bound',
      'storylines.create',
      { ...unknown, estimate: 0 },
      { message: 'storylines.create e1: cut off. It may have been charged.' },
    ],
    [
      'a doubt without a reason, with what the start said but for what is shown once',
      'grounding.batch',
      { state: 'unknown', started: { batch_id: 1, callback_secret: 'secret' } },
      {
        message: expect.stringContaining('grounding.batch e1: its outcome is not known.'),
        facts: { started: { batch_id: 1 } },
      },
    ],
    [
      'a doubt about a call that is free',
      'images.bulk_export',
      { ...unknown, estimate: 0 },
      { message: 'images.bulk_export e1: cut off.' },
    ],
  ])('%s', (_, name, more, expected) => {
    expect(failureOf(entryOf(name, more), Infinity)).toMatchObject(expected);
  });

  it('nothing while it runs or once it is completed', () => {
    for (const state of ['starting', 'running', 'needs_you', 'completed'] as const)
      expect(
        failureOf(entryOf('storylines.create', { state, error: 'earlier', dispatchedAt: null }), 0),
      ).toBeUndefined();
  });
});

test('an entry is unsent if it failed before it was dispatched', () => {
  const unsent = (more: Partial<Entry>) => isUnsent(entryOf('storylines.create', more));
  expect(unsent({ state: 'failed', dispatchedAt: null })).toBe(true);
  expect(unsent({ state: 'failed' })).toBe(false);
  expect(unsent({ state: 'starting', dispatchedAt: null })).toBe(false);
});

describe('a reply', () => {
  const completed = { state: 'completed', charged: 40, money: 'settled', endedAt: 2 } as const;
  const atEnd = { end: true, oneTimeFields: false, joined: false };
  const batchStart = { batch_id: 1, url_count: 1, callback_secret: 'secret' };
  const batch = entryOf('grounding.batch', {
    ...completed,
    watch: { operation: 'grounding.batch_status', arguments: { id: 1 } },
    answer: { batch_id: 1, status: 'completed' },
    started: batchStart,
  });
  const rows = { columns: ['url'], rows: [['https://a.example']] };
  const fetched = { status: 200, rawJson: rows, data: rows };

  it('to a call without a job has its answer, and no job unless it joined another or still runs', () => {
    const explored = entryOf('keywords.explore', { ...completed, answer: { volume: 9 } });
    expect(replyOf(explored, undefined, atEnd)).toEqual({
      data: { volume: 9 },
      credits: { estimated: 40, charged: 40, unconfirmed: true },
      record: 'e1',
    });
    const joined = replyOf(explored, undefined, { ...atEnd, joined: true });
    expect(joined.job).toMatchObject({ job_id: 'e1', joined: true });
    expect(joined.job).not.toHaveProperty('data');
    const running = replyOf({ ...explored, state: 'starting' }, undefined, { ...atEnd, end: false });
    expect(running).toMatchObject({ data: null, job: { state: 'starting' } });
    expect(running.unexpected).toBeUndefined();
  });

  it('says where to look for what was only accepted, and that what was not had no effect', () => {
    const accepted = entryOf('keywords.explore', { ...completed, started: { id: 1 } });
    expect(replyOf(accepted, undefined, atEnd)).toMatchObject({
      data: null,
      started: { id: 1 },
      shows: expect.stringContaining('accepted it (202)'),
      unexpected: undefined,
    });
    const empty = replyOf(entryOf('prompts.bulk_classify_intent', completed), undefined, atEnd);
    expect([empty.shows, empty.unexpected]).toEqual([undefined, expect.stringContaining('empty body')]);
    const answered = replyOf({ ...accepted, answer: { volume: 9 } }, undefined, atEnd);
    expect(answered.shows).toBeUndefined();
    // The answer of a job is its own, and never shows elsewhere.
    const job = entryOf('storylines.create', { ...completed, started: { storyline_id: 7 } });
    const { shows, unexpected } = replyOf(job, undefined, atEnd);
    expect([shows, unexpected]).toEqual([undefined, expect.stringContaining('empty body')]);
  });

  it('has the result that another operation reads, with what is around it', () => {
    const around = {
      page: { page: 1, per_page: 2, total: 3, last_page: 2 },
      meta: { limit: 2 },
      incomplete: { rows: 1, says: 'cut off' },
      raw: { mime: 'text/csv', body: new Uint8Array(1) },
    };
    expect(replyOf(batch, { ...fetched, ...around }, atEnd)).toMatchObject({
      data: rows,
      started: { batch_id: 1, url_count: 1 },
      job: { state: 'completed' },
      unexpected: undefined,
      ...around,
    });
    expect(replyOf(batch, { ...fetched, data: null }, atEnd).data).toMatchObject({ status: 'completed' });
  });

  it('names the declared form of what was read, and of what was answered at once', () => {
    const text = { media_type: 'text/plain', text: 'moss' };
    expect(replyOf(batch, { ...fetched, data: text }, atEnd).unexpected).toContain('instead of NDJSON');
    expect(replyOf({ ...batch, watch: null, answer: text }, undefined, atEnd).unexpected).toContain(
      'instead of a JSON object',
    );
  });

  it('has fields that are shown once only where they are to be delivered', () => {
    expect(replyOf(batch, fetched, { ...atEnd, oneTimeFields: true }).started).toEqual(batchStart);
    const asked = replyOf({ ...batch, state: 'running' }, undefined, {
      end: false,
      oneTimeFields: false,
      joined: true,
    });
    expect(asked).toMatchObject({ data: null, started: { batch_id: 1, url_count: 1 }, job: { joined: true } });
  });

  it('refers to the file that is kept, apart from its data', () => {
    const kept = { uri: 'visibility://saved/1', name: 'a', mime_type: 'text/csv', size_bytes: 3, expires_at: '2026' };
    const answer = { mime_type: 'text/csv', size_bytes: 3, kept };
    expect(replyOf(entryOf('keywords.explore', { ...completed, answer }), undefined, atEnd)).toMatchObject({
      data: { mime_type: 'text/csv', size_bytes: 3 },
      file: kept,
    });
  });
});

test('an answer that cannot be judged is kept, without what is shown once to its caller', () => {
  const said = { batch_id: 4, callback_secret: 'cb_1' };
  const accepted = { rawJson: said, data: said, status: 202, location: undefined, baseline: null };
  expect(afterUnjudged(operationNamed('grounding.batch'), accepted)).toEqual({
    money: 'in_doubt',
    state: 'unknown',
    error: 'the platform accepted it, and this program could not tell what its answer means',
    answer: { batch_id: 4 },
    started: said,
  });
});

test('where the store fails, the error states what is known of the call', () => {
  const create = operationNamed('storylines.create');
  expect(requestCutOff(create).message).toContain('storylines.create was cut off');
  expect(startUnrecorded(create, new Error('the disk is full')).message).toMatch(
    /^The platform accepted storylines.create, .*: the disk is full\.$/,
  );
  expect(startUnrecorded(create, 'lost').message).toContain(': no reason given.');
  const interrupted = waitInterrupted(entryOf('storylines.create'), new Error('the disk is full'));
  expect(interrupted.message).toMatch(/^storylines.create goes on, .*: the disk is full\.$/);
  expect(interrupted.next).toContain('job_wait {"job_id": "e1"}');
  for (const error of [requestCutOff(create), interrupted]) expect(error.outcome).toBe('unknown');
});
