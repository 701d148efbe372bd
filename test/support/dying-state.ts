import type { State } from '../../src/state/state.ts';

/** At which call of the store its process ends, counted from 1: before the store hears of it, or after it has answered. */
export interface Death {
  readonly call: number;
  readonly when: 'before' | 'after';
}

const uncounted: ReadonlySet<string> = new Set(['account', 'changed', 'close']);

/** Kills its own process, as SIGKILL does it: without another word. */
export function dyingState(state: State, { call, when }: Death): State {
  let calls = 0;
  const methods = Object.entries(state).map(([name, method]: [string, (...args: unknown[]) => Promise<unknown>]) => {
    if (uncounted.has(name)) return [name, method];
    const dying = async (...args: unknown[]): Promise<unknown> => {
      const isLast = ++calls === call;
      if (isLast && when === 'before') process.kill(process.pid, 'SIGKILL');
      const answer = await method(...args);
      if (isLast) process.kill(process.pid, 'SIGKILL');
      return answer;
    };
    return [name, dying];
  });
  return Object.fromEntries(methods) as State;
}
