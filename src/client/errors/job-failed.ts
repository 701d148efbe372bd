import { VisibilityError } from './visibility-error.ts';

/** The job was started and ended in a failure on the platform. */
export class JobFailed extends VisibilityError {
  constructor(operation: string, reason: string, facts: Readonly<Record<string, unknown>>) {
    super('job_failed', `${operation} failed on the platform: ${reason}`, {
      outcome: 'rejected',
      next: 'Look at the arguments before starting it again: another start is charged again.',
      facts,
    });
  }
}
