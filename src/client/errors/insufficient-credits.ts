import { VisibilityError } from './visibility-error.ts';

/** The team's real balance is too small. Found before anything was sent; the platform's own 402 is a `PlatformRefused`. */
export class InsufficientCredits extends VisibilityError {
  constructor(required: number, available: number) {
    super(
      'insufficient_credits',
      `This takes up to ${required} credits and the team has ${available}. Nothing was charged.`,
      {
        outcome: 'not_sent',
        next: 'Ask the operator to top up the balance, or choose something cheaper.',
        facts: { required, available },
      },
    );
  }
}
