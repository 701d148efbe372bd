import type { Run, RunSummary } from '../../state/index.ts';
import type { RunFailure } from './run-failure.ts';
import type { HeldRun } from './held-run.ts';

export const runStandings = ['running', 'interrupted', 'completed', 'failed', 'cancelled'] as const;

/** State of a run. `interrupted`: recorded as running, but no process executes it. */
export type RunStanding = (typeof runStandings)[number];

export const standingOf = ({ state, isLeased }: Pick<Run, 'state' | 'isLeased'>): RunStanding =>
  state === 'running' && !isLeased ? 'interrupted' : state;

/** A run in a list, as its caller sees it. */
export interface RunSummaryView {
  readonly run: RunSummary;
  readonly state: RunStanding;
  readonly failure?: RunFailure | undefined;
}

/** A run as its caller sees it. */
export interface RunView extends RunSummaryView {
  readonly run: Run;
  readonly log: readonly string[];
}

/** A run on record. `held`: its execution, where this process has it: the record counts its calls some seconds late. */
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
    // One that this process executes is running, whatever its record says of a lease.
    state: here ? 'running' : standingOf(run),
    failure: run.error === null ? undefined : (JSON.parse(run.error) as RunFailure),
  };
}
