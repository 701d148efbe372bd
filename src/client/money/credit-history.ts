import { allOperations, operationNamed } from '../../catalog/index.ts';
import type { Arguments, Operation } from '../../catalog/vocabulary/index.ts';
import { pick } from '../http/request/path.ts';
import { type PageAnswer, type PageRead, PageReader, type PageSizes } from '../answers/pages/index.ts';
import { type HistoryRow, operationAt } from './match-history.ts';
import { maxCredits } from './whole-credits.ts';

/** The platform's record of charges (docs/platform/credits.md#history), back to the requested date. */
export interface CreditHistory {
  /** Newest first, in whatever order the platform lists them. */
  readonly rows: readonly HistoryRow[];
  /** Whether every page back to the requested date was fetched. Otherwise part of a charge may be missing. */
  readonly whole: boolean;
  /** Whether the history is `whole` and every row could be read. */
  readonly complete: boolean;
  /** Number of rows without a valid date or amount. They are left out. */
  readonly skipped: number;
}

/** A row of the history. Only its date has been validated. */
export interface RawRow {
  readonly at: number | undefined;
  readonly delta: unknown;
  readonly endpoint: string;
  readonly reference: string | number | null;
  readonly balanceAfter: unknown;
}

type ReadPage = (operation: Operation, input: Arguments) => Promise<PageAnswer>;

interface HistoryOptions {
  /** Maximum pages. */
  readonly pages?: number | undefined;
  readonly sizes?: PageSizes | undefined;
  /** Wraps the reading of a page, which resolves with undefined if the platform offers none. */
  readonly unlessAbsent?: ((work: () => Promise<PageRead>) => Promise<PageRead | undefined>) | undefined;
}

const maxPages = 10;

/** Fetches the history from its newest row back to `since` (epoch milliseconds), at most `pages` (10) pages. Rejects as `read` does. */
export async function readCreditHistory(
  read: ReadPage,
  since: number,
  options?: HistoryOptions,
): Promise<CreditHistory> {
  const { rows: raw, extent } = await readRawHistory(read, since, options);
  const rows = raw.map(toRow).filter((row) => row !== undefined);
  const skipped = raw.length - rows.length;
  const whole = extent === 'whole';
  return { rows, skipped, whole, complete: whole && skipped === 0 };
}

/** How much of the history was fetched. `none`: the first answer is not a list. `broken`: a later page is not a list, or repeats the page before. */
type Extent = 'whole' | 'too_long' | 'broken' | 'none';

interface Page {
  readonly rows: readonly unknown[];
  /** Number of the last page, if the platform states it. */
  readonly last: number | undefined;
  /** Whether there are further rows, although the platform states no last page. */
  readonly goesOn: boolean;
}

/**
 * Fetches rows from the newest back to `since` (epoch milliseconds), newest first. The contract states neither their order nor that a
 * page has the requested size, so the order is inferred from the dates. If the oldest rows come first, the last page is fetched
 * second, then the pages before it. Rejects as `read` does.
 */
export async function readRawHistory(
  read: ReadPage,
  since: number,
  { pages = maxPages, sizes, unlessAbsent = (work) => work() }: HistoryOptions = {},
): Promise<{ readonly rows: readonly RawRow[]; readonly extent: Extent }> {
  const fetched = new Map<number, Page>();
  const operation = operationNamed('credits.history');
  const reader = new PageReader(operation, {}, (input) => read(operation, input), sizes);
  const fetchPage = async (number: number): Promise<Page | undefined> => {
    const read = await unlessAbsent(() => reader.read(number, 0));
    if (!read?.isList) return undefined;
    const one: Page = { rows: read.rows, last: read.lastPage, goesOn: read.goesOn !== undefined };
    fetched.set(number, one);
    return one;
  };
  let number = 1;
  let isAscending = false;
  const result = (extent: Extent) => ({ rows: newestFirst(fetched, isAscending), extent });
  for (;;) {
    const before = fetched.get(number - 1);
    const page = await fetchPage(number);
    if (!page) return result(fetched.size === 0 ? 'none' : 'broken');
    // The platform announces further pages but repeats this one.
    if ((page.last !== undefined || page.goesOn) && page.rows.length > 0 && isSame(page, before))
      return result('broken');
    isAscending ||= isOlder(fetched.get(1)?.rows[0], page.rows.at(-1));
    const last = page.last ?? (page.rows.length === 0 || isSame(page, before) ? number : Infinity);
    const isBackward: boolean = isAscending && fetched.has(last);
    const next: number = isBackward ? number - 1 : isAscending && last < Infinity ? last : number + 1;
    const isEnd = isBackward ? next < 1 || fetched.has(next) : number >= last;
    const oldest = dateOf(isAscending ? page.rows[0] : page.rows.at(-1));
    if (isEnd || (oldest < since && isBackward === isAscending)) return result('whole');
    if (fetched.size >= pages) return result('too_long');
    number = next;
  }
}

