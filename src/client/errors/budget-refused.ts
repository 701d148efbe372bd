import { VisibilityError } from './visibility-error.ts';

/** The call exceeds a limit of the operator. Not the team's balance: that is `InsufficientCredits`. */
export class BudgetRefused extends VisibilityError {
  /** `passes`: whether calls in flight hold the missing credits, so that waiting can help. */
  constructor(
    message: string,
    { passes, next, facts }: { passes: boolean; next: string; facts: Readonly<Record<string, unknown>> },
  ) {
    super(passes ? 'budget_in_flight' : 'budget_exceeded', message, { outcome: 'not_sent', next, facts });
  }
}
