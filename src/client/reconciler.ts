import { allOperations, operation as operationNamed } from '../catalog/index.ts';
import type { Arguments, Operation } from '../catalog/operation.ts';
import type { Clock } from '../clock.ts';
import type { Entry, EntryChange, State } from '../state/state.ts';
import type { Answered } from './decode-answer.ts';
import { type HistoryRow, isReadable, type Match, matchHistory } from './match-history.ts';
import { pick } from './path.ts';
import { watchArguments } from './verdict.ts';

/** What became of an entry that was laid beside the platform's book. */
export interface Reconciled {
  readonly job_id: string;
  readonly operation: string;
  readonly was: string;
  readonly now: string;
  /** Credits. */
  readonly charged: number;
}

export interface ReconcilerParts {
  readonly state: State;
  readonly account: string;
  readonly clock: Clock;
  readonly read: (operation: Operation, input: Arguments) => Promise<Answered>;
}

/** Milliseconds after which a charge that is not in the book will not come: for one drawn at the start, and for one drawn by a job. */
const bookedAfter = 120_000;
const jobsEndWithin = 3_600_000;

/** Milliseconds before a doubtful call within which others may have left rows that look like its own. */
const neighbours = 600_000;

/** Milliseconds for which a posted bound is still corrected. */
const correctable = 86_400_000;

/** Milliseconds between two looks at the book that nobody asked for. */
const pause = 30_000;

const rowsAPage = 100;
const mostPages = 10;

/**
 * Clears up what is in doubt against `GET /credits/history`: what was charged is settled, what was not is released. Nothing is
 * released on the word of a book that cannot be read in full, or too early for a charge to be in it.
 */
export class Reconciler {
  readonly #parts: ReconcilerParts;
  #lookedAt = -Infinity;
  #running: Promise<Reconciled[]> | undefined;

  constructor(parts: ReconcilerParts) {
    this.#parts = parts;
  }

  /** Reconciles now, or joins who is at it. Rejects where the book cannot be fetched. */
  run(): Promise<Reconciled[]> {
    this.#running ??= this.#reconcile().finally(() => (this.#running = undefined));
    return this.#running;
  }

  /** Reconciles if something is in doubt and nobody has looked lately. Never rejects: doubt simply stays. */
  async runIfDue(): Promise<void> {
    const { clock, state, account } = this.#parts;
    if (clock.steady() - this.#lookedAt < pause) return;
    const [doubtful] = await state.list(account, { money: ['in_doubt'], limit: 1 });
    if (doubtful) await this.run().catch(() => undefined);
  }

  async #reconcile(): Promise<Reconciled[]> {
    const { state, account, clock } = this.#parts;
    this.#lookedAt = clock.steady();
    const doubtful = await state.list(account, { money: ['in_doubt'], limit: 1_000 });
    const charging = (await state.list(account, { money: ['settled', 'due'], limit: 1_000 })).filter((entry) => (entry.charged ?? entry.estimate) > 0);
    const open = [...doubtful, ...charging.filter((entry) => isBound(entry) && clock.now() - sentAt(entry) < correctable)];
    if (open.length === 0) return [];
    // Calls whose charge is known take their rows of the book before a doubtful one can.
    const earliest = Math.min(...open.map(sentAt)) - neighbours;
    const settled = charging.filter((entry) => (entry.settledAt ?? Infinity) >= earliest);
    const { rows, complete } = await this.#history(Math.min(...[...settled, ...doubtful].map(sentAt)));
    const reliable = complete && isReadable(rows, allOperations());
    const reconciled: Reconciled[] = [];
    for (const match of matchHistory([...settled, ...doubtful], rows)) {
      if (!open.includes(match.entry)) continue;
      const change = match.entry.money === 'in_doubt' ? this.#verdictOn(match, reliable) : this.#correction(match, reliable);
      if (!change) continue;
      const entry = await state.record(match.entry.id, change);
      if (entry) reconciled.push({ job_id: entry.id, operation: entry.operation, was: match.entry.money, now: entry.money, charged: entry.charged ?? 0 });
    }
    return reconciled;
  }

  #verdictOn({ entry, found, drawn, reference }: Match, reliable: boolean): EntryChange | undefined {
    if (found) return { money: 'settled', charged: drawn, ...(entry.state === 'unknown' ? takenUp(entry, reference, drawn) : {}) };
    const { price } = operationNamed(entry.operation);
    const atStart = !('charged' in price) || price.charged === undefined || price.charged === 'at_start';
    const age = this.#parts.clock.now() - (entry.endedAt ?? entry.dispatchedAt ?? entry.reservedAt);
    if (!reliable || age < (atStart ? bookedAfter : jobsEndWithin)) return undefined;
    const gone = { state: 'failed', error: 'the platform has no record of a charge for it' } as const;
    return { money: 'released', ...(entry.state === 'unknown' ? gone : {}) };
  }

  /** An upper bound was posted: the book may know of less, or of nothing at all. */
  #correction({ entry, found, drawn }: Match, reliable: boolean): EntryChange | undefined {
    if (found) return drawn === entry.charged ? undefined : { charged: drawn };
    return reliable && this.#parts.clock.now() - sentAt(entry) > bookedAfter ? { charged: 0 } : undefined;
  }

  /** The book from its newest row back to `since`. */
  async #history(since: number): Promise<{ rows: HistoryRow[]; complete: boolean }> {
    const rows: HistoryRow[] = [];
    for (let page = 1; page <= mostPages; page++) {
      const { data, page: told } = await this.#parts.read(operationNamed('credits.history'), { page, per_page: rowsAPage });
      const found = (Array.isArray(data) ? data : []).map(rowOf);
      rows.push(...found.filter((row) => row !== undefined));
      const last = found.at(-1);
      if (found.some((row) => row === undefined)) return { rows, complete: false };
      if (found.length === 0 || (last && last.at < since - bookedAfter) || (told ? told.page >= told.last_page : found.length < rowsAPage)) {
        return { rows, complete: true };
      }
    }
    return { rows, complete: false };
  }
}

/** Whether what was posted is the estimate, for want of a word about what was drawn. */
const isBound = ({ money, charged, estimate }: Entry): boolean => money === 'settled' && charged === estimate;

const sentAt = ({ dispatchedAt, reservedAt }: Entry): number => dispatchedAt ?? reservedAt;

function rowOf(said: unknown): HistoryRow | undefined {
  const [at, delta, endpoint, reference] = ['created_at', 'delta', 'endpoint', 'reference_id'].map((name) => pick(said, name));
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at)) || typeof delta !== 'number') return undefined;
  return {
    at: Date.parse(at),
    delta,
    endpoint: typeof endpoint === 'string' ? endpoint : '',
    reference: typeof reference === 'string' || typeof reference === 'number' ? reference : null,
  };
}

/** A start that turns out to have been carried out: its job is watched, where its handle is known; else it is over, its answer lost. */
function takenUp(entry: Entry, reference: string | number | null, drawn: number): EntryChange {
  const { job } = operationNamed(entry.operation);
  const lost = { state: 'failed', error: `the platform carried it out and drew ${drawn} credits; its answer was lost` } as const;
  if (!job) return lost;
  const sources = Object.entries(job.with);
  const fromReference = sources.length === 1 && sources[0] && 'answer' in sources[0][1] && reference !== null ? { [sources[0][0]]: reference } : undefined;
  const handle = watchArguments(job.with, entry.arguments, entry.answer) ?? fromReference;
  return handle ? { state: 'running', watch: { operation: job.watch, arguments: handle }, pollAfter: 0 } : lost;
}
