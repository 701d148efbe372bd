import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { VisibilityError } from '../../src/client/errors/visibility-error.ts';
import type { RunNote, RunStep } from '../../src/client/runs/run-records.ts';
import type { TaskStep } from '../../src/platform/task-steps.ts';
import { RunJournal } from '../../src/runs/run-journal.ts';
import { WorkflowSteps } from '../../src/runs/workflow-steps.ts';

const nameOf = (request: string, asked = 0): string =>
  `${createHash('sha256').update(request).digest('hex').slice(0, 32)} ${asked}`;

const stepOf = (more: Partial<TaskStep> = {}): TaskStep => ({
  name: 'projects.update',
  request: 'r',
  isRead: false,
  make: async () => ({ id: 1 }),
  ...more,
});

/** The steps of call 3, with what is put on record. */
function stepsOf(recorded: readonly Partial<RunStep>[] = []) {
  const notes: RunNote[] = [];
  const stop = new AbortController();
  const journal = new RunJournal({
    record: async (group) => void notes.push(...group),
    signal: stop.signal,
    onLog: () => undefined,
    onError: () => undefined,
  });
  const steps = new WorkflowSteps({
    n: 3,
    recorded: recorded.map((one) => ({ n: 3, step: nameOf('r'), entry: null, outcome: null, ...one })),
    journal,
    signal: stop.signal,
  });
  return { steps, notes, journal, stop };
}

it('makes a step, records its outcome and answers with it as JSON has it', async () => {
  const { steps, notes, journal } = stepsOf();
  expect(await steps.outcomeOf(stepOf({ isRead: true, make: async () => ({ a: undefined, b: 1 }) }))).toEqual({ b: 1 });
  expect(notes).toEqual([]);
  expect(await steps.outcomeOf(stepOf({ make: async () => undefined }))).toBeNull();
  await journal.flush();
  expect(notes).toEqual([
    { n: 3, step: nameOf('r', 0), outcome: { ok: true, json: '{"b":1}' }, isRead: true },
    { n: 3, step: nameOf('r', 1), outcome: { ok: true, json: 'null' }, isRead: false },
  ]);
});

it('records what was read before a write begins, and how that goes', async () => {
  const { steps, notes } = stepsOf();
  await steps.outcomeOf(stepOf({ isRead: true, request: 'other' }));
  await steps.outcomeOf(
    stepOf({
      make: async (trace) => {
        expect(notes).toHaveLength(1);
        expect(trace.entry).toBeUndefined();
        await trace.recorded?.('e1');
        await trace.beforeAttempt?.();
        await trace.onNotAccepted?.();
        return 1;
      },
    }),
  );
  expect(notes.slice(1)).toMatchObject([
    { step: nameOf('r'), entry: 'e1' },
    { outcome: { ok: false, json: expect.stringContaining('outcome_unknown') as string } },
    { n: 3, step: nameOf('r') },
    { outcome: { ok: true, json: '1' } },
  ]);
  expect(notes[3]).not.toHaveProperty('outcome');
});

it('records a refusal, and no defect', async () => {
  const { steps, notes } = stepsOf();
  const refusal = new VisibilityError('not_found', 'no', { outcome: 'rejected' });
  await expect(steps.outcomeOf(stepOf({ make: () => Promise.reject(refusal) }))).rejects.toBe(refusal);
  expect(notes).toMatchObject([{ outcome: { ok: false, json: expect.stringContaining('not_found') as string } }]);
  await expect(steps.outcomeOf(stepOf({ make: () => Promise.reject(new TypeError('x')) }))).rejects.toThrow('x');
  expect(notes).toHaveLength(1);
});

it('answers with what is on record, and acknowledges its delivery', async () => {
  const make = () => expect.unreachable() as never;
  const acknowledged: unknown[] = [];
  const acknowledge = async (entry: string | null): Promise<void> => void acknowledged.push(entry);
  const outcome = { ok: true, json: '{"id":7}' };
  expect(await stepsOf([{ outcome, entry: 'e' }]).steps.outcomeOf(stepOf({ make, acknowledge }))).toEqual({ id: 7 });
  expect(await stepsOf([{ outcome }]).steps.outcomeOf(stepOf({ make }))).toEqual({ id: 7 });
  expect(acknowledged).toEqual(['e']);
  const json = JSON.stringify({
    name: 'NotFound',
    message: 'gone',
    code: 'not_found',
    outcome: 'rejected',
    status: 404,
  });
  const { steps } = stepsOf([{ outcome: { ok: false, json } }]);
  await expect(steps.outcomeOf(stepOf({ make, acknowledge }))).rejects.toMatchObject(JSON.parse(json) as object);
  expect(acknowledged).toHaveLength(1);
});

it('continues with what has an entry, another time for what was asked twice', async () => {
  const entries: unknown[] = [];
  const { steps } = stepsOf([{ entry: 'e' }, { step: nameOf('r', 1), entry: '' }]);
  const make: TaskStep['make'] = async ({ entry }) => void entries.push(entry);
  for (let times = 0; times < 3; times++) await steps.outcomeOf(stepOf({ make }));
  expect(entries).toEqual(['e', undefined, undefined]);
});

it('records nothing once the run has ended here', async () => {
  const { steps, notes, stop } = stepsOf();
  stop.abort(new Error('over'));
  await expect(steps.outcomeOf(stepOf())).rejects.toThrow('over');
  expect(notes).toEqual([]);
});
