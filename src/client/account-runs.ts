import type { BudgetLimit } from '../base/budget-limit.ts';
import type { MemoryPlace, ProgramMemory, RunStore } from '../state/index.ts';
import type { Budget } from './money/budget.ts';

/** What programs need of an account to be on record: its runs, and the budget in which their credits are reserved. */
export interface AccountRuns {
  readonly account: string;
  readonly store: RunStore;
  readonly budget: Pick<Budget, 'hold'>;
  /**
   * Maximum credits to spend since a person last agreed. A run that would exceed one asks for consent before it
   * starts.
   */
  readonly consentThresholds: readonly BudgetLimit[];
}

/** What programs keep between runs, and under which account and label. */
export interface AccountMemory {
  readonly store: ProgramMemory;
  readonly place: MemoryPlace;
}
