import { isVisibilityError, type VisibilityError } from './visibility-error.ts';

/** Statuses that mean: no such address, or not for this token. */
const absent: ReadonlySet<number> = new Set([400, 403, 404, 405, 410, 422, 501]);

/** Whether a free read failed for a reason that stops every further read: a refused token, or an exhausted rate limit. */
export const stopsReads = (error: unknown): boolean =>
  isVisibilityError(error) && (error.status === 401 || error.code === 'rate_limited');

/**
 * Sends a free read that the next step of a call depends on. Resolves with undefined if the platform does not offer it to this token.
 * Rejects as `read` does if its error stops every read, otherwise with the error that `refusal` makes of it.
 * @param refusal its first argument is the message of the failure, without a full stop
 */
export async function readUnlessAbsent<T>(
  read: () => Promise<T>,
  refusal: (reason: string, failure: VisibilityError) => VisibilityError,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!isVisibilityError(error) || stopsReads(error)) throw error;
    if (error.status !== undefined && absent.has(error.status)) return undefined;
    throw refusal(error.message.replace(/\.$/, ''), error);
  }
}
