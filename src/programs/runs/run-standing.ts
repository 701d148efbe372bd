import type { Run } from '../../state/run-store.ts';

export const runStandings = ['running', 'interrupted', 'completed', 'failed', 'cancelled'] as const;

/** State of a run. `interrupted`: recorded as running, but no process executes it. */
export type RunStanding = (typeof runStandings)[number];

export const standingOf = ({ state, isLeased }: Pick<Run, 'state' | 'isLeased'>): RunStanding =>
  state === 'running' && !isLeased ? 'interrupted' : state;
