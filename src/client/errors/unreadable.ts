import { Unreachable } from './unreachable.ts';
import { VisibilityError } from './visibility-error.ts';

/** The platform was reached, and its answer to a free read is not what the contract says. Nothing was changed or charged. */
export class Unreadable extends VisibilityError {
  readonly #answered: number;

  constructor(
    message: string,
    status: number,
    next = 'Nothing was changed. Repeat the call later; this does not mean that there is nothing.',
    outcome: 'rejected' | 'not_sent' = 'rejected',
  ) {
    super('unreadable', message, { outcome, next, status });
    this.#answered = status;
  }

  /** The same where the result of a job on record was read: the job is over, and keeps its result. */
  ofResult(jobId: string): Unreadable {
    const next = `The job is completed and paid for. job_wait {"job_id": "${jobId}"} reads its result again, for free.`;
    return new Unreadable(`${this.message} That should have been the result.`, this.#answered, next);
  }
}

/** The refusal of a call that needs another answer first and did not get it, without having been sent. The code says whether the platform was reached for that. */
export const refusedWithout = (
  { code, status = 200 }: VisibilityError,
  message: string,
  next: string,
): VisibilityError =>
  code === 'unreadable' ? new Unreadable(message, status, next, 'not_sent') : new Unreachable(message, next);
