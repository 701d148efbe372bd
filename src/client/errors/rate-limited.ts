import { VisibilityError } from './visibility-error.ts';

/** No rate-limit slot becomes free within the caller's wait. */
export class RateLimited extends VisibilityError {
  constructor(bucket: string, waitMs: number) {
    const seconds = Math.max(1, Math.ceil(waitMs / 1000));
    const which = bucket === 'token' ? 'The request rate of this token is used up' : `The limit "${bucket}" is used up`;
    super('rate_limited', `${which}; there is room again in ${seconds} s.`, {
      outcome: 'not_sent',
      retryAfter: seconds,
      next: `Repeat the same call in ${seconds} s.`,
    });
  }
}
