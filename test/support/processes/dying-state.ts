import type { State } from '../../../src/state/state.ts';
import { aroundSteps, type Step } from './around-steps.ts';

/** At which step its process ends or stops: before the store receives it, or after the store has answered. */
export interface Death {
  readonly step: Step;
  /** Which of the calls of that step, counted from 1. */
  readonly turn: number;
  /** Only calls after the first one of this step count. Default: all. */
  readonly since?: Step;
  readonly when: 'before' | 'after';
  /** Default: SIGKILL. */
  readonly signal?: 'SIGKILL' | 'SIGSTOP';
}

/** Kills or stops its own process, without another word. `onStop` is called just before it is stopped. */
export function dyingState(
  state: State,
  { step, turn, since, when, signal = 'SIGKILL' }: Death,
  onStop: () => void,
): State {
  let turns = 0;
  let counts = since === undefined;
  const end = (): void => {
    if (signal === 'SIGSTOP') onStop();
    process.kill(process.pid, signal);
  };
  return aroundSteps(state, async (name, run) => {
    counts ||= name === since;
    const isLast = counts && name === step && ++turns === turn;
    if (isLast && when === 'before') end();
    const answer = await run();
    if (isLast && when === 'after') end();
    return answer;
  });
}
