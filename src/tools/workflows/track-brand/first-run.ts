import type { Id } from '../../../catalog/vocabulary/id-text.ts';
import { isAlive } from '../../../base/job-states.ts';
import type { Credits } from '../../../client/calls/reply.ts';
import type { Fields } from '../../../base/json/is-fields.ts';
import { jobLine } from '../../results/result.ts';
import { missingFigures } from '../shared/missing-figures.ts';
import { readParts } from '../shared/read-parts.ts';
import { recordsIn } from '../shared/records-in.ts';
import { startOrReuse } from '../shared/start-or-join.ts';
import type { Task } from '../shared/task.ts';
import { isVisibilityError } from '../../../client/errors.ts';

/** The first run of a tracking project: what the report says of it, and the credits of a run that was started or joined. */
interface FirstRun {
  readonly report: Fields;
  readonly credits?: Credits | undefined;
}

/**
 * What a run of a tracking project costs and which was the last; where there was none and one is `wanted`,
 * starts it. As a call of its own it has a price beforehand, which the dialogue's `start_run` has not.
 */
export async function firstRun(task: Task, id: Id, wanted: boolean): Promise<FirstRun> {
  const { data, missing } = await readParts(task, {
    runs: ['tracking.runs', { id, limit: 1 }],
    price: ['tracking.cost_preview', { id }],
  });
  const credits_per_run = data.price?.credits_per_run;
  const not_available = missingFigures(
    { credits_per_run: data.price && [credits_per_run, 'credits_per_run', 'tracking.cost_preview'] },
    { credits_per_run: missing.price, last_run: missing.runs },
  );
  const [last] = recordsIn(data.runs);
  const { report, credits } = await (!data.runs
    ? notStarted({ why: 'Whether there was one already cannot be read now.' })
    : last && !(wanted && (await isRunning(task, id)))
      ? { report: { last_run: last } }
      : wanted
        ? started(task, id)
        : notStarted({ why: 'Not asked for; first_run: true starts it, for credits_per_run.' }));
  return { report: { credits_per_run, not_available, ...report }, credits };
}

async function started(task: Task, id: Id): Promise<FirstRun> {
  try {
    const { job, credits } = await startOrReuse(task, 'tracking.run', { id });
    return { report: { first_run: { started: true, ...(job && jobLine(job)), credits } }, credits };
  } catch (error) {
    // The brand is tracked all the same: what keeps the run back (a limit, a person) is part of the answer.
    if (!isVisibilityError(error) || error.outcome !== 'not_sent') throw error;
    return notStarted({
      code: error.code,
      why: error.message,
      next: 'track_brand with the same arguments tries the run again; nothing else is paid.',
    });
  }
}

const notStarted = (reasons: Fields): FirstRun => ({ report: { first_run: { started: false, ...reasons } } });

const isRunning = async ({ client }: Task, id: Id): Promise<boolean> =>
  (await client.jobs({ operations: ['tracking.run'], limit: 200 })).some(
    (job) => isAlive(job) && String(job.arguments['id']) === String(id),
  );
