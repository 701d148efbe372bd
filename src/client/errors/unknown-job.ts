import { VisibilityError } from './visibility-error.ts';

/** The store has no job with that id for this caller. */
export class UnknownJob extends VisibilityError {
  constructor(id: string) {
    super('unknown_job', `No job ${id} is on record for this token.`, {
      outcome: 'not_sent',
      next: 'job_list {} shows the jobs on record.',
    });
  }
}
