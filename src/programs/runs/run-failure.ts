import { type ErrorCode, type Outcome, VisibilityError } from '../../client/errors.ts';

/** The failure of an ended run. */
export interface RunFailure {
  readonly code: 'run_failed' | 'run_limit' | 'run_diverged';
  readonly message: string;
  /** What its calls did, together. */
  readonly outcome?: Outcome | undefined;
  /** In the program, from 1. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** What stands on that line. */
  readonly source?: string | undefined;
  /** The call that was refused, and what it was given, as JSON. */
  readonly call?: string | undefined;
  readonly sent?: string | undefined;
  /** The code of the refusal that the program did not catch, or that ended it. */
  readonly cause?: string | undefined;
  readonly next?: string | undefined;
}

/** A refusal that concerns a run as a whole. */
export const runRefusal = (code: ErrorCode, message: string, next?: string): VisibilityError =>
  new VisibilityError(code, message, { outcome: 'not_sent', next });
