import { type ErrorDetails, VisibilityError } from './visibility-error.ts';

/** The platform or the state store cannot be reached. Nothing was performed. */
export class Unreachable extends VisibilityError {
  constructor(
    message: string,
    next = 'Repeat the call later; nothing was carried out.',
    answer: Pick<ErrorDetails, 'status' | 'retryAfter' | 'facts'> = {},
  ) {
    super('unreachable', message, {
      ...answer,
      outcome: answer.status === undefined ? 'not_sent' : 'rejected',
      next,
    });
  }
}
