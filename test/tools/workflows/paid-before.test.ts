import { expect, it } from 'vitest';
import { operationNamed } from '../../../src/catalog/index.ts';
import type { Platform } from '../../../src/programs/platform/platform.ts';
import { defineWorkflow } from '../../../src/tools/workflows/shared/define-workflow.ts';
import { readCallOf } from '../../../src/tools/definition/read-call.ts';
import { options } from '../tool-of.ts';
import { VisibilityError } from '../../../src/client/errors.ts';
import { platformRefusal } from '../../../src/client/platform-refusal.ts';

/** What a task rejects with that made these paid calls and then failed with `failure`. */
async function rejection(records: readonly string[], failure: Error): Promise<unknown> {
  const task = defineWorkflow({
    name: 'some_task',
    title: 'Some task',
    description: 'A task.',
    input: () => ({}),
    async run({ context }) {
      for (const record of records) context.onPaidCall?.({ record });
      throw failure;
    },
  })({} as Platform, options);
  return (await readCallOf(task, {})).run({ files: { folders: [] } }).catch((error: unknown) => error);
}

const failed = (job_id?: string) =>
  new VisibilityError('job_failed', 'It failed.', { outcome: 'rejected', next: 'Look.', facts: { job_id } });

it.each([
  [['job_a'], 'Look. What was called and paid for before has its result: job_wait {"job_id":"job_a"}, free.'],
  [['job_a', 'job_b'], 'Look. What was called and paid for before has its result: job_wait {"job_id":"job_a"}, free.'],
  [['job_b'], 'Look.'],
  [[], 'Look.'],
])('a failed job names itself, and %j but for itself', async (records, next) => {
  expect(await rejection(records, failed('job_b'))).toMatchObject({ message: 'It failed.', next });
});

it('an error without a job names the last three calls that were paid before it', async () => {
  const records = ['job_a', 'job_b', 'job_c', 'job_d'];
  const next = expect.stringMatching(/^Look\. .*result: job_wait .*"job_b".*"job_c".*"job_d"}, free\.$/);
  expect(await rejection(records, failed())).toMatchObject({ next });
});

it('a job_id in a refusal of the platform is not that of a call on record', async () => {
  const refused = platformRefusal(operationNamed('projects.get'), 404, { message: 'No.', job_id: 'job_a' });
  const next = expect.stringMatching(/job_wait {"job_id":"job_a"}, free\.$/);
  expect(await rejection(['job_a'], refused)).toMatchObject({ code: 'not_found', next });
});

it('a defect passes as it is', async () => {
  const defect = new TypeError('x');
  expect(await rejection(['job_a'], defect)).toBe(defect);
});
