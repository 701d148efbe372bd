import { allOperations, operationNamed } from '../../catalog/index.ts';
import type { Arguments, Operation } from '../../catalog/operation.ts';
import type { DecodedResponse } from '../transport/decode-response.ts';
import { type HistoryRow, isAt } from './match-history.ts';
import { maxCredits } from './whole-credits.ts';
import { historyFields } from './history-fields.ts';

/** The platform's record of charges (document 1, "Credits endpoints"), as far back as it was asked for. */
export interface CreditHistory {
  /** As the platform gives them: newest first. */
  readonly rows: readonly HistoryRow[];
  /** Whether every row back to the date asked for was fetched and could be read. */
  readonly complete: boolean;
  /** Rows with no usable date or amount. They are left out, and make the history incomplete. */
  readonly skipped: number;
}

const rowsPerPage = 100;
const maxPages = 10;

/** Fetches the history from its newest row back to `since`, in epoch milliseconds. Rejects where it cannot be fetched. */
export async function readCreditHistory(
  read: (operation: Operation, input: Arguments) => Promise<DecodedResponse>,
  since: number,
): Promise<CreditHistory> {
  const rows: HistoryRow[] = [];
  let skipped = 0;
  for (let page = 1; page <= maxPages; page++) {
    const { data, page: listPage } = await read(operationNamed('credits.history'), { page, per_page: rowsPerPage });
    const found = (Array.isArray(data) ? data : []).map(rowOf);
    const usable = found.filter((row) => row !== undefined);
    rows.push(...usable);
    skipped += found.length - usable.length;
    const oldest = usable.at(-1);
    const isLast = listPage ? listPage.page >= listPage.last_page : found.length < rowsPerPage;
    if (found.length === 0 || isLast || (oldest && oldest.at < since))
      return { rows, skipped, complete: Array.isArray(data) && skipped === 0 && rows.every(isAddressed) };
  }
  return { rows, skipped, complete: false };
}

/** Whether the rows lead, without a gap, to this balance. Then they hold every charge made before it was read. */
export function leadsTo({ rows, complete }: CreditHistory, balance: number | undefined): boolean {
  if (!complete || balance === undefined || rows[0]?.balanceAfter !== balance) return false;
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

/** A charge under an address outside the catalog could belong to any call. */
const isAddressed = ({ delta, endpoint }: HistoryRow): boolean =>
  delta >= 0 || allOperations().some((operation) => isAt(endpoint, operation));

function rowOf(said: unknown): HistoryRow | undefined {
  const { at, delta, endpoint, reference, after } = historyFields(said);
  if (
    typeof at !== 'string' ||
    Number.isNaN(Date.parse(at)) ||
    typeof delta !== 'number' ||
    !(Math.abs(delta) <= maxCredits)
  )
    return undefined;
  return {
    at: Date.parse(at),
    // A fraction of a credit counts as a whole one drawn, and as none given back.
    delta: Math.floor(delta),
    endpoint: typeof endpoint === 'string' ? endpoint : '',
    reference: typeof reference === 'string' || typeof reference === 'number' ? reference : null,
    balanceAfter: typeof after === 'number' && Number.isFinite(after) ? after : null,
  };
}
