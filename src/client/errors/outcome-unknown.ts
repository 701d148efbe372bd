import { VisibilityError } from './visibility-error.ts';

/** The request may have been carried out, and charged. It is never sent again by itself. */
export class OutcomeUnknown extends VisibilityError {
  constructor(message: string, next: string, status?: number) {
    super('outcome_unknown', message, { outcome: 'unknown', next, ...(status === undefined ? {} : { status }) });
  }
}
