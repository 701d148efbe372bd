import { type Outcome, VisibilityError } from './visibility-error.ts';

/** No slot of the rate limit is free within this caller's wait. Never a reason to start something twice. */
export class RateLimited extends VisibilityError {
  constructor(bucket: string, waitMs: number, outcome: Outcome) {
    const seconds = Math.max(1, Math.ceil(waitMs / 1000));
    const which = bucket === 'token' ? 'The request rate of this token is used up' : `The limit "${bucket}" is used up`;
    super('rate_limited', `${which}; there is room again in ${seconds} s.`, {
      outcome,
      retryAfter: seconds,
      next: `Repeat the same call in ${seconds} s.`,
    });
  }
}
