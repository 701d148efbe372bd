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
  /** What the charge refers to, where the history says. */
  readonly reference: string | number | null;
  readonly found: boolean;
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

/**
 * Assigns the rows of the platform's history to calls on record, oldest first; each row to one call at most. A row belongs to
 * a call if its address fits, its reference does not contradict it, and it is not older than the call. That it is
 * much younger says nothing: jobs are charged at their end. A call that may draw in several parts gets what is left under its name.
 */
export function matchHistory(entries: readonly Entry[], history: readonly HistoryRow[]): Matched {
  const open = history.toSorted((a, b) => a.at - b.at);
  const claimed = new Set<HistoryRow>();
  const oldestFirst = entries.toSorted((a, b) => sentAt(a) - sentAt(b));
  const matches = new Map<Entry, HistoryRow[]>();
  const claim = (entry: Entry, rows: readonly HistoryRow[]): void => {
    for (const row of rows) claimed.add(row);
    matches.set(entry, [...(matches.get(entry) ?? []), ...rows]);
  };
  // Rows that name what they refer to go first to the calls they name.
  for (const named of [true, false]) {
    for (const entry of oldestFirst) {
      if (matches.has(entry)) continue;
      const own = take(
        entry,
        open.filter((row) => !claimed.has(row) && fits(entry, row, named)),
      );
      if (own.length > 0) claim(entry, own);
    }
  }
  for (const row of open.filter(({ delta }) => delta < 0)) {
    const owner = claimed.has(row)
      ? undefined
      : oldestFirst.findLast((entry) => mayDrawAgain(entry, row) && fits(entry, row, true));
    if (owner) claim(owner, [row]);
  }
  const foreign = open.filter((row) => row.delta < 0 && !claimed.has(row));
  // A row missing for one call of an operation may have been assigned to another call of it by mistake.
  const contested = new Set(
    entries.filter((entry) => foreign.some((row) => couldFit(entry, row))).map(({ operation }) => operation),
  );
  return { matches: entries.map((entry) => matchOf(entry, matches.get(entry) ?? [], contested)), foreign };
}

function matchOf(entry: Entry, rows: readonly HistoryRow[], contested: ReadonlySet<string>): Match {
  return {
    entry,
    drawn: Math.max(0, 0 - rows.reduce((sum, { delta }) => sum + delta, 0)),
    reference: rows.find(({ reference }) => reference !== null)?.reference ?? null,
    found: rows.length > 0,
    contested: contested.has(entry.operation),
  };
}

const sentAt = ({ dispatchedAt, reservedAt }: Entry): number => dispatchedAt ?? reservedAt;

/** The operation whose address it is. */
export const operationAt = (endpoint: string, operations: readonly Operation[]): Operation | undefined =>
  operations.find((operation) => isAt(endpoint, operation));

/** The first charge, and what was given back for the same thing; of a metered call, all that it drew. */
function take(entry: Entry, fitting: readonly HistoryRow[]): HistoryRow[] {
  const charges = fitting.filter(({ delta }) => delta < 0);
  const [first] = charges;
  if (!first) return [];
  const { price } = operationNamed(entry.operation);
  const drawn =
    price.kind === 'metered'
      ? charges.filter(({ at }) => entry.endedAt === null || at <= entry.endedAt + clockSkewMs)
      : [first];
  const returned = fitting.find(
    (row) => row.delta > 0 && row.at >= first.at && row.reference === first.reference && row.delta <= -first.delta,
  );
  return [...drawn, ...(returned ? [returned] : [])];
}

/** A charge of parts, such as an analysis and a run; and any charge for a thing that this call alone has made. */
function mayDrawAgain(entry: Entry, { reference }: HistoryRow): boolean {
  const { price, job } = operationNamed(entry.operation);
  const made = Object.values(job?.with ?? {}).some(
    (source) => 'answer' in source && String(resolve(source, entry.arguments, answerOf(entry))) === String(reference),
  );
  return made || price.kind !== 'fixed';
}

function fits(entry: Entry, row: HistoryRow, named: boolean): boolean {
  const operation = operationNamed(entry.operation);
  if (!isSince(entry, row) || !isAt(row.endpoint, operation, entry)) return false;
  const own = namesOf(operation, entry);
  if (row.reference === null) return !named;
  if (own.length > 0 || named) return own.includes(String(row.reference));
  return true;
}

/** As `fits`, where what the call is known by may be wrong: a field of a body that another one overrides. */
function couldFit(entry: Entry, row: HistoryRow): boolean {
  const operation = operationNamed(entry.operation);
  if (!isSince(entry, row) || !isAt(row.endpoint, operation, entry)) return false;
  const isCertain = Object.values(operation.job?.with ?? {}).every(
    (source) => !('input' in source) || operation.params.includes(source.input),
  );
  return row.reference === null || !isCertain || namesOf(operation, entry).length === 0;
}

const isSince = (entry: Entry, { at }: HistoryRow): boolean => at >= sentAt(entry) - clockSkewMs;

/** What the platform answered to the start; the newest answer may be about something else. */
const answerOf = ({ started, answer }: Entry): unknown => started ?? answer;

/** All references that a charge may name: the call's handle, and the identifiers in its address. */
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
  const known = segmentsOf(path);
  if (segments.length !== known.length) return false;
  return known.every((segment, at) => {
    const other = segments[at] ?? '';
    if (!segment.startsWith('{')) return segment === other;
    if (/^[{:]/.test(other) || !entry) return true;
    return String(entry.arguments[params.find((name) => segment === `{${name}}`) ?? '']) === decodeURIComponent(other);
  });
}

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');
