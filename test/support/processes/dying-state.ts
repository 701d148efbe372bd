import type { State } from '../../../src/state/state.ts';
import { aroundSteps, type Step } from './around-steps.ts';

/** At which step its process ends: before the store receives it, or after the store has answered. */
export interface Death {
  readonly step: Step;
  /** Which of the calls of that step, counted from 1. */
  readonly turn: number;
  readonly when: 'before' | 'after';
}

/** Kills its own process, as SIGKILL does it: without another word. */
export function dyingState(state: State, { step, turn, when }: Death): State {
  let turns = 0;
  return aroundSteps(state, async (name, run) => {
    const isLast = name === step && ++turns === turn;
    if (isLast && when === 'before') process.kill(process.pid, 'SIGKILL');
    const answer = await run();
    if (isLast) process.kill(process.pid, 'SIGKILL');
    return answer;
  });
}
