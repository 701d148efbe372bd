import { allOperations, type Arguments, type Operation, operationNamed } from '../../catalog/index.ts';
import { pick } from '../http/request/path.ts';
import { type PageAnswer, type PageRead, PageReader } from '../answers/pages/index.ts';
import { type HistoryRow, operationAt } from './match-history.ts';
import { maxCredits } from './whole-credits.ts';

/** The platform's record of charges (docs/platform/credits.md#history), back to the requested date. */
export interface CreditHistory {
  /** Newest first, in whatever order the platform lists them. */
  readonly rows: readonly HistoryRow[];
  /** How much was fetched. `none`: the first answer is not a list. `broken`: a later page is not a list, or repeats the page before. */
  readonly extent: 'whole' | 'too_long' | 'broken' | 'none';
  /** Whether every page back to the requested date was fetched. Otherwise part of a charge may be missing. */
  readonly whole: boolean;
  /** Whether the history is `whole` and every row could be read. */
  readonly complete: boolean;
  /** Number of rows without a valid date or amount. They are left out. */
  readonly skipped: number;
}

type ReadPage = (operation: Operation, input: Arguments) => Promise<PageAnswer>;

interface HistoryOptions {
  /** Maximum pages. */
  readonly pages?: number | undefined;
  /** Wraps the reading of a page, which resolves with undefined if the platform offers none. */
  readonly unlessAbsent?: ((work: () => Promise<PageRead>) => Promise<PageRead | undefined>) | undefined;
}

const maxPages = 10;

/**
 * Fetches the history from its newest row back to `since` (epoch milliseconds). The contract states neither the order of rows nor that a
 * page has the requested size, so the order is inferred from the dates. If the oldest rows come first, it is read backwards from its last
 * page. Rejects as `read` does.
 */
export async function readCreditHistory(
  read: ReadPage,
  since: number,
  { pages = maxPages, unlessAbsent = (work) => work() }: HistoryOptions = {},
): Promise<CreditHistory> {
  const operation = operationNamed('credits.history');
  const reader = new PageReader(operation, {}, (input) => read(operation, input));
  const fetched = new Map<number, readonly unknown[]>();
  let first: unknown;
  let before: readonly unknown[] | undefined;
  let isAscending = false;
  let isBackward = false;
  const result = (extent: CreditHistory['extent']): CreditHistory => {
    const newestFirst = isAscending ? [...fetched].toSorted(([a], [b]) => b - a) : [...fetched];
    // Between the first page and the last ones, pages may be missing: only the consecutive ones count.
    const joined = newestFirst.filter(([number], at) => Math.abs(number - (newestFirst[0]?.[0] ?? 0)) === at);
    const raw = withoutMoved(joined.map(([, rows]) => (isAscending ? rows.toReversed() : rows)));
    const rows = raw.map(toRow).filter((row) => row !== undefined);
    const whole = extent === 'whole';
    const skipped = raw.length - rows.length;
    return { rows, extent, skipped, whole, complete: whole && skipped === 0 };
  };
  for (let number = 1, count = 1; ; number += isBackward ? -1 : 1, count++) {
    const page = await unlessAbsent(() => reader.read(number, 0));
    if (!page?.isList) return result(count === 1 ? 'none' : 'broken');
    const { rows, lastPage, goesOn } = page;
    const isRepeated = rows.length > 0 && JSON.stringify(rows) === JSON.stringify(before);
    // The platform announces further pages but repeats this one.
    if (isRepeated && (lastPage !== undefined || goesOn)) return result('broken');
    if (!isRepeated) fetched.set(number, rows);
    before = rows;
    first ??= rows[0];
    isAscending ||= dateOf(first) < dateOf(rows.at(-1));
    const last = lastPage ?? (rows.length === 0 || isRepeated ? number : Infinity);
    const oldest = dateOf(isAscending ? rows[0] : rows.at(-1));
    if ((isBackward ? fetched.has(number - 1) : number >= last) || (oldest < since && isBackward === isAscending))
      return result('whole');
    if (count >= pages) return result('too_long');
    if (isAscending && !isBackward && last < Infinity) {
      isBackward = true;
      number = last + 1;
    }
  }
}

/** The rows of pages, without those that moved to another page between two requests. */
function withoutMoved(pages: readonly (readonly unknown[])[]): readonly unknown[] {
  const onOtherPages = new Set<string>();
  return pages.flatMap((rows) => {
    const texts = rows.map((row) => JSON.stringify(row));
    // Rows without a balance may be alike.
    const own = rows.filter(
      (row, at) => amountIn(pick(row, 'balance_after')) === undefined || !onOtherPages.has(texts[at] as string),
    );
    for (const text of texts) onOtherPages.add(text);
    return own;
  });
}

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

/** A number, which may come as a text. */
function amountIn(value: unknown): number | undefined {
  const amount = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof amount === 'number' && Math.abs(amount) <= maxCredits ? amount : undefined;
}

/** A row of the history; undefined if it has no valid date or amount. */
function toRow(row: unknown): HistoryRow | undefined {
  const [at, delta, endpoint] = [dateOf(row), amountIn(pick(row, 'delta')), pick(row, 'endpoint')];
  const reference = pick(row, 'reference_id');
  if (Number.isNaN(at) || delta === undefined) return undefined;
  return {
    at,
    // Rounds charges up and refunds down to whole credits.
    delta: Math.floor(delta),
    endpoint: typeof endpoint === 'string' ? endpoint : '',
    reference: typeof reference === 'string' || typeof reference === 'number' ? reference : null,
    balanceAfter: amountIn(pick(row, 'balance_after')) ?? null,
  };
}
