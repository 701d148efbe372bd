import { type Operation, operationNamed } from '../../catalog/index.ts';
import { scalarText } from '../../base/json/scalar-text.ts';
import type { Entry } from '../../state/index.ts';
import { percentDecoded } from '../../base/text/percent-decoded.ts';
import { resolveSource } from '../answers/watch-arguments.ts';

/** A row of `GET /credits/history`. */
export interface HistoryRow {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Credits. Negative: a charge; positive: a refund or a top-up. */
  readonly delta: number;
  readonly endpoint: string;
  readonly reference: string | number | null;
  /** Balance after this row, if it states it. */
  readonly balanceAfter: number | null;
}

/** What the platform's history says about one recorded call. */
export interface Match {
  readonly entry: Entry;
  /** Credits charged minus refunds. */
  readonly drawn: number;
  /** Reference of the charge, if references are known to identify calls. */
  readonly reference: string | number | null;
  /** Whether any row belongs to the call. */
  readonly isMatched: boolean;
  /** Whether the rows may be a team-mate's: they have another reference, or there are several where one is expected. */
  readonly uncertain: boolean;
  /** Whether an unassigned charge may belong to this call, so that a missing row proves nothing. */
  readonly contested: boolean;
  /** Whether this call and another one, whose answer was lost too, cannot be told apart, and only one of them was charged. */
  readonly isInterchangeable: boolean;
}

/** Assignment of history rows to recorded calls. */
export interface Matched {
  readonly matches: readonly Match[];
  /** Charges that match no recorded call: a team-mate's, or another installation's. */
  readonly foreign: readonly HistoryRow[];
}

/** Milliseconds by which the platform's clock may be behind this machine's. */
export const clockSkewMs = 120_000;

/** Milliseconds after which a charge missing from the history will not appear. */
export const postedWithinMs = 120_000;

/**
 * Assigns each row of the platform's history to at most one recorded call (docs/decisions/0059). A row fits a call if endpoint and
 * time do. Its reference only chooses between fitting calls, since the contract does not define it. Order: rows that reference a call
 * are assigned first; calls that seem to be free come last, since the start of a dialogue and its continuation have the same
 * reference and only one of them is paid. Rows left once each call has one are further charges of a call, or a team-mate's. Calls
 * whose answers were lost may be interchangeable: then the rows say how much they cost together, and not which job is whose.
 */
export function matchHistory(entries: readonly Entry[], history: readonly HistoryRow[]): Matched {
  const oldestRows = history.toSorted((a, b) => a.at - b.at);
  const oldestFirst = entries.toSorted((a, b) => sentAt(a) - sentAt(b));
  const likeliestFirst = oldestFirst.toSorted((a, b) => chargeRank(a) - chargeRank(b));
  const claimed = new Map<HistoryRow, Entry>();
  const matches = new Map<Entry, HistoryRow[]>();
  const claim = (entry: Entry, rows: readonly HistoryRow[]): void => {
    for (const row of rows) claimed.set(row, entry);
    if (rows.length > 0) matches.set(entry, [...(matches.get(entry) ?? []), ...rows]);
  };
  for (const isPreferred of [isNamed, () => true]) {
    for (const entry of likeliestFirst.filter((one) => !matches.has(one))) {
      const free = oldestRows.filter((row) => !claimed.has(row) && fits(entry, row));
      claim(
        entry,
        take(free, (row) => isPreferred(entry, row)),
      );
    }
  }
  const referringOperations = new Set(
    [...claimed].filter(([row, entry]) => isNamed(entry, row)).map(([, { operation }]) => operation),
  );
  for (const row of oldestRows.filter((one) => one.delta < 0 && !claimed.has(one))) {
    const owner = oldestFirst.findLast((entry) => fits(entry, row) && mayDrawAgain(entry, row, referringOperations));
    if (owner) claim(owner, [row]);
  }
  const foreign = oldestRows.filter((row) => row.delta < 0 && !claimed.has(row));
  const isOpaque = referringOperations.size === 0 && [...claimed].some(([row, entry]) => isMisnamed(entry, row));
  // A call's row may have been assigned to another call of the same operation, so all calls of the operation count as contested.
  const couldBeOf = (entry: Entry) =>
    foreign.some((row) => fits(entry, row) && !isOthers(entry, row, referringOperations));
  const contested = new Set(entries.filter(couldBeOf).map(({ operation }) => operation));
  const rowsOf = (entry: Entry): readonly HistoryRow[] => matches.get(entry) ?? [];
  const lost = entries.filter(
    (entry) => entry.state === 'unknown' && !rowsOf(entry).some((row) => isNamed(entry, row)),
  );
  /** The first row of a call is the charge for its start. */
  const couldHaveRowOf = (entry: Entry, [row]: readonly HistoryRow[]): boolean => !row || fits(entry, row);
  const isAlike = (entry: Entry, other: Entry): boolean =>
    couldHaveRowOf(entry, rowsOf(other)) && couldHaveRowOf(other, rowsOf(entry));
  return {
    matches: entries.map((entry) => {
      const match = matchOf(entry, rowsOf(entry), referringOperations);
      const alike = lost.includes(entry) ? lost.filter((other) => other !== entry && isAlike(entry, other)) : [];
      return {
        ...match,
        reference: isOpaque || alike.length > 0 ? null : match.reference,
        contested: contested.has(entry.operation),
        isInterchangeable: alike.some((other) => matches.has(other) !== match.isMatched),
      };
    }),
    foreign,
  };
}

