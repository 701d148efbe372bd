import type { State } from '../../src/state/state.ts';

/** At which step its process ends: before the store hears of it, or after the store has answered. */
export interface Death {
  readonly step: keyof State;
  /** Which of the calls of that step, counted from 1. */
  readonly turn: number;
  readonly when: 'before' | 'after';
}

/** Kills its own process, as SIGKILL does it: without another word. */
export function dyingState(state: State, { step, turn, when }: Death): State {
  let turns = 0;
  const method = state[step] as (...args: unknown[]) => Promise<unknown>;
  const dying = async (...args: unknown[]): Promise<unknown> => {
    const isLast = ++turns === turn;
    if (isLast && when === 'before') process.kill(process.pid, 'SIGKILL');
    const answer = await method(...args);
    if (isLast) process.kill(process.pid, 'SIGKILL');
    return answer;
  };
  return { ...state, [step]: dying };
}
