import type { Operation } from '../../../catalog/index.ts';
import { isVisibilityError, type VisibilityError } from '../../errors.ts';

/** Rows that are requested for each page where the platform states no maximum. */
const usualRows = 100;

/** The page size to request first: the caller's own, or as many rows as the platform gives. */
export const sizeToRequest = ({ answer }: Operation, requested: unknown): number =>
  typeof requested === 'number' ? requested : (answer.kind === 'list' && answer.maxPerPage) || usualRows;

/** Reads in the size `first`, or, if the platform refuses that, in one that it takes. Rejects with the first refusal. */
export async function readInSize<T>(
  first: number | undefined,
  read: (size: number | undefined) => Promise<T>,
): Promise<{ readonly answer: T; readonly size: number | undefined }> {
  try {
    return { answer: await read(first), size: first };
  } catch (refusal) {
    for (const size of sizesAfter(refusal, first)) {
      try {
        return { answer: await read(size), size };
      } catch (error) {
        if (!isRefusal(error)) throw error;
      }
    }
    throw refusal;
  }
}

/**
 * The sizes to try after a refusal of `size`: the one that the refusal names, then none, which leaves it to the platform. Empty if the
 * refusal is about something else. A refusal that gives no reason may be about the size.
 */
function sizesAfter(error: unknown, size: number | undefined): readonly (number | undefined)[] {
  if (size === undefined || !isRefusal(error)) return [];
  const fields = Object.keys(error.fields ?? {});
  if (fields.length > 0 && !fields.some((field) => aboutSize.test(field))) return [];
  const reasons = JSON.stringify([error.message, error.fields, error.facts]);
  const numbers = aboutSize.test(reasons) ? [...reasons.matchAll(/\d+/g)].map(Number) : [];
  const smaller = numbers.filter((number) => number > 0 && number < size);
  return smaller.length > 0 ? [Math.max(...smaller), undefined] : [undefined];
}

/** Whether the platform refused the arguments of a call. */
const isRefusal = (error: unknown): error is VisibilityError =>
  isVisibilityError(error) && (error.status === 400 || error.status === 422);

const aboutSize = /per.?page|page.?size|\blimit\b/i;
