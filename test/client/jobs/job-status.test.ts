import { describe, expect, it } from 'vitest';
import { answer, constant, input, type Job } from '../../../src/catalog/operation.ts';
import { readJobStatus, resolve, rowsIn, upToDate, watchArguments } from '../../../src/client/jobs/job-status.ts';

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
    expect(readJobStatus(job, { status: platformState })).toStrictEqual({ kind, platformState });
    expect(readJobStatus(job, { data: { status: platformState } })).toStrictEqual({ kind, platformState });
  });

  it('is unknown where the answer states none', () => {
    for (const said of [{}, { status: {} }, { status: ['ready'] }, undefined, null, 'ready'])
      expect(readJobStatus(job, said)).toBeUndefined();
  });

  it('is that of the element with the id, or of the first', () => {
    const rows = [
      { id: 1, status: 'ready' },
      { id: '2', status: 'failed' },
    ];
    expect(readJobStatus(job, rows, 2)?.kind).toBe('failed');
    expect(readJobStatus(job, { data: rows }, '1')?.kind).toBe('done');
    expect(readJobStatus(job, rows)?.kind).toBe('done');
    expect(readJobStatus(job, rows, 3)).toBeUndefined();
    expect(readJobStatus(job, [], undefined)).toBeUndefined();
    expect(readJobStatus(job, { data: rows })).toBeUndefined();
  });

  it('comes with its progress and its reason', () => {
    const status = (said: object) => readJobStatus(job, { status: 'running', ...said });
    expect(status({ percent: 40, error: 'slow' })).toMatchObject({ progress: 40, reason: 'slow' });
    expect(status({ percent: 140 })?.progress).toBe(100);
    expect(status({ percent: -1 })?.progress).toBe(0);
    for (const said of [{ percent: '40' }, { error: '' }, { error: 7 }])
      expect(status(said)).toStrictEqual({ kind: 'open', platformState: 'running' });
  });

  it('comes with the progress that two counts give', () => {
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
    expect(readJobStatus(plain, { status: 'failed', percent: 4, error: 'x', undefined: 'y' })).toStrictEqual({
      kind: 'open',
      platformState: 'failed',
    });
    expect(readJobStatus(plain, { status: 'needs_input' })?.kind).toBe('open');
  });
});

describe('the arguments of the watching operation', () => {
  const sources = { id: answer('report_id', 'id'), project: input('project'), kind: constant('deep') };

  it('come from the start, its arguments and constants', () => {
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

describe('a list', () => {
  it('may be wrapped', () => {
    expect(rowsIn([1])).toEqual([1]);
    expect(rowsIn({ data: [1] })).toEqual([1]);
    expect(rowsIn({ data: 1 })).toEqual([]);
    expect(rowsIn(undefined)).toEqual([]);
  });

  it('updates what the start said by its element', () => {
    const start = { data: { id: 2, status: 'queued', cost: 5 } };
    const list = { data: [{ id: 2, status: 'ready' }] };
    expect(upToDate(start, list, 2)).toEqual({ id: 2, status: 'ready', cost: 5 });
    expect(upToDate({ id: 2, cost: 5 }, list, 2)).toEqual({ id: 2, status: 'ready', cost: 5 });
    expect(upToDate(start, list, 9)).toBe(start);
    expect(upToDate('queued', list, 2)).toBe('queued');
    expect(upToDate([1], list, 2)).toEqual([1]);
    expect(upToDate(null, list, 2)).toBe(null);
  });
});
