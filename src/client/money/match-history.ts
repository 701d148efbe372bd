import { operationNamed } from '../../catalog/index.ts';
import type { Operation } from '../../catalog/operation.ts';
import type { Entry } from '../../state/entry.ts';
import { resolve } from '../jobs/job-status.ts';

/** A row of `GET /credits/history`. */
export interface HistoryRow {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Negative: drawn; positive: given back, or a top-up. */
  readonly delta: number;
  readonly endpoint: string;
  readonly reference: string | number | null;
  /** The balance that this row left, where it says. */
  readonly balanceAfter: number | null;
}

/** The rows of the platform's history that belong to a call on record. */
export interface Match {
  readonly entry: Entry;
  /** Credits drawn, less what was given back. */
  readonly drawn: number;
  /** What the charge refers to, where that is known to be what the call is known by. */
  readonly reference: string | number | null;
  readonly isMatched: boolean;
  /** The rows may be a team-mate's: they refer to something else, or are more than one where one is expected. */
  readonly uncertain: boolean;
  /** A charge that matches no call may belong to this one, so a missing row proves nothing. */
  readonly contested: boolean;
}

export interface Matched {
  readonly matches: readonly Match[];
  /** Charges that match no call on record: a team-mate's, or another installation's. */
  readonly foreign: readonly HistoryRow[];
}

/** Milliseconds by which the platform's clock may be behind this machine's. */
export const clockSkewMs = 120_000;

/** Milliseconds after which a charge missing from the history will not appear. */
export const postedWithinMs = 120_000;

/**
 * Assigns the rows of the platform's history to calls on record; each row to one call at most. A row belongs to a call if
 * address and time fit. What it refers to only decides between calls, since the contract does not say what that is: the rows
 * that name a call go to it first, and to calls that drew nothing as far as is known after all others: the start of a dialogue
 * and its continuation have one name, and only one of them is paid. What is left after each call has its row was drawn by a call in parts, or by a
 * team-mate: docs/decisions/0059.
 */
export function matchHistory(entries: readonly Entry[], history: readonly HistoryRow[]): Matched {
  const oldestRows = history.toSorted((a, b) => a.at - b.at);
  const oldestFirst = entries.toSorted((a, b) => sentAt(a) - sentAt(b));
  const likeliestFirst = oldestFirst.toSorted((a, b) => Number(isFree(a)) - Number(isFree(b)));
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
  // A row missing for one call of an operation may have been assigned to another call of it by mistake.
  const couldBeOf = (entry: Entry) =>
    foreign.some((row) => fits(entry, row) && !isOthers(entry, row, referringOperations));
  const contested = new Set(entries.filter(couldBeOf).map(({ operation }) => operation));
  return {
    matches: entries.map((entry) => {
      const match = matchOf(entry, matches.get(entry) ?? [], referringOperations);
      return { ...match, reference: isOpaque ? null : match.reference, contested: contested.has(entry.operation) };
    }),
    foreign,
  };
}

