import type { Window } from '../../state/ledger.ts';

export type BudgetWindow = 'call' | Window['window'];

/** One limit of the budget, as the operator wrote it: `200/day`. */
export interface BudgetLimit {
  readonly credits: number;
  readonly window: BudgetWindow;
}
