/** Whether a report is asked for all brands. */
export const isAll = (brand: string | undefined): boolean => brand?.trim().toLowerCase() === 'all';

/** A row of a report on several brands, as far as its place follows from it. */
interface Ranked {
  readonly change?: unknown;
  readonly failed?: unknown;
}

/** The largest fall first; brands without a change after those with one, and those that failed last. */
export const byFall = (one: Ranked, other: Ranked): number => rankOf(one) - rankOf(other);

const rankOf = ({ change, failed }: Ranked): number =>
  failed !== undefined ? 2_000 : typeof change === 'number' ? change : 1_000;
