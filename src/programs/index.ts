/**
 * Programs: the object `platform` that they call, the engine that runs their code, and runs: recorded programs, which
 * continue after a crash and pay nothing twice. The client decides what a call costs and means; tools and commands decide how
 * a result is shown. Folders, from the ground up: `platform/` makes the calls of a program, `engine/` runs its code in a
 * thread, `queue/` hands the runs of dead servers to others, and `runs/` connects a program with its record and its effects.
 * A server starts without loading the engine: modules that it loads at the start import values from the files themselves, and
 * only types from here.
 */
export { Engines } from './engine/engine.ts';
export { type RunAttempt, RunFailover, type TakeOver } from './queue/run-failover.ts';
export type { RunProgress } from './runs/execution.ts';
export { authorizationEnded, stoppedFailure } from './runs/failure-of.ts';
export type { Grant, ProgramOrder, ResumeOrder } from './runs/program-order.ts';
export type { RunFailure } from './runs/run-failure.ts';
export type { RunStanding } from './runs/run-view.ts';
export type { RunSummaryView, RunView } from './runs/run-view.ts';
export type { RunsParts } from './runs/runs-parts.ts';
export { Runs } from './runs/runs.ts';
export type { OperationProgress, Perform } from './platform/perform.ts';
export type { PeriodAndPrevious } from './platform/plain-calls.ts';
export type { Separator } from './platform/saving/csv.ts';
export type { SavedTable } from './platform/saving/save-table.ts';
