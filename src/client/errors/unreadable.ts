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

  /** The same error for the result of a recorded job: the job has ended, and its result can be read again. */
  ofResult(jobId: string): Unreadable {
    const next = `The job is completed and paid for. job_wait {"job_id": "${jobId}"} reads its result again, for free.`;
    return new Unreadable(`${this.message} That should have been the result.`, this.status as number, next);
  }
}

/** Error for a call that was not sent because a read that it depends on failed. Its code follows that of the read's error: unreadable or unreachable. */
export const refusedWithout = (
  { code, status = 200 }: VisibilityError,
  message: string,
  next: string,
): VisibilityError =>
  code === 'unreadable' ? new Unreadable(message, status, next, 'not_sent') : new Unreachable(message, next);
