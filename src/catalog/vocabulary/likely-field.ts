import type * as z from 'zod';

/**
 * A field of a body that the contract does not show, but suggests elsewhere: in the fields of the answer, filters of the
 * list, neighbouring rows, or the text. It is a hint, not a rule: any other field is passed on unchanged.
 */
export interface LikelyField<T extends z.ZodType = z.ZodType> {
  readonly type: T;
  /** Its content, and what suggests it. */
  readonly why: string;
  /** Further names for the field, which the embedded platform also accepts. */
  readonly also: readonly string[];
}

/** Likely fields by name, the likeliest first. */
export type LikelyFields = Readonly<Record<string, LikelyField>>;

/** @param also the further names, separated by spaces */
export const likely = <const T extends z.ZodType>(type: T, why: string, also = ''): LikelyField<T> => ({
  type,
  why,
  also: also.split(' ').filter(Boolean),
});
