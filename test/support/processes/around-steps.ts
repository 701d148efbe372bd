import type { State } from '../../../src/state/state.ts';

type Part = 'accounts' | 'ledger' | 'charges' | 'polls' | 'slots' | 'events' | 'runs' | 'memory';

/** A method of the state, such as `ledger.reserve`. */
export type Step = { [P in Part]: `${P}.${keyof State[P] & string}` }[Part] | 'backup' | 'check' | 'close';

type Method = (...args: unknown[]) => Promise<unknown>;

/** A state whose every method runs through `around`, which is given its name. */
export function aroundSteps(
  state: State,
  around: (step: Step, run: () => Promise<unknown>) => Promise<unknown>,
): State {
  const wrap = (prefix: string, part: object): object =>
    Object.fromEntries(
      Object.entries(part).map(([name, method]: [string, Method | object]) => [
        name,
        typeof method === 'function'
          ? (...args: unknown[]) => around(`${prefix}${name}` as Step, () => (method as Method)(...args))
          : wrap(`${name}.`, method),
      ]),
    );
  return wrap('', state) as State;
}
