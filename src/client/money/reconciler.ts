import type { KnownAccount } from '../account/identity.ts';
import { operationNamed } from '../../catalog/index.ts';
import type { Arguments, Operation } from '../../catalog/operation.ts';
import type { Clock } from '../../clock.ts';
import type { Entry, EntryChange } from '../../state/entry.ts';
import type { State } from '../../state/state.ts';
import { type CreditHistory, leadsTo, readCreditHistory } from './credit-history.ts';
import type { DecodedResponse } from '../transport/decode-response.ts';
import type { DriftNotice } from './drift-notice.ts';
import { clockSkewMs, type HistoryRow, type Match, matchHistory } from './match-history.ts';
import type { Urgency } from '../transport/throttle.ts';
import { watchArguments } from '../jobs/job-status.ts';

/** Result of comparing an entry with the platform's history. */
export interface Reconciled {
  readonly job_id: string;
  readonly operation: string;
  readonly was: string;
  readonly now: string;
  /** Credits. */
  readonly charged: number;
}

/** The outcome of comparing the ledger with the history. */
export interface Review {
  readonly reconciled: readonly Reconciled[];
  /** The history leads to the balance: whatever the balance fell by, its rows say. */
  readonly explainsBalance: boolean;
  /** Charges of others. */
  readonly foreign: readonly HistoryRow[];
  /** Rows that could not be read. */
  readonly skipped: number;
}

/** How a reconciliation reads: at once for a waiting caller, or after all other requests and until it is aborted. */
export interface ReadOptions {
  readonly urgency: Urgency;
  readonly signal?: AbortSignal;
}

export interface ReconcilerDependencies {
  readonly state: State;
  readonly identity: KnownAccount;
  readonly clock: Clock;
  readonly read: (operation: Operation, input: Arguments, how: ReadOptions) => Promise<DecodedResponse>;
  /** The team's balance now; undefined where it cannot be read. */
  readonly balance: () => Promise<number | undefined>;
  readonly onDrift?: ((notice: DriftNotice) => void) | undefined;
}

/** Milliseconds after which a charge missing from the history will not appear: for one drawn at the start, and for one drawn by a job. */
const postedWithinMs = 120_000;
const maxJobMs = 3_600_000;

/** Milliseconds before a doubtful call within which others may have left rows that look like its own. */
const lookBackMs = 600_000;

/** Milliseconds for which a charge can still be corrected: one not yet found, and one taken back because it was not. */
export const correctionWindowMs = 7 * 86_400_000;

/** Minimum milliseconds between two reconciliations that no caller requested. */
const reviewIntervalMs = 30_000;

/**
 * Compares the ledger with `GET /credits/history`: what was charged is settled, what was not is released, and a charge that
 * differs from what was posted is corrected. That a row is missing counts only if the history leads to the team's balance,
 * or has a row from after the charge: a delayed history lacks charges that were made.
 */
export class Reconciler {
  readonly #dependencies: ReconcilerDependencies;
  #lookedAt = -Infinity;
  #running: Promise<Review> | undefined;

  constructor(dependencies: ReconcilerDependencies) {
    this.#dependencies = dependencies;
  }

  /** Reconciles now, or joins a reconciliation under way. Rejects where the history cannot be fetched. */
  async run(how: ReadOptions = { urgency: 'call' }): Promise<Review> {
    this.#running ??= this.#review(how).finally(() => (this.#running = undefined));
    return this.#running;
  }

  /** Reconciles if a call is in doubt and the last attempt is not recent. Never rejects: the call then stays in doubt. */
  async runIfDue(): Promise<void> {
    const {
      clock,
      state,
      identity: { known: account },
    } = this.#dependencies;
    if (clock.steady() - this.#lookedAt < reviewIntervalMs) return;
    const [doubtful] = await state.ledger.list(account, { money: ['in_doubt'], limit: 1 });
    if (doubtful || (await state.charges.unconfirmed(account, clock.now() - correctionWindowMs)).length > 0)
      await this.run().catch(() => undefined);
  }

  async #review(how: ReadOptions): Promise<Review> {
    const {
      state,
      identity: { known: account },
      clock,
      read,
    } = this.#dependencies;
    this.#lookedAt = clock.steady();
    const [doubtful, unconfirmed, mark] = await Promise.all([
      state.ledger.list(account, { money: ['in_doubt'], limit: 1_000 }),
      state.charges.unconfirmed(account, clock.now() - correctionWindowMs),
      state.charges.balanceMark(account),
    ]);
    const open = [...doubtful, ...unconfirmed];
    if (open.length === 0 && mark === undefined)
      return { reconciled: [], explainsBalance: false, foreign: [], skipped: 0 };
    // Calls whose charge is known take their rows of the history before a doubtful one can.
    const earliest = Math.min(...open.map(sentAt), mark?.readAt ?? Infinity) - lookBackMs;
    const charging = await state.ledger.list(account, { money: ['settled', 'due'], since: earliest, limit: 1_000 });
    const known = charging.filter(
      (entry) => (entry.charged ?? entry.estimate) > 0 && !open.some(({ id }) => id === entry.id),
    );
    const readAt = clock.now();
    // Read before the history: every charge that this balance reflects is then in it, unless the history lags.
    const balance = await this.#dependencies.balance();
    const history = await readCreditHistory(
      (operation, input) => read(operation, input, how),
      earliest - postedWithinMs,
    );
    const { matches, foreign } = matchHistory([...known, ...unconfirmed, ...doubtful], history.rows);
    const reconciled: Reconciled[] = [];
    for (const match of matches) {
      const done = await this.#apply(match, history, balance);
      if (done) reconciled.push(done);
    }
    const explainsBalance = leadsTo(history, balance);
    if (explainsBalance && balance !== undefined) await state.charges.markBalance(account, { balance, readAt });
    return { reconciled, explainsBalance, foreign, skipped: history.skipped };
  }

