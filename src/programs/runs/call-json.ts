import { isVisibilityError } from '../../client/errors.ts';

/** JSON of a call's result, as the program gets it. Bytes of a file stay outside. */
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
