import type * as z from 'zod';

/**
 * A field of a body that the contract does not show, as the rest of the contract suggests it: the fields of the answer,
 * filters of the list, neighbouring rows, the prose. It is a hint, never a rule: any other field passes untouched.
 */
export interface LikelyField<T extends z.ZodType = z.ZodType> {
  readonly type: T;
  /** What it holds, and what suggests it. */
  readonly why: string;
  /** Further names for the same thing. The embedded platform takes them as well. */
  readonly also: readonly string[];
}

/** Likely fields by name, the one to try first in front. */
export type LikelyFields = Readonly<Record<string, LikelyField>>;

/** @param also the further names, separated by spaces */
export const likely = <const T extends z.ZodType>(type: T, why: string, also = ''): LikelyField<T> => ({
  type,
  why,
  also: also.split(' ').filter(Boolean),
});
