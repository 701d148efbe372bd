import type { State } from '../../src/state/state.ts';

/** The state with other methods in some of its parts. */
export const override = (
  state: State,
  {
    ledger,
    polls,
    slots,
  }: { ledger?: Partial<State['ledger']>; polls?: Partial<State['polls']>; slots?: Partial<State['slots']> },
): State => ({
  ...state,
  ledger: { ...state.ledger, ...ledger },
  polls: { ...state.polls, ...polls },
  slots: { ...state.slots, ...slots },
});
