import { VisibilityError } from './visibility-error.ts';

/** The result of a completed job could not be read: the platform refused the read, or its answer is not in the declared format. The call itself was carried out. */
export class ResultUnread extends VisibilityError {
  constructor({ code, message, status, fields, facts, retryAfter }: VisibilityError, jobId: string) {
    const job = { job_id: jobId };
    super(code, code === 'unreadable' ? `${message} That should have been the result.` : message, {
      outcome: 'unknown',
      status,
      fields,
      facts: { ...facts, ...job },
      retryAfter,
      next: `The job is completed and paid for. job_wait ${JSON.stringify(job)} reads its result again, for free.`,
    });
  }
}
