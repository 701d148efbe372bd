import type { ErrorCode } from '../client/errors/error-codes.ts';
import { isVisibilityError, VisibilityError } from '../client/errors/visibility-error.ts';

/** JSON of what a call gave: what the program gets. Bytes of a file stay outside. */
export function jsonOfValue(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'file' in value) {
    const { file: _, ...rest } = value;
    return JSON.stringify(rest);
  }
  return JSON.stringify(value ?? null);
}

/** JSON of an error as a program catches it. It reveals nothing about a defect. */
export function jsonOfError(error: unknown): string {
  if (!isVisibilityError(error))
    return JSON.stringify({ name: 'Error', message: 'This server failed on the call.', code: 'internal' });
  const { name, message, code, outcome, status, fields, next, retryAfter, facts } = error;
  return JSON.stringify({ name, message, code, outcome, status, fields, next, retryAfter, facts });
}

/** What an ended run tells of its failure. */
export interface RunFailure {
  readonly code: 'run_failed' | 'run_limit' | 'run_diverged';
  readonly message: string;
  /** In the program, from 1. */
  readonly line?: number;
  readonly column?: number;
  /** The code of the refusal that the program did not catch. */
  readonly cause?: string;
  readonly next?: string;
}

/** A refusal that concerns a run as a whole. */
export const runRefusal = (code: ErrorCode, message: string, next?: string): VisibilityError =>
  new VisibilityError(code, message, { outcome: 'not_sent', ...(next === undefined ? {} : { next }) });
