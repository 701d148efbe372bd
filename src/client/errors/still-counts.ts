import { VisibilityError } from './visibility-error.ts';

/** A call cannot be forgotten while its reservation is not settled. */
export class StillCounts extends VisibilityError {
  constructor(id: string, money: string) {
    super('still_counts', `${id} still holds credits (${money}).`, {
      outcome: 'not_sent',
      next: 'Wait for it, or clear it up by visibility-mcp credits reconcile.',
    });
  }
}
