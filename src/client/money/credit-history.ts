import { allOperations, operationNamed } from '../../catalog/index.ts';
import type { Arguments, Operation } from '../../catalog/operation.ts';
import { pick } from '../request/path.ts';
import type { DecodedResponse } from '../decoding/decoded-response.ts';
import { type HistoryRow, isAt } from './match-history.ts';
import { maxCredits } from './whole-credits.ts';

/** The platform's record of charges (document 1, "Credits endpoints"), as far back as it was asked for. */
export interface CreditHistory {
  /** Newest first, whatever the order in which the platform lists them. */
  readonly rows: readonly HistoryRow[];
  /** Whether every page back to the date asked for was fetched. A part of a charge may stand on one that was not. */
  readonly whole: boolean;
  /** Whether every row on them could be read, too. */
  readonly complete: boolean;
  /** Rows with no usable date or amount. They are left out, and make the history incomplete. */
  readonly skipped: number;
}

/** A row of which nothing is checked but its date. */
export interface RawRow {
  readonly at: number | undefined;
  readonly delta: unknown;
  readonly endpoint: string;
  readonly reference: string | number | null;
  readonly balanceAfter: unknown;
}

type ReadPage = (
  operation: Operation,
  input: Arguments,
) => Promise<Pick<DecodedResponse, 'data' | 'page' | 'incomplete'>>;

const rowsPerPage = 100;
const maxPages = 10;

/** Fetches at most `pages` of the history from its newest row back to `since`, in epoch milliseconds. Rejects where it cannot be fetched. */
export async function readCreditHistory(read: ReadPage, since: number, pages = maxPages): Promise<CreditHistory> {
  const { rows: raw, extent } = await readRawHistory(read, since, pages);
  const rows = raw.map(toRow).filter((row) => row !== undefined);
  const skipped = raw.length - rows.length;
  const whole = extent === 'whole';
  return { rows, skipped, whole, complete: whole && skipped === 0 };
}

/** How much of the history was fetched. `none`: the answer is no list. `broken`: that of a later page is not, or is an earlier page again. */
type Extent = 'whole' | 'too_long' | 'broken' | 'none';

interface Page {
  readonly rows: readonly unknown[];
  /** Number of the last page, where the platform says. */
  readonly last: number | undefined;
  /** There are further rows, and no number leads to them. */
  readonly goesOn: boolean;
}

/**
 * Rows from the newest back to `since`, newest first. The contract states neither their order nor that a page has as many as
 * asked for: the order is read off the dates. Where the oldest come first, the last page is fetched next, then those before it.
 */
export async function readRawHistory(
  read: ReadPage,
  since: number,
  pages: number,
): Promise<{ readonly rows: readonly RawRow[]; readonly extent: Extent }> {
  const fetched = new Map<number, Page>();
  const fetchPage = async (number: number): Promise<Page | undefined> => {
    const { data, page, incomplete } = await read(operationNamed('credits.history'), {
      page: number,
      per_page: rowsPerPage,
    });
    if (!Array.isArray(data)) return undefined;
    const one: Page = { rows: data, last: page?.last_page, goesOn: incomplete !== undefined };
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
    // It says that there are further pages, and gives the same one again.
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

/** All rows, without those that moved to the next page while it was fetched. */
function newestFirst(fetched: ReadonlyMap<number, Page>, isAscending: boolean): RawRow[] {
  const numbers = [...fetched.keys()].toSorted((a, b) => a - b);
  const last = numbers.at(-1) ?? 0;
  // The first page of a list that begins with the oldest rows need not reach up to the others.
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

/** Whether a platform that knows no pages answered with the same rows again. */
const isSame = (page: Page, before: Page | undefined): boolean =>
  before !== undefined && JSON.stringify(page.rows) === JSON.stringify(before.rows);

/** Whether the rows lead, without a gap, to this balance. Then they hold every charge made before it was read. */
export function leadsTo({ rows, complete }: CreditHistory, balance: number | undefined): boolean {
  if (!complete || !rows.every(isAddressed) || balance === undefined || rows[0]?.balanceAfter !== balance) return false;
  return rows.every((row, index) => {
    const before = rows[index + 1];
    return (
      before === undefined ||
      (row.balanceAfter !== null &&
        before.balanceAfter !== null &&
        before.balanceAfter + row.delta === row.balanceAfter)
    );
  });
}

/** False for a charge under an address outside the catalog: it could belong to any call of that time. */
export const isAddressed = ({ delta, endpoint }: HistoryRow): boolean =>
  delta >= 0 || allOperations().some((operation) => isAt(endpoint, operation));

const dateOf = (value: unknown): number => {
  const at = pick(value, 'created_at');
  return typeof at === 'string' ? Date.parse(at) : Number.NaN;
};

/** False where a date cannot be read. */
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
    // A fraction of a credit counts as a whole one drawn, and as none given back.
    delta: Math.floor(delta),
    balanceAfter: typeof balanceAfter === 'number' && Number.isFinite(balanceAfter) ? balanceAfter : null,
  };
}