/** Rows of the fetched pages, without duplicates of rows that moved to a later page between two requests. */
function newestFirst(fetched: ReadonlyMap<number, Page>, isAscending: boolean): RawRow[] {
  const numbers = [...fetched.keys()].toSorted((a, b) => a - b);
  const last = numbers.at(-1) ?? 0;
  // If the oldest rows come first, pages between the first and the fetched last ones may be missing: only the consecutive last ones count.
  const joined = isAscending ? numbers.filter((number, at) => numbers.length - at === last - number + 1) : numbers;
  const onEarlierPages = new Set<string>();
  const rows = joined.flatMap((number) => {
    const own = (fetched.get(number)?.rows ?? []).map((row) => [row, JSON.stringify(row)] as const);
    const others = own.filter(
      ([row, text]) => typeof pick(row, 'balance_after') !== 'number' || !onEarlierPages.has(text),
    );
    for (const [, text] of own) onEarlierPages.add(text);
    return others.map(([row]) => toRawRow(row));
  });
  return isAscending ? rows.toReversed() : rows;
}

/** Whether two pages have the same rows, as from a platform that ignores the page number. */
const isSame = (page: Page, before: Page | undefined): boolean =>
  before !== undefined && JSON.stringify(page.rows) === JSON.stringify(before.rows);

/** Whether the balances in the rows form a chain without gaps up to `balance`. If so, they hold every charge made before it was read. */
export function leadsTo({ rows, complete }: CreditHistory, balance: number | undefined): boolean {
  if (!complete || !rows.every(isAddressed) || balance === undefined || rows[0]?.balanceAfter !== balance) return false;
  return rows.every((row, index) => {
    const before = rows[index + 1];
    return (
      before === undefined || (before.balanceAfter !== null && before.balanceAfter + row.delta === row.balanceAfter)
    );
  });
}

/** Whether a row's endpoint is in the catalog. A charge of an unknown endpoint could belong to any call of that time. */
export const isAddressed = ({ delta, endpoint }: HistoryRow): boolean =>
  delta >= 0 || operationAt(endpoint, allOperations()) !== undefined;

const dateOf = (value: unknown): number => {
  const at = pick(value, 'created_at');
  return typeof at === 'string' ? Date.parse(at) : Number.NaN;
};

/** Whether the first row is older. False if a date is invalid. */
const isOlder = (one: unknown, other: unknown): boolean => dateOf(one) < dateOf(other);

function toRawRow(rawRow: unknown): RawRow {
  const [at, endpoint, reference] = [dateOf(rawRow), pick(rawRow, 'endpoint'), pick(rawRow, 'reference_id')];
  return {
    at: Number.isNaN(at) ? undefined : at,
    delta: pick(rawRow, 'delta'),
    endpoint: typeof endpoint === 'string' ? endpoint : '',
    reference: typeof reference === 'string' || typeof reference === 'number' ? reference : null,
    balanceAfter: pick(rawRow, 'balance_after'),
  };
}

function toRow({ at, delta, balanceAfter, ...row }: RawRow): HistoryRow | undefined {
  if (at === undefined || typeof delta !== 'number' || !(Math.abs(delta) <= maxCredits)) return undefined;
  return {
    ...row,
    at,
    // Rounds charges up and refunds down to whole credits.
    delta: Math.floor(delta),
    balanceAfter: typeof balanceAfter === 'number' && Number.isFinite(balanceAfter) ? balanceAfter : null,
  };
}
