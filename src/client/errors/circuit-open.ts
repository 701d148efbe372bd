import { VisibilityError } from './visibility-error.ts';

/** The platform has stopped answering, and calls are refused until a probe is answered. Nothing was sent. */
export class CircuitOpen extends VisibilityError {
  /** `reason`: that of the last failure; `retryAfter`: seconds until the next probe. */
  constructor(reason: string, retryAfter: number) {
    super(
      'unreachable',
      `The platform is down: request after request got no answer (${reason}). It is probed again in ${retryAfter} s; until it answers, nothing is sent.`,
      {
        outcome: 'not_sent',
        next: `Repeat the call after ${retryAfter} s. Jobs on record go on and can be awaited then.`,
        retryAfter,
      },
    );
  }
}
