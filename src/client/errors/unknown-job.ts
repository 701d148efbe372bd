import { VisibilityError } from './visibility-error.ts';

/** No job of that id is on record for this token. */
export class UnknownJob extends VisibilityError {
  constructor(id: string) {
    super('unknown_job', `No job ${id} is on record for this token.`, {
      outcome: 'not_sent',
      next: 'job_list {} shows the jobs on record.',
    });
  }
}
