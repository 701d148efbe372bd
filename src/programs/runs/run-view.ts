import type { Run, RunSummary } from '../../state/run-store.ts';
import type { RunFailure } from './run-failure.ts';
import { type RunStanding, standingOf } from './run-standing.ts';
import type { HeldRun } from './held-run.ts';

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
  const execution = run.state === 'running' ? held?.execution : undefined;
  const calls = execution?.calls ?? run.calls;
  return { ...summaryView(run, held), run: { ...run, calls }, log: execution?.log ?? run.log };
}

export function summaryView(run: RunSummary, held: HeldRun | undefined): RunSummaryView {
  const calls = (run.state === 'running' ? held?.execution.calls : undefined) ?? run.calls;
  return {
    run: { ...run, calls },
    state: standingHere(run, held),
    failure: run.error === null ? undefined : (JSON.parse(run.error) as RunFailure),
  };
}

/** The state of a run. One that this process executes is running, whatever its record says of a lease. */
export const standingHere = (run: Pick<Run, 'state' | 'isLeased'>, held: HeldRun | undefined): RunStanding =>
  run.state === 'running' && held ? 'running' : standingOf(run);
