/** Whether a report on all brands is requested. */
export const isAll = (brand: string | undefined): boolean => brand?.trim().toLowerCase() === 'all';

/** The fields of a row that decide its place in a report on several brands. */
interface Ranked {
  readonly change?: unknown;
  readonly failed?: unknown;
}

/** The largest decline first, then brands without a known change, then those that failed. */
export const byFall = (one: Ranked, other: Ranked): number => rankOf(one) - rankOf(other);

const rankOf = ({ change, failed }: Ranked): number =>
  failed !== undefined ? 2_000 : typeof change === 'number' ? change : 1_000;
