import { type ErrorCode, type Outcome, VisibilityError } from '../../client/errors.ts';

/** The failure of an ended run. */
export interface RunFailure {
  readonly code: 'run_failed' | 'run_limit' | 'run_diverged';
  readonly message: string;
  /** The combined outcome of its calls. */
  readonly outcome?: Outcome | undefined;
  /** Line in the program, from 1. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** The text of that line. */
  readonly source?: string | undefined;
  /** The refused call, and its arguments as JSON. */
  readonly call?: string | undefined;
  readonly sent?: string | undefined;
  /** The code of the refusal that the program did not catch, or that ended it. */
  readonly cause?: string | undefined;
  readonly next?: string | undefined;
}

/** A refusal that concerns a run as a whole. */
export const runRefusal = (code: ErrorCode, message: string, next?: string): VisibilityError =>
  new VisibilityError(code, message, { outcome: 'not_sent', next });
