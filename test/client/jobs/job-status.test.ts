import { describe, expect, it } from 'vitest';
import { answer, constant, input, type Job } from '../../../src/catalog/operation.ts';
import { isUnderWay, readJobStatus, resolve, upToDate, watchArguments } from '../../../src/client/jobs/job-status.ts';

const job: Job = {
  doing: 'Writing the report',
  watch: 'reports.get',
  with: {},
  state: 'status',
  done: ['ready', true, 3],
  failed: ['failed'],
  asks: { needs_input: { does: 'x', answer: 'y' } as never },
  usually: 60,
  progress: 'percent',
  reason: 'error',
};

describe('the state of a job', () => {
  it.each([
    ['ready', 'done'],
    [true, 'done'],
    [3, 'done'],
    ['failed', 'failed'],
    ['needs_input', 'asks'],
    ['toString', 'open'],
    ['running', 'open'],
    [null, 'open'],
    ['3', 'open'],
  ])('%j is %s', (platformState, kind) => {
    expect(readJobStatus(job, { status: platformState })).toEqual({ kind, platformState });
    expect(readJobStatus(job, { data: { status: platformState } })).toEqual({ kind, platformState });
  });

  it('is unknown where the answer states none', () => {
    for (const said of [{}, { status: {} }, { status: ['ready'] }, undefined, null, 'ready'])
      expect(readJobStatus(job, said)).toBeUndefined();
  });

  it('is any of its failed ones', () => {
    const failing: Job = { ...job, failed: ['failed', 'rejected'] };
    for (const status of ['failed', 'rejected'])
      expect(readJobStatus(failing, { status })).toEqual({ kind: 'failed', platformState: status });
  });

  it('is the first text in a description of it', () => {
    for (const status of [
      { value: 3, name: 'ready' },
      { name: null, code: { id: 1 }, slug: 'ready' },
    ])
      expect(readJobStatus(job, { status })).toEqual({ kind: 'done', platformState: 'ready' });
    expect(readJobStatus(job, { status: { value: 3 } })).toBeUndefined();
  });

  it('may be a flag of its own', () => {
    const flagged: Job = { ...job, over: [{ is_over: true }, { status: 'paused', limit: true }] };
    const status = (said: object) => readJobStatus(flagged, said)?.kind;
    expect(status({ status: 'paused', is_over: true })).toBe('done');
    expect(status({ is_over: true })).toBe('done');
    expect(status({ status: 'running', is_over: true, error: 'broken' })).toBe('failed');
    expect(status({ status: 'failed', is_over: true })).toBe('failed');
    expect(status({ status: 'ready', is_over: true, error: 'a warning' })).toBe('done');
    for (const is_over of [1, '1', 'yes']) expect(status({ status: 'running', is_over })).toBe('done');
    for (const is_over of [false, 0, 'no', 'perhaps']) expect(status({ status: 'running', is_over })).toBe('open');
    expect(status({ status: 'running', is_over: { toString: null, valueOf: null } })).toBe('open');
    expect(status({ status: 'paused', limit: true })).toBe('done');
    expect(status({ status: 'running', limit: true })).toBe('open');
    expect(status({ status: 'running', needs_input: true })).toBe('asks');
    expect(status({ status: 'paused', needs_input: true, is_over: true })).toBe('done');
    expect(status({ needs_input: true })).toBe('asks');
    expect(status({ status: 'needs_input', is_over: true })).toBe('asks');
    expect(readJobStatus(flagged, { status: 'running', needs_input: true })?.platformState).toBe('needs_input');
  });

  it('is a failure where a reason is all that the contract has for one', () => {
    const quiet: Job = { ...job, failsByReason: true };
    expect(readJobStatus(quiet, { status: 'running', error: 'broken' })?.kind).toBe('failed');
    expect(readJobStatus(quiet, { status: 'running', error: null })?.kind).toBe('open');
    expect(readJobStatus(quiet, { status: 'ready', error: 'a warning' })?.kind).toBe('done');
    expect(readJobStatus(job, { status: 'running', error: 'broken' })?.kind).toBe('open');
  });

  it.each(['error_message', 'failure_reason', 'reason'])(
    'names as reason of a failure what stands under %s',
    (name) => {
      const silent: Job = { ...job, reason: undefined };
      for (const one of [silent, job]) {
        expect(readJobStatus(one, { status: 'failed', [name]: 'No pages.' })?.reason).toBe('No pages.');
        expect(readJobStatus(one, { data: { status: 'cancelled', [name]: 'No pages.' } })?.reason).toBe('No pages.');
        expect(readJobStatus(one, { status: 'running', [name]: 'No pages.' })).toEqual({
          kind: 'open',
          platformState: 'running',
        });
      }
      expect(readJobStatus(job, { status: 'failed', error: 'Its own.', [name]: 'Another.' })?.reason).toBe('Its own.');
      expect(readJobStatus(silent, { status: 'failed', error: { message: 'No pages.' } })?.reason).toBe('No pages.');
      expect(readJobStatus(silent, { status: 'failed', error: '', reason: 'No pages.' })?.reason).toBe('No pages.');
    },
  );

  it('stands in the only part of the record that has a field of its name', () => {
    const named: Job = { ...job, state: 'refresh_status' };
    for (const wrap of [(said: unknown) => said, (said: unknown) => ({ data: said })]) {
      expect(readJobStatus(named, wrap({ profile: { refresh_status: 'ready' } }))?.kind).toBe('done');
      expect(readJobStatus(named, wrap({ profile: { refresh_status: 'running' }, other: {} }))?.kind).toBe('open');
      for (const other of ['ready', null, [{ refresh_status: 'ready' }]])
        expect(readJobStatus(named, wrap(other))).toBeUndefined();
      const several = wrap({ profile: { refresh_status: 'ready' }, other: { refresh_status: 'running' } });
      expect(readJobStatus(named, several)).toBeUndefined();
      expect(readJobStatus(job, wrap({ profile: { status: 'ready' } }))).toBeUndefined();
    }
  });

  it('goes by the names that hold for all jobs where its own is missing', () => {
    const other: Job = { ...job, state: 'phase' };
    for (const said of [{ status: 'completed' }, { processing_status: 'ready' }, { status: 'ready' }])
      expect(readJobStatus(other, said)?.kind).toBe('done');
    expect(readJobStatus(other, { status: 'failed', error: 'broken' })).toMatchObject({
      kind: 'failed',
      reason: 'broken',
    });
    expect(readJobStatus(other, { status: 'draft' })).toBeUndefined();
    expect(readJobStatus(other, { phase: 'running', status: 'completed' })?.kind).toBe('open');
    expect(readJobStatus(other, { phase: {} })).toBeUndefined();
    const unfailing: Job = { ...other, failed: undefined };
    expect(readJobStatus(unfailing, { status: 'completed' })?.kind).toBe('done');
    expect(readJobStatus(unfailing, { status: 'draft' })).toBeUndefined();
  });

  const elsewhere: Job = { ...job, state: 'phase_of_work', done: ['applied'], failed: ['broken'], reason: undefined };

  it.each(['processing_status', 'status', 'state', 'job_status', 'phase', 'stage'])(
    'is an end under %s, in the words of any platform or in its own, where its own field is missing',
    (name) => {
      for (const word of [
        'completed',
        'complete',
        'ready',
        'finished',
        'done',
        'SUCCEEDED',
        'Completed',
        'available',
        'processed',
        'applied',
      ])
        expect(readJobStatus(elsewhere, { [name]: word }), word).toMatchObject({ kind: 'done', platformState: word });
      expect(readJobStatus(elsewhere, { [name]: 'broken' })).toEqual({ kind: 'failed', platformState: 'broken' });
      const asked = { kind: 'asks', platformState: 'needs_input' };
      expect(readJobStatus(elsewhere, { [name]: 'needs_input' })).toEqual(asked);
      for (const word of ['running', 'success', 'ok', 'draft', 404, true, null, ''])
        expect(readJobStatus(elsewhere, { [name]: word }), String(word)).toBeUndefined();
    },
  );

  it('is that of another field where its own says only that the thing rests', () => {
    expect(readJobStatus(job, { status: 'draft', processing_status: 'ready' })?.kind).toBe('done');
    expect(readJobStatus(job, { status: 'draft', phase: 'running' })).toEqual({ kind: 'open', platformState: 'draft' });
    const publishing: Job = { ...job, done: ['published'] };
    expect(readJobStatus(publishing, { processing_status: 'failed', status: 'published' })?.kind).toBe('done');
    expect(readJobStatus(publishing, { processing_status: 'failed', status: 'draft' })?.kind).toBe('failed');
  });

  it('is under way where any field shows a state that is neither an end nor rest', () => {
    const asking: Job = { ...elsewhere, asks: { needs_input: 'question' } };
    for (const said of [{ state: 'running' }, { data: { phase: 404 } }, { status: { value: 'queued' } }])
      expect(isUnderWay(asking, said)).toBe(true);
    for (const said of [
      {},
      { state: '' },
      { status: null },
      { status: 'draft' },
      { status: 'Published' },
      { status: 'needs_input' },
      { status: 'applied' },
      { state: 'broken' },
      { state: 'done', phase: 'running' },
      { state: 'cancelled', phase: 'running' },
      { name: 'running' },
    ])
      expect(isUnderWay(asking, said), JSON.stringify(said)).toBe(false);
    expect(isUnderWay(asking, { status: 'draft', phase: 'running' })).toBe(true);
  });

  it('is read in any spelling, out of a description of it, and as a success where no envelope says that of the answer', () => {
    const asking: Job = { ...job, done: ['pending_review'], failed: ['broken'], asks: { needs_input: 'question' } };
    for (const status of [
      'PENDING_REVIEW',
      'Pending review',
      { value: 'pending_review', label: 'In review' },
      'Success',
    ])
      expect(readJobStatus(asking, { status })?.kind).toBe('done');
    expect(readJobStatus(asking, { status: 'Broken' })?.kind).toBe('failed');
    expect(readJobStatus(asking, { status: 'NEEDS_INPUT' })?.kind).toBe('asks');
    for (const data of [{ id: 4 }, [{ id: 4 }]])
      expect(readJobStatus(asking, { status: 'success', data })?.kind).toBe('open');
    for (const data of [null, undefined, 'text'])
      expect(readJobStatus(asking, { status: 'success', data })?.kind, String(data)).toBe('done');
    expect(readJobStatus(asking, { data: { Status: 'success' } })?.kind).toBe('done');
    expect(readJobStatus({ ...asking, state: 'analysis_status' }, { analysis_status: 'Finished' })?.kind).toBe('done');
    for (const state of ['analysis_status_code', 'status_code'])
      expect(readJobStatus({ ...asking, state }, { [state]: 'Finished' })?.kind).toBe('open');
    for (const is_running of [false, 'false', 0, 'no'])
      expect(readJobStatus({ ...asking, state: 'is_running', done: [false] }, { is_running })?.kind).toBe('done');
  });

  it('is a failure in the words of any platform, whose cost is unknown', () => {
    for (const word of [
      'failure',
      'error',
      'Errored',
      'cancelled',
      'canceled',
      'aborted',
      'expired',
      'timed_out',
      'FAILED',
    ])
      for (const name of ['phase_of_work', 'state'])
        expect(readJobStatus(elsewhere, { [name]: word })).toEqual({
          kind: 'failed',
          unconfirmed: true,
          platformState: word,
        });
    expect(readJobStatus({ ...job, done: ['expired'] }, { status: 'expired' })?.kind).toBe('done');
    expect(readJobStatus({ ...job, over: [{ is_over: true }] }, { status: 'aborted', is_over: true })?.kind).toBe(
      'done',
    );
  });

  it('is an end in the words of any platform where no state of its own is', () => {
    for (const state of ['status', 'processing_status', 'state'])
      for (const word of ['completed', 'finished', 'Done'])
        expect(readJobStatus({ ...job, state, done: ['true'] }, { [state]: word })?.kind).toBe('done');
    expect(readJobStatus(elsewhere, { phase_of_work: 'completed', status: 'completed' })?.kind).toBe('open');
  });

  it('is an end where the record shows no state, and what only a finished job has made', () => {
    const made: Job = { ...job, product: ['url', 'download_url'] };
    expect(readJobStatus(made, { url: null, download_url: 'https://a.example/1' })).toEqual({
      kind: 'done',
      platformState: 'made',
    });
    for (const said of [{ url: null }, { url: '' }, {}, { url: 'https://a.example/1', state: 'draft' }])
      expect(readJobStatus(made, said)).toBeUndefined();
    expect(readJobStatus(made, { url: 'https://a.example/1', status: 'running' })?.kind).toBe('open');
    expect(readJobStatus(job, { url: 'https://a.example/1' })).toBeUndefined();
  });

  it('has its progress and its reason', () => {
    const status = (said: object) => readJobStatus(job, { status: 'running', ...said });
    expect(status({ percent: 40, error: 'slow' })).toMatchObject({ progress: 40, reason: 'slow' });
    expect(status({ percent: 140 })?.progress).toBe(100);
    expect(status({ percent: -1 })?.progress).toBe(0);
    for (const said of [{ percent: '40' }, { error: '' }, { error: 7 }])
      expect(status(said)).toEqual({ kind: 'open', platformState: 'running' });
  });

  it('has the progress that two counts give', () => {
    const counted: Job = { ...job, progress: ['done', 'total'] };
    const status = (done: unknown, total: unknown) => readJobStatus(counted, { status: 'running', done, total });
    expect(status(1, 4)?.progress).toBe(25);
    expect(status(9, 4)?.progress).toBe(100);
    for (const [done, total] of [
      [1, 0],
      [1, '4'],
      ['1', 4],
      [1, -4],
    ])
      expect(status(done, total)).not.toHaveProperty('progress');
  });

  it('has neither where the job declares none', () => {
    const { progress: _, reason: __, failed: ___, asks: ____, ...plain } = job;
    expect(readJobStatus(plain, { status: 'failing', percent: 4, error: 'x', undefined: 'y' })).toEqual({
      kind: 'open',
      platformState: 'failing',
    });
    expect(readJobStatus(plain, { status: 'needs_input' })?.kind).toBe('open');
  });
});

