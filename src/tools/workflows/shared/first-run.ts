import type { Id } from '../../../catalog/id-text.ts';
import { isAlive } from '../../../job-states.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Credits } from '../../../client/call/reply.ts';
import { isVisibilityError } from '../../../client/errors/visibility-error.ts';
import type { Waiting } from '../../calling/waiting.ts';
import { jobLine } from '../../results/result.ts';
import type { ToolContext } from '../../tool.ts';
import { missingFigures } from './missing-figures.ts';
import { readParts } from './read-parts.ts';
import { recordsIn } from './records-in.ts';
import { startOrReuse } from './start-or-join.ts';

export interface FirstRun {
  /** For the result of the workflow. */
  readonly report: Record<string, unknown>;
  /** Of a run that was started or joined. */
  readonly credits?: Credits | undefined;
}

/**
 * What a run of a tracking project costs and which was the last; where there was none and one is `wanted`,
 * starts it. As a call of its own it has a price beforehand, which the dialogue's `start_run` has not.
 */
export async function firstRun(
  client: Platform,
  id: Id,
  wanted: boolean,
  waiting: Waiting,
  context: ToolContext,
): Promise<FirstRun> {
  const { data, missing } = await readParts(
    client,
    { runs: ['tracking.runs', { id, limit: 1 }], price: ['tracking.cost_preview', { id }] },
    context,
  );
  const [last] = recordsIn(data.runs);
  const credits_per_run = data.price?.credits_per_run;
  const not_available = missingFigures(
    { credits_per_run: data.price && [credits_per_run, 'credits_per_run', 'tracking.cost_preview'] },
    { credits_per_run: missing.price, last_run: missing.runs },
  );
  if (!wanted)
    return {
      report: {
        credits_per_run,
        not_available,
        last_run: last,
        first_run: last
          ? undefined
          : { started: false, why: 'Not asked for; first_run: true starts it, for credits_per_run.' },
      },
    };
  if (!data.runs)
    return {
      report: {
        credits_per_run,
        not_available,
        first_run: { started: false, why: 'Whether there was one already cannot be read now.' },
      },
    };
  const isRunning = (await client.jobs({ limit: 200 })).some(
    (job) => job.operation === 'tracking.run' && isAlive(job) && String(job.arguments['id']) === String(id),
  );
  if (last && !isRunning) return { report: { credits_per_run, not_available, last_run: last } };
  try {
    const reply = await startOrReuse(client, 'tracking.run', { id }, waiting, context);
    return {
      report: {
        credits_per_run,
        not_available,
        first_run: { started: true, ...(reply.job ? jobLine(reply.job) : {}), credits: reply.credits },
      },
      credits: reply.credits,
    };
  } catch (error) {
    // The brand is tracked all the same: what keeps the run back (a limit, a person) is part of the answer.
    if (!isVisibilityError(error) || error.outcome !== 'not_sent') throw error;
    return {
      report: {
        credits_per_run,
        not_available,
        first_run: {
          started: false,
          code: error.code,
          why: error.message,
          next: 'track_brand with the same arguments tries the run again; nothing else is paid.',
        },
      },
    };
  }
}
