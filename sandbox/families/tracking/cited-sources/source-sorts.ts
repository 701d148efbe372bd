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

type Order = (a: Ranked, b: Ranked) => number;

const by =
  (figure: (row: Ranked) => number): Order =>
  (a, b) =>
    figure(a) - figure(b);
const byText =
  (text: (row: Ranked) => string): Order =>
  (a, b) =>
    text(a).localeCompare(text(b));
const down =
  (order: Order): Order =>
  (a, b) =>
    order(b, a);

const reach = by((row) => row.reach);
const citations = by((row) => row.citations);
const urls = by((row) => row.urls);
const value = by((row) => row.value);
const possibility = by((row) => row.possibility);
const domain = byText((row) => row.domain);
const first = byText((row) => row.first);
const last = byText((row) => row.last);

/** Document 2, "Cited sources": the sort values. */
const orders: Readonly<Record<string, Order>> = {
  reach_desc: down(reach),
  reach_asc: reach,
  citations_desc: down(citations),
  citations_asc: citations,
  urls_desc: down(urls),
  urls_asc: urls,
  value_desc: down(value),
  value_asc: value,
  possibility_desc: down(possibility),
  possibility_asc: possibility,
  domain_az: domain,
  domain_za: down(domain),
  first_seen: first,
  first_seen_desc: down(first),
  last_seen: down(last),
  last_seen_asc: last,
  // Valuable and within reach; what is the brand's own is no opportunity.
  opportunity_desc: down(by((row) => (row.own ? 0 : row.value * row.possibility))),
  portfolio_desc: down(by((row) => Number(row.portfolio))),
};

/** `rows` in the order named, reach by default; `rank` says what of a row is compared. */
export function sortSources<T>(rows: readonly T[], sort: string | undefined, rank: (row: T) => Ranked): T[] {
  const order = orders[sort ?? 'reach_desc'] ?? down(reach);
  return rows
    .map((row) => ({ row, ranked: rank(row) }))
    .toSorted((a, b) => order(a.ranked, b.ranked))
    .map(({ row }) => row);
}
