import { VisibilityError } from './visibility-error.ts';

/** The team's balance is too small for the call. Nothing was sent; a 402 of the platform is a `PlatformRefused` instead. */
export class InsufficientCredits extends VisibilityError {
  /** @param required undefined where the price has no bound */
  constructor(required: number | undefined, available: number) {
    super(
      'insufficient_credits',
      `${required === undefined ? 'This takes credits' : `This takes up to ${required} credits`} and the team has ${available}. Nothing was charged.`,
      {
        outcome: 'not_sent',
        next: 'Ask the operator to top up the balance, or choose something cheaper.',
        facts: { required, available },
      },
    );
  }
}