describe('the arguments of the watching operation', () => {
  const sources = { id: answer('report_id', 'id'), project: input('project'), kind: constant('deep') };

  it('are taken from the start, its arguments and constants', () => {
    expect(watchArguments(sources, { project: 7 }, { data: { id: 3 } })).toEqual({ id: 3, project: 7, kind: 'deep' });
    expect(watchArguments(sources, { project: '7' }, { report_id: 'a', id: 3 })).toMatchObject({ id: 'a' });
    expect(watchArguments(sources, { project: 7 }, { report_id: null, id: 3 })).toMatchObject({ id: 3 });
  });

  it('are unknown where one is missing, or no name or number', () => {
    expect(watchArguments(sources, { project: 7 }, {})).toBeUndefined();
    expect(watchArguments(sources, {}, { id: 3 })).toBeUndefined();
    expect(watchArguments(sources, { project: 7 }, { id: { deep: 3 } })).toBeUndefined();
    expect(resolve(answer('id'), {}, { id: null })).toBeUndefined();
  });
});

describe('what a start said', () => {
  it('is updated by its row of a list', () => {
    const start = { data: { id: 2, status: 'queued', cost: 5 } };
    const row = { id: 2, status: 'ready' };
    expect(upToDate(start, row)).toEqual({ id: 2, status: 'ready', cost: 5 });
    expect(upToDate({ id: 2, cost: 5 }, row)).toEqual({ id: 2, status: 'ready', cost: 5 });
    expect(upToDate(start, undefined)).toBe(start);
    expect(upToDate('queued', row)).toBe('queued');
    expect(upToDate([1], row)).toEqual([1]);
    expect(upToDate(null, row)).toBe(null);
  });
});
