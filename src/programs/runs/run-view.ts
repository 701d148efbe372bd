import type { Run, RunSummary } from '../../state/index.ts';
import type { RunFailure } from './run-failure.ts';
import type { HeldRun } from './held-run.ts';

export const runStandings = ['running', 'interrupted', 'completed', 'failed', 'cancelled'] as const;

/** State of a run. `interrupted`: recorded as running, but no process executes it. */
export type RunStanding = (typeof runStandings)[number];

export const standingOf = ({ state, isLeased }: Pick<Run, 'state' | 'isLeased'>): RunStanding =>
  state === 'running' && !isLeased ? 'interrupted' : state;

/** A run in a list for its caller. */
export interface RunSummaryView {
  readonly run: RunSummary;
  readonly state: RunStanding;
  readonly failure?: RunFailure | undefined;
}

/** A run for its caller. */
export interface RunView extends RunSummaryView {
  readonly run: Run;
  readonly log: readonly string[];
}

/** A recorded run for its caller. `held`: its execution in this process, whose counts are newer than the record's. */
export function runView(run: Run, held: HeldRun | undefined): RunView {
  const log = (run.state === 'running' ? held?.execution.log : undefined) ?? run.log;
  return { ...summaryView(run, held), log };
}

export function summaryView<R extends RunSummary>(
  run: R,
  held: HeldRun | undefined,
): RunSummaryView & { readonly run: R } {
  const here = run.state === 'running' ? held : undefined;
  return {
    run: { ...run, calls: here?.execution.calls ?? run.calls },
    // A run that this process executes is running, even if its record shows an expired lease.
    state: here ? 'running' : standingOf(run),
    failure: run.error === null ? undefined : (JSON.parse(run.error) as RunFailure),
  };
}
