/** What the sorts of cited sources compare: of one source, or of all those of a domain. */
export interface Ranked {
  readonly domain: string;
  readonly reach: number;
  readonly citations: number;
  readonly urls: number;
  readonly value: number;
  readonly possibility: number;
  /** ISO 8601. */
  readonly first: string;
  readonly last: string;
  readonly portfolio: boolean;
  readonly own: boolean;
}

/** docs/platform/insights.md#cited-sources: what the sort values compare, by the name without its direction. */
const figures: Readonly<Record<string, (row: Ranked) => number | string>> = {
  reach: (row) => row.reach,
  citations: (row) => row.citations,
  urls: (row) => row.urls,
  value: (row) => row.value,
  possibility: (row) => row.possibility,
  domain: (row) => row.domain,
  first_seen: (row) => row.first,
  last_seen: (row) => row.last,
  // Valuable and within reach; what is the brand's own is no opportunity.
  opportunity: (row) => (row.own ? 0 : row.value * row.possibility),
  portfolio: (row) => Number(row.portfolio),
};

/** `rows` in the order named, reach by default; `rank` says what of a row is compared. */
export function sortSources<T>(rows: readonly T[], sort = 'reach_desc', rank: (row: T) => Ranked): T[] {
  const figure = figures[sort.replace(/_(asc|desc|az|za)$/, '')] ?? (() => 0);
  const turn = /_(desc|za)$/.test(sort) || sort === 'last_seen' ? -1 : 1;
  const ranked = rows.map((row) => ({ row, by: figure(rank(row)) }));
  return ranked.toSorted((a, b) => turn * compare(a.by, b.by)).map(({ row }) => row);
}

const compare = (a: number | string, b: number | string): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
