import { VisibilityError } from './visibility-error.ts';

/** The platform was reached, and its answer to a free read is not what the contract says. Nothing was changed or charged. */
export class Unreadable extends VisibilityError {
  readonly #answered: number;

  constructor(
    message: string,
    status: number,
    next = 'Nothing was changed. Repeat the call later; this does not mean that there is nothing.',
  ) {
    super('unreadable', message, { outcome: 'rejected', next, status });
    this.#answered = status;
  }

  /** The same where the result of a job on record was read: the job is over, and keeps its result. */
  ofResult(jobId: string): Unreadable {
    const next = `The job is completed and paid for. job_wait {"job_id": "${jobId}"} reads its result again, for free.`;
    return new Unreadable(`${this.message} That should have been the result.`, this.#answered, next);
  }
}