  async #apply(match: Match, history: CreditHistory, balance: number | undefined): Promise<Reconciled | undefined> {
    const { entry } = match;
    const change =
      entry.money === 'in_doubt' ? this.#verdictOn(match, history, balance) : this.#correction(match, history, balance);
    if (!change) return undefined;
    const written = await this.#dependencies.state.ledger.record(entry.id, change);
    if (!written) return undefined;
    const charged = written.charged ?? 0;
    if (
      written.money === 'settled' &&
      charged > written.estimate &&
      charged > (entry.charged ?? 0) &&
      !written.unbounded
    ) {
      this.#dependencies.onDrift?.({
        job_id: written.id,
        operation: written.operation,
        estimated: written.estimate,
        charged,
      });
    }
    const isChanged = written.money !== entry.money || charged !== (entry.charged ?? 0);
    return isChanged
      ? { job_id: written.id, operation: written.operation, was: entry.money, now: written.money, charged }
      : undefined;
  }

  #verdictOn(match: Match, history: CreditHistory, balance: number | undefined): EntryChange | undefined {
    const { entry, found, drawn, reference } = match;
    if (found)
      return {
        money: 'settled',
        charged: drawn,
        confirmation: 'found',
        ...(entry.state === 'unknown' ? takenUp(entry, reference, drawn) : {}),
      };
    if (!this.#isAbsent(match, history, balance)) return undefined;
    const gone = { state: 'failed', error: 'the platform has no record of a charge for it' } as const;
    return { money: 'released', confirmation: 'absent', ...(entry.state === 'unknown' ? gone : {}) };
  }

  /** For a charge that was posted or reversed: the history may have a larger one, a smaller one, or none. */
  #correction(match: Match, history: CreditHistory, balance: number | undefined): EntryChange | undefined {
    const { entry, found, drawn } = match;
    if (entry.money === 'due') return undefined;
    if (found && drawn > (entry.charged ?? 0))
      return {
        ...(entry.money === 'settled' ? {} : { money: 'settled' as const }),
        charged: drawn,
        confirmation: 'found',
      };
    if (entry.confirmation === 'stated' || entry.confirmation === 'found') return undefined;
    if (found)
      return this.#isWhole(match)
        ? { ...(entry.money === 'settled' ? { charged: drawn } : {}), confirmation: 'found' }
        : undefined;
    const isFirstLook = entry.confirmation === null && entry.money === 'settled';
    return isFirstLook && this.#isAbsent(match, history, balance) ? { charged: 0, confirmation: 'absent' } : undefined;
  }

  /** A price that is a bound may be drawn in parts, up to the end of the job and a little later. */
  #isWhole({ entry, contested }: Match): boolean {
    const { price, job } = operationNamed(entry.operation);
    if (contested) return false;
    if (price.kind === 'fixed' || !job) return true;
    return this.#dependencies.clock.now() >= (entry.endedAt ?? sentAt(entry) + maxJobMs) + postedWithinMs;
  }

  #isAbsent({ entry, contested }: Match, history: CreditHistory, balance: number | undefined): boolean {
    const { price } = operationNamed(entry.operation);
    const atStart = !('charged' in price) || price.charged === undefined || price.charged === 'at_start';
    const drawnFrom = atStart && entry.money !== 'in_doubt' ? sentAt(entry) : (entry.endedAt ?? sentAt(entry));
    const postedBy = drawnFrom + (atStart || entry.money !== 'in_doubt' ? postedWithinMs : maxJobMs);
    if (contested || !history.complete || this.#dependencies.clock.now() < postedBy) return false;
    return leadsTo(history, balance) || history.rows.some(({ at }) => at > postedBy + clockSkewMs);
  }
}

const sentAt = ({ dispatchedAt, reservedAt }: Entry): number => dispatchedAt ?? reservedAt;

/** A start that turns out to have been carried out: its job is watched, where its handle is known; else it is over, its answer lost. */
function takenUp(entry: Entry, reference: string | number | null, drawn: number): EntryChange {
  const { job } = operationNamed(entry.operation);
  const lost = {
    state: 'failed',
    error: `the platform carried it out and drew ${drawn} credits; its answer was lost`,
  } as const;
  if (!job) return lost;
  const sources = Object.entries(job.with);
  const fromReference =
    sources.length === 1 && sources[0] && 'answer' in sources[0][1] && reference !== null
      ? { [sources[0][0]]: reference }
      : undefined;
  const handle = watchArguments(job.with, entry.arguments, entry.answer) ?? fromReference;
  return handle ? { state: 'running', watch: { operation: job.watch, arguments: handle }, pollAfterMs: 0 } : lost;
}