/** @param referringOperations operations whose rows are known to reference their calls */
function matchOf(
  entry: Entry,
  rows: readonly HistoryRow[],
  referringOperations: ReadonlySet<string>,
): Omit<Match, 'contested' | 'isInterchangeable'> {
  const charges = rows.filter(({ delta }) => delta < 0);
  const unnamed = charges.filter((row) => !isNamed(entry, row));
  const isOneExpected = operationNamed(entry.operation).price.kind === 'fixed';
  return {
    entry,
    drawn: Math.max(0, 0 - rows.reduce((sum, { delta }) => sum + delta, 0)),
    reference: charges.find(({ reference }) => reference !== null)?.reference ?? null,
    isMatched: rows.length > 0,
    uncertain:
      charges.some((row) => isOthers(entry, row, referringOperations)) ||
      (isOneExpected && charges.length > 1 && unnamed.length > 0),
  };
}

/** Epoch milliseconds at which a call was sent, or else reserved. */
export const sentAt = ({ dispatchedAt, reservedAt }: Entry): number => dispatchedAt ?? reservedAt;

/** How likely a call was charged, according to the ledger; 0 is likeliest. */
function chargeRank({ money, charged, state }: Entry): number {
  if ((charged ?? 0) > 0) return 0;
  return money === 'released' || money === 'settled' || (money === 'in_doubt' && state === 'failed') ? 2 : 1;
}

/** The operation that the endpoint of a history row belongs to. */
export function operationAt(endpoint: string, operations: readonly Operation[]): Operation | undefined {
  const address = addressIn(endpoint);
  return operations.find((operation) => isAddressOf(address, operation));
}

/** The first preferred charge, and the refund with the same reference. */
function take(rows: readonly HistoryRow[], isPreferred: (row: HistoryRow) => boolean): HistoryRow[] {
  const first = rows.find((row) => row.delta < 0 && isPreferred(row));
  if (!first) return [];
  const returned = rows.find(
    (row) => row.delta > 0 && row.at >= first.at && row.reference === first.reference && row.delta <= -first.delta,
  );
  return returned ? [first, returned] : [first];
}

/**
 * Whether a further charge may belong to a call that has one already: if it references something that this call created, or was made
 * before the call ended and does not reference another call.
 */
