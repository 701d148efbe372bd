import { Unreachable } from './unreachable.ts';
import { VisibilityError } from './visibility-error.ts';

/** The platform's answer to a free read is not in the declared format. Nothing was changed or charged. */
export class Unreadable extends VisibilityError {
  constructor(
    message: string,
    status: number,
    next = 'Nothing was changed. Repeat the call later; this does not mean that there is nothing.',
    outcome: 'rejected' | 'not_sent' = 'rejected',
  ) {
    super('unreadable', message, { outcome, next, status });
  }
}

/** Error for a call that was not sent because a read that it depends on failed. Its code follows that of the read's error: unreadable or unreachable. */
export const refusedWithout = (
  { code, status = 200 }: VisibilityError,
  message: string,
  next: string,
): VisibilityError =>
  code === 'unreadable' ? new Unreadable(message, status, next, 'not_sent') : new Unreachable(message, next);
