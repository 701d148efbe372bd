import type { JobView, Platform } from '../../client/index.ts';
import { runStandings } from '../../programs/runs/run-view.ts';
import type { RunStanding, RunSummaryView, Runs } from '../../programs/index.ts';
import { type JobState, jobStates } from '../../base/job-states.ts';
import { shorten } from '../../base/text/shorten.ts';

export type WorkState = JobState | RunStanding;

/** All states that a job or a run can have. */
export const workStates: readonly WorkState[] = [...new Set<WorkState>([...jobStates, ...runStandings])];

/** A job, or a run of a program in the form of a job. */
export type Work = Omit<JobView, 'state'> & { readonly state: WorkState };

/** Default number of jobs and runs in a list. */
export const maxListed = 50;

/** Jobs and runs on record, newest first, of all processes that share the store. `runs` absent: jobs alone. */
export async function listWork(
  client: Platform,
  runs: (() => Promise<Runs>) | undefined,
  state?: WorkState,
): Promise<Work[]> {
  const jobs = state === undefined || isJobState(state) ? await client.jobs({ state, limit: maxListed }) : [];
  const programs =
    state === undefined || isStanding(state) ? await (await runs?.())?.list({ state, limit: maxListed }) : [];
  return [...jobs, ...(programs ?? []).map(workOf)]
    .toSorted((a, b) => b.started_at.localeCompare(a.started_at))
    .slice(0, maxListed);
}

const isJobState = (state: WorkState): state is JobState => jobStates.some((one) => one === state);
const isStanding = (state: WorkState): state is RunStanding => runStandings.some((one) => one === state);

/** Maximum characters to show of a run's code and of its error. */
const maxCode = 200;
const maxError = 100;

const workOf = ({ run, state, failure }: RunSummaryView): Work => ({
  job_id: run.id,
  operation: 'run_code',
  state,
  started_at: new Date(run.createdAt).toISOString(),
  ended_at: run.endedAt === null ? undefined : new Date(run.endedAt).toISOString(),
  arguments: { key: run.key, code: shorten(run.code, maxCode) },
  credits: { estimated: run.maxCredits, charged: run.charged },
  error: failure && shorten(failure.message, maxError),
  next: nextOf(run.id, state),
});

function nextOf(id: string, state: RunStanding): string | undefined {
  if (state === 'running') return `job_wait {"job_id":"${id}"}`;
  return state === 'interrupted'
    ? `run_code {"resume":"${id}"} continues it, run_code {"cancel":"${id}"} ends it`
    : undefined;
}