/** @param referringOperations operations whose rows are known to refer to what their calls are known by */
function matchOf(
  entry: Entry,
  rows: readonly HistoryRow[],
  referringOperations: ReadonlySet<string>,
): Omit<Match, 'contested'> {
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

const sentAt = ({ dispatchedAt, reservedAt }: Entry): number => dispatchedAt ?? reservedAt;

/** Nothing was drawn, as far as its answer says. */
const isFree = ({ money, charged }: Entry): boolean =>
  money === 'released' || (money === 'settled' && (charged ?? 0) === 0);

/** The operation whose address it is. */
export const operationAt = (endpoint: string, operations: readonly Operation[]): Operation | undefined =>
  operations.find((operation) => isAt(endpoint, operation));

/** The first charge that is preferred, and what was given back for the same thing. */
function take(rows: readonly HistoryRow[], isPreferred: (row: HistoryRow) => boolean): HistoryRow[] {
  const first = rows.find((row) => row.delta < 0 && isPreferred(row));
  if (!first) return [];
  const returned = rows.find(
    (row) => row.delta > 0 && row.at >= first.at && row.reference === first.reference && row.delta <= -first.delta,
  );
  return returned ? [first, returned] : [first];
}

/**
 * Whether a charge beside the one that the call has is its own as well: any that names what this call alone has made, and
 * any while it was under way, unless charges of its operation name their calls, and this one names something else.
 */
function mayDrawAgain(entry: Entry, row: HistoryRow, referringOperations: ReadonlySet<string>): boolean {
  const operation = operationNamed(entry.operation);
  const isOwn = isNamed(entry, row);
  const made = Object.values(operation.job?.with ?? {}).some(
    (source) =>
      'answer' in source && String(resolve(source, entry.arguments, answerOf(entry))) === String(row.reference),
  );
  if (made || (isOwn && operation.price.kind !== 'fixed')) return true;
  return !isOthers(entry, row, referringOperations) && row.at <= endOf(entry) + postedWithinMs;
}

/** The end of a call or its job; one fixed price has been drawn once that is settled. */
function endOf({ operation, endedAt, settledAt }: Entry): number {
  const drawnAt = operationNamed(operation).price.kind === 'fixed' ? settledAt : null;
  return Math.min(endedAt ?? Infinity, drawnAt ?? Infinity);
}

/** Address and time fit. A call that was refused has no job that could draw later. */
function fits(entry: Entry, row: HistoryRow): boolean {
  const isLate = entry.state === 'failed' && entry.watch === null && row.at > endOf(entry) + postedWithinMs;
  return row.at >= sentAt(entry) - clockSkewMs && !isLate && isAt(row.endpoint, operationNamed(entry.operation), entry);
}

const isNamed = (entry: Entry, { reference }: HistoryRow): boolean =>
  namesOf(operationNamed(entry.operation), entry).includes(String(reference));

/** The row refers to something else, and charges of the operation are known to refer to their calls. */
const isOthers = (entry: Entry, row: HistoryRow, referringOperations: ReadonlySet<string>): boolean =>
  referringOperations.has(entry.operation) && row.reference !== null && !isNamed(entry, row);

/** The row refers to something that the call is not known by, though it is known by something. */
const isMisnamed = (entry: Entry, row: HistoryRow): boolean =>
  row.reference !== null && !isNamed(entry, row) && namesOf(operationNamed(entry.operation), entry).length > 0;

/** What the platform answered to the start; the newest answer may be about something else. */
const answerOf = ({ started, answer }: Entry): unknown => started ?? answer;

/** What a charge of the call may refer to: the call's handle, or the identifiers in its address where it has none. */
function namesOf({ job, params }: Operation, entry: Entry): string[] {
  const sources = Object.entries(job?.with ?? {}).filter(([, source]) => !('constant' in source));
  const handles = sources.map(([, source]) => resolve(source, entry.arguments, answerOf(entry)));
  const watched = sources.map(([name]) => entry.watch?.arguments[name]);
  const values = sources.length > 0 ? [...handles, ...watched] : params.map((name) => entry.arguments[name]);
  return values.filter((value) => typeof value === 'string' || typeof value === 'number').map(String);
}

/** `POST /articles/{id}/generate`, `/api/v1/articles/7/generate` and the like. With `entry`, identifiers have to be its own. */
export function isAt(endpoint: string, { method, path, params }: Operation, entry?: Entry): boolean {
  const [, verb, address = ''] = /^(?:([A-Z]+)\s+)?(?:https?:\/\/[^/]+)?(\S*)$/.exec(endpoint.trim()) ?? [];
  if (verb && verb !== method) return false;
  const segments = segmentsOf(address.replace(/^\/?(api\/)?v1(?=\/)/, '').replace(/\?.*$/, ''));
  const pathSegments = segmentsOf(path);
  if (segments.length !== pathSegments.length) return false;
  return pathSegments.every((segment, at) => {
    const other = segments[at] ?? '';
    if (!segment.startsWith('{')) return segment === other;
    if (/^[{:]/.test(other) || !entry) return true;
    return String(entry.arguments[params.find((name) => segment === `{${name}}`) ?? '']) === decodeURIComponent(other);
  });
}

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');
