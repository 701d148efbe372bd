import type { RunStore } from '../../state/index.ts';

/** A program run that holds credits for calls it has not made yet. */
export interface HoldingRun {
  readonly id: string;
  /** `interrupted`: no process executes it. */
  readonly state: 'running' | 'interrupted';
  readonly credits: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** Maximum number of runs read. Where more hold credits, the oldest are not named; what they hold still counts. */
const maxRuns = 100;

/** The runs that hold credits, interrupted ones first. */
export async function runsThatHold(runs: Pick<RunStore, 'list'>, account: string): Promise<HoldingRun[]> {
  const holding = await runs.list(account, { holds: true, limit: maxRuns });
  return holding
    .map(({ id, isLeased, unused, createdAt }) => ({
      id,
      state: isLeased ? ('running' as const) : ('interrupted' as const),
      credits: unused,
      createdAt,
    }))
    .toSorted((a, b) => Number(b.state === 'interrupted') - Number(a.state === 'interrupted') || b.credits - a.credits);
}

/** Text with the tool calls that free the credits of these runs; undefined if there are none. */
export function freeingCalls([first, ...others]: readonly HoldingRun[]): string | undefined {
  if (!first) return undefined;
  const { id, state, credits } = first;
  const goOn =
    state === 'interrupted' ? `run_code {"resume":"${id}"} continues it` : `job_wait {"job_id":"${id}"} waits for it`;
  const more = others.length > 0 ? ` held_by names ${others.length} more.` : '';
  return `${id}, ${state}, holds ${credits} credits: ${goOn}, run_code {"cancel":"${id}"} ends it and frees them.${more} Then repeat this one.`;
}
