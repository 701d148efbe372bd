import { VisibilityError } from './visibility-error.ts';

/** A limit of the operator's refuses the call. Not the platform's balance: that is `InsufficientCredits`. */
export class BudgetRefused extends VisibilityError {
  /** `passes`: calls under way hold what is missing, so that waiting can help. */
  constructor(
    message: string,
    { passes, next, facts }: { passes: boolean; next: string; facts: Readonly<Record<string, unknown>> },
  ) {
    super(passes ? 'budget_in_flight' : 'budget_exceeded', message, { outcome: 'not_sent', next, facts });
  }
}
