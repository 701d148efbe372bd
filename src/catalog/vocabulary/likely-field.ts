import type * as z from 'zod';

/** A field that the contract does not show, but suggests elsewhere: a hint, since others are passed on, too. */
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