function mayDrawAgain(entry: Entry, row: HistoryRow, referringOperations: ReadonlySet<string>): boolean {
  const operation = operationNamed(entry.operation);
  const isOwn = isNamed(entry, row);
  const made = Object.values(operation.job?.with ?? {}).some(
    (source) =>
      'answer' in source &&
      scalarText(resolveSource(source, entry.arguments, answerOf(entry))) === String(row.reference),
  );
  if (made || (isOwn && operation.price.kind !== 'fixed')) return true;
  return !isOthers(entry, row, referringOperations) && row.at <= endOf(entry) + postedWithinMs;
}

/** Epoch milliseconds after which a call is not charged again: its end, or the settlement of a fixed price. */
function endOf({ operation, endedAt, settledAt }: Entry): number {
  const drawnAt = operationNamed(operation).price.kind === 'fixed' ? settledAt : null;
  return Math.min(endedAt ?? Infinity, drawnAt ?? Infinity);
}

/** Whether endpoint and time of a row fit a call. A refused call has no job that could be charged later. */
function fits(entry: Entry, row: HistoryRow): boolean {
  const isLate = entry.state === 'failed' && entry.watch === null && row.at > endOf(entry) + postedWithinMs;
  return (
    row.at >= sentAt(entry) - clockSkewMs &&
    !isLate &&
    isAddressOf(addressIn(row.endpoint), operationNamed(entry.operation), entry)
  );
}

const isNamed = (entry: Entry, { reference }: HistoryRow): boolean =>
  namesOf(operationNamed(entry.operation), entry).includes(String(reference));

/** Whether a row references another call, given that rows of the operation are known to reference their calls. */
const isOthers = (entry: Entry, row: HistoryRow, referringOperations: ReadonlySet<string>): boolean =>
  referringOperations.has(entry.operation) && row.reference !== null && !isNamed(entry, row);

/** Whether a row has a reference that is none of the call's known identifiers. */
const isMisnamed = (entry: Entry, row: HistoryRow): boolean =>
  row.reference !== null && !isNamed(entry, row) && namesOf(operationNamed(entry.operation), entry).length > 0;

/** The answer to the start, since the latest answer may be about something else. */
const answerOf = ({ started, answer }: Entry): unknown => started ?? answer;

/** Identifiers by which a charge may reference a call: the handle of its job, otherwise the identifiers in its path. */
function namesOf({ job, params }: Operation, entry: Entry): string[] {
  const sources = Object.entries(job?.with ?? {}).filter(([, source]) => !('constant' in source));
  const handles = sources.map(([, source]) => resolveSource(source, entry.arguments, answerOf(entry)));
  const watched = sources.map(([name]) => entry.watch?.arguments[name]);
  const values = sources.length > 0 ? [...handles, ...watched] : params.map((name) => entry.arguments[name]);
  return values.filter((value) => typeof value === 'string' || typeof value === 'number').map(String);
}

interface Address {
  readonly method: string | undefined;
  readonly segments: readonly string[];
}

/** The address in an endpoint such as `POST /articles/{id}/generate` or `/api/v1/articles/7/generate`. */
function addressIn(endpoint: string): Address {
  const parts = /^(?:(?<method>[A-Z]+)\s+)?(?:https?:\/\/[^/]+)?(?<path>\S*)$/.exec(endpoint.trim())?.groups ?? {};
  const { method, path = '' } = parts;
  return { method, segments: segmentsOf(path.replace(/^\/?(api\/)?v1(?=\/)/, '').replace(/\?.*/, '')) };
}

/** Whether an address is the operation's. With `entry`, its identifiers must be those of that call. */
function isAddressOf(address: Address, { method, path, params }: Operation, entry?: Entry): boolean {
  if (address.method && address.method !== method) return false;
  const pathSegments = segmentsOf(path);
  if (address.segments.length !== pathSegments.length) return false;
  return pathSegments.every((segment, at) => {
    const other = address.segments[at] ?? '';
    if (!segment.startsWith('{')) return segment === other;
    if (/^[{:]/.test(other) || !entry) return true;
    const value = String(entry.arguments[params.find((name) => segment === `{${name}}`) ?? '']);
    return value === (percentDecoded(other) ?? other);
  });
}

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');
