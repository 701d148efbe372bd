import { VisibilityError } from './visibility-error.ts';

/** The request may have been performed and charged. It is never retried automatically. */
export class OutcomeUnknown extends VisibilityError {
  /** @param facts such as `started`: what the platform answered to the start */
  constructor(message: string, next: string, status?: number, facts?: Readonly<Record<string, unknown>>) {
    super('outcome_unknown', message, { outcome: 'unknown', next, status, facts });
  }
}
