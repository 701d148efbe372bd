import { operation as operationNamed } from '../catalog/index.ts';
import type { Operation } from '../catalog/operation.ts';
import type { Entry } from '../state/state.ts';
import { resolve } from './verdict.ts';

/** A row of `GET /credits/history`. */
export interface HistoryRow {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Negative: drawn; positive: given back, or a top-up. */
  readonly delta: number;
  readonly endpoint: string;
  readonly reference: string | number | null;
}

/** What the platform's book says about a call on record. */
export interface Match {
  readonly entry: Entry;
  /** Credits drawn, less what was given back. */
  readonly drawn: number;
  /** What the charge refers to, where the book says. */
  readonly reference: string | number | null;
  readonly found: boolean;
}

/** Milliseconds by which the platform's clock may be behind ours. */
const skew = 120_000;

/**
 * Lays calls on record beside the platform's book, oldest first. Each row counts for one call at most; a metered call
 * may have drawn several times. A row belongs to a call if its address fits, its reference does not contradict it, and it is not
 * older than the call. That it is not much younger says nothing: jobs are charged at their end.
 */
export function matchHistory(entries: readonly Entry[], history: readonly HistoryRow[]): Match[] {
  const open = history.toSorted((a, b) => a.at - b.at);
  const claimed = new Set<HistoryRow>();
  const oldestFirst = entries.toSorted((a, b) => (a.dispatchedAt ?? 0) - (b.dispatchedAt ?? 0));
  // Rows that name what they refer to go first to the calls they name.
  const matches = new Map<Entry, HistoryRow[]>();
  for (const named of [true, false]) {
    for (const entry of oldestFirst) {
      if (matches.has(entry)) continue;
      const fitting = open.filter((row) => !claimed.has(row) && fits(entry, row, named));
      const own = take(entry, fitting);
      if (own.length === 0) continue;
      for (const row of own) claimed.add(row);
      matches.set(entry, own);
    }
  }
  return entries.map((entry) => {
    const rows = matches.get(entry) ?? [];
    const reference = rows.find((row) => row.reference !== null)?.reference ?? null;
    return { entry, drawn: Math.max(0, -rows.reduce((sum, { delta }) => sum + delta, 0)), reference, found: rows.length > 0 };
  });
}

/** Whether every row's address is one of the catalog's, or a top-up: only then does a missing row mean anything. */
export const isReadable = (history: readonly HistoryRow[], operations: readonly Operation[]): boolean =>
  history.every(({ delta, endpoint }) => delta >= 0 || operations.some((operation) => isAt(endpoint, operation)));

/** The first charge, and what was given back for the same thing; of a metered call, all that it drew. */
function take(entry: Entry, fitting: readonly HistoryRow[]): HistoryRow[] {
  const charges = fitting.filter(({ delta }) => delta < 0);
  const [first] = charges;
  if (!first) return [];
  const { price } = operationNamed(entry.operation);
  const drawn = price.kind === 'metered' ? charges.filter(({ at }) => entry.endedAt === null || at <= entry.endedAt + skew) : [first];
  const returned = fitting.find((row) => row.delta > 0 && row.at >= first.at && row.reference === first.reference && row.delta <= -first.delta);
  return [...drawn, ...(returned ? [returned] : [])];
}

function fits(entry: Entry, { at, endpoint, reference }: HistoryRow, named: boolean): boolean {
  const operation = operationNamed(entry.operation);
  if (at < (entry.dispatchedAt ?? entry.reservedAt) - skew || !isAt(endpoint, operation, entry)) return false;
  const own = namesOf(operation, entry);
  if (reference === null) return !named;
  if (own.length > 0 || named) return own.includes(String(reference));
  return true;
}

/** Everything by which a charge may refer to the call: its handle, and the identifiers in its address. */
function namesOf({ job, params }: Operation, entry: Entry): string[] {
  const handles = Object.values(job?.with ?? {}).map((source) => resolve(source, entry.arguments, entry.answer));
  const watched = Object.values(entry.watch?.arguments ?? {});
  const values = handles.length > 0 || watched.length > 0 ? [...handles, ...watched] : params.map((name) => entry.arguments[name]);
  return values.filter((value) => typeof value === 'string' || typeof value === 'number').map(String);
}

/** `POST /articles/{id}/generate`, `/api/v1/articles/7/generate` and the like. With `entry`, identifiers have to be its own. */
function isAt(endpoint: string, { method, path, params }: Operation, entry?: Entry): boolean {
  const [, verb, address = ''] = /^(?:([A-Z]+)\s+)?(?:https?:\/\/[^/]+)?(\S*)$/.exec(endpoint.trim()) ?? [];
  if (verb && verb !== method) return false;
  const told = segmentsOf(address.replace(/^\/?(api\/)?v1(?=\/)/, '').replace(/\?.*$/, ''));
  const known = segmentsOf(path);
  if (told.length !== known.length) return false;
  return known.every((segment, at) => {
    const other = told[at] ?? '';
    if (!segment.startsWith('{')) return segment === other;
    if (/^[{:]/.test(other) || !entry) return true;
    return String(entry.arguments[params.find((name) => segment === `{${name}}`) ?? '']) === decodeURIComponent(other);
  });
}

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');
