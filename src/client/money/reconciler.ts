import type { KnownAccount } from '../account/identity.ts';
import { operationNamed } from '../../catalog/index.ts';
import type { Arguments, Operation } from '../../catalog/operation.ts';
import type { Clock } from '../../clock.ts';
import type { BalanceReading } from '../../state/charges.ts';
import type { Entry, EntryChange, MoneyState } from '../../state/entry.ts';
import type { JobState } from '../../job-states.ts';
import type { State } from '../../state/state.ts';
import { type CreditHistory, isAddressed, leadsTo, readCreditHistory } from './credit-history.ts';
import type { DecodedResponse } from '../decoding/decoded-response.ts';
import type { DriftNotice } from './drift-notice.ts';
import { clockSkewMs, type HistoryRow, type Match, matchHistory, postedWithinMs } from './match-history.ts';
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

/** A balance, and how many calls of the account had ended before it was read. */
export interface ComparedReading extends BalanceReading {
  readonly ended: number;
}

/** How a reconciliation reads: at once for a waiting caller, or after all other requests and until it is aborted. */
export interface ReadOptions {
  readonly urgency: Urgency;
  readonly signal?: AbortSignal | undefined;
  /** Used in place of another reading. */
  readonly reading?: ComparedReading | undefined;
  /** An answer that is not what is declared is handed over as it came, and is no error. */
  readonly anyForm?: true | undefined;
}

/** What a comparison judges by. */
interface Evidence {
  readonly history: CreditHistory;
  /** The history leads to the balance. */
  readonly isExplained: boolean;
  /** No call has ended since the balance was read, by the store's count: machines' clocks differ. */
  readonly isCurrent: boolean;
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

/** Milliseconds after its start after which a job whose end is unknown draws nothing more. */
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
      identity: { accountOrAccess: account },
    } = this.#dependencies;
    if (clock.steady() - this.#lookedAt < reviewIntervalMs) return;
    const [doubtful] = await state.ledger.list(account, { money: ['in_doubt'], limit: 1 });
    if (doubtful || (await state.charges.unconfirmed(account, clock.now() - correctionWindowMs)).length > 0)
      await this.run().catch(() => undefined);
  }

  async #review(how: ReadOptions): Promise<Review> {
    const {
      state,
      identity: { accountOrAccess: account },
      clock,
      read,
    } = this.#dependencies;
    this.#lookedAt = clock.steady();
    const listOpen = async (): Promise<Entry[]> => {
      const doubtful = await state.ledger.list(account, { money: ['in_doubt'], limit: 1_000 });
      return [...doubtful, ...(await state.charges.unconfirmed(account, clock.now() - correctionWindowMs))];
    };
    const [open, mark, { ended }] = await Promise.all([
      listOpen(),
      state.charges.balanceMark(account),
      state.charges.comparison(account),
    ]);
    if (open.length === 0 && mark === undefined)
      return { reconciled: [], explainsBalance: false, foreign: [], skipped: 0 };
    const earliest = Math.min(...open.map(sentAt), mark?.readAt ?? Infinity) - lookBackMs;
    // Read before the history: every charge that this balance reflects is then in it, unless the history lags.
    const reading = how.reading ?? { ended, readAt: clock.now(), balance: await this.#dependencies.balance() };
    const { balance, readAt } = reading;
    const history = await readCreditHistory(
      (operation, input) => read(operation, input, how),
      earliest - postedWithinMs,
    );
    // Listed after the history was read: calls sent from here that are in it are among them. Those that were refused may have drawn too.
    const sent = (await state.ledger.list(account, { since: earliest, limit: 1_000 })).filter(
      ({ dispatchedAt, money }) => dispatchedAt !== null || money === 'in_doubt',
    );
    const candidates = new Map([...sent, ...(await listOpen())].map((entry) => [entry.id, entry]));
    const { matches, foreign } = matchHistory([...candidates.values()], history.rows);
    const explainsBalance = leadsTo(history, balance);
    // Asked after the calls were listed: then each that had ended by then had drawn before the balance was read.
    const isCurrent = (await state.charges.comparison(account)).ended === reading.ended;
    const reconciled: Reconciled[] = [];
    for (const match of matches) {
      const done = await this.#apply(match, { history, isExplained: explainsBalance, isCurrent });
      if (done) reconciled.push(done);
    }
    if (explainsBalance && balance !== undefined) {
      // What open calls have drawn is not in the ledger yet: it is part of the next decrease.
      const drawnByOpen = matches
        .filter(({ entry }) => mayDrawLater.has(entry.money))
        .reduce((sum, { drawn }) => sum + drawn, 0);
      await state.charges.markBalance(account, { balance: balance + drawnByOpen, readAt }, reading.ended);
    }
    return { reconciled, explainsBalance, foreign, skipped: history.skipped };
  }

  async #apply(match: Match, evidence: Evidence): Promise<Reconciled | undefined> {
    const { entry } = match;
    const isAbsent = (): boolean => this.#isAbsent(match, evidence);
    const change = mayDrawLater.has(entry.money)
      ? drawnSoFar(match)
      : entry.money === 'in_doubt'
        ? verdictOn(match, isAbsent)
        : this.#correction(match, evidence, isAbsent);
    if (!change) return undefined;
    const written = await this.#dependencies.state.ledger.record(entry.id, change, openStates[entry.money]);
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
    const isChanged =
      written.money !== entry.money || (written.money === 'settled' && charged !== (entry.charged ?? 0));
    return isChanged
      ? { job_id: written.id, operation: written.operation, was: entry.money, now: written.money, charged }
      : undefined;
  }

  /**
   * For a charge that was posted or reversed: the history may have a larger one, a smaller one, or none. None is lowered by a part
   * of the history, as the rest of the charge may stand in the other part. One that was found
   * is lowered again only where every row is there, and no call has ended since: another call, or a team-mate, had drawn what
   * was taken for it.
   */
  #correction(
    match: Match,
    { history, isExplained, isCurrent }: Evidence,
    isAbsent: () => boolean,
  ): EntryChange | undefined {
    const { entry, isMatched, drawn, uncertain } = match;
    const confirmation = uncertain ? undefined : 'found';
    const charged = entry.charged ?? 0;
    if (isMatched && drawn > charged)
      return { money: entry.money === 'settled' ? undefined : 'settled', charged: drawn, confirmation };
    if (entry.confirmation === 'stated') return undefined;
    const wasFound = entry.confirmation === 'found';
    if (!isMatched && !wasFound) {
      const isFirstLook = entry.confirmation === null && entry.money === 'settled';
      return isFirstLook && isAbsent() ? { charged: 0, confirmation: 'absent' } : undefined;
    }
    const mayLower = history.whole && isCurrent && this.#isWhole(match) && (isExplained || !(wasFound || uncertain));
    if (!mayLower || (drawn === charged && (wasFound || uncertain))) return undefined;
    return { charged: drawn, confirmation: isMatched ? confirmation : undefined };
  }

  /** A price that is a bound may be drawn in parts, up to the end of the job and a little later. */
  #isWhole({ entry, contested }: Match): boolean {
    const { price, job } = operationNamed(entry.operation);
    if (contested) return false;
    if (price.kind === 'fixed' || !job) return true;
    return this.#dependencies.clock.now() >= (entry.endedAt ?? sentAt(entry) + maxJobMs) + postedWithinMs;
  }

  #isAbsent({ entry, contested }: Match, { history, isExplained, isCurrent }: Evidence): boolean {
    if (contested || !history.complete) return false;
    // Refused before the balance was read: there is nothing that could draw later.
    if (isRefused(entry) && isCurrent && isExplained) return true;
    const { price } = operationNamed(entry.operation);
    const atStart = !('charged' in price) || price.charged === undefined || price.charged === 'at_start';
    const drawnFrom = atStart && entry.money !== 'in_doubt' ? sentAt(entry) : (entry.endedAt ?? sentAt(entry));
    const postedBy = drawnFrom + (atStart || entry.money !== 'in_doubt' ? postedWithinMs : maxJobMs);
    if (this.#dependencies.clock.now() < postedBy) return false;
    const isOfThisTime = ({ at }: HistoryRow): boolean =>
      at >= sentAt(entry) - clockSkewMs && at <= postedBy + clockSkewMs;
    if (history.rows.some((row) => !isAddressed(row) && isOfThisTime(row))) return false;
    return isExplained || history.rows.some(({ at }) => at > postedBy + clockSkewMs);
  }
}

/** Calls whose answer or job may still change what they drew. */
const mayDrawLater: ReadonlySet<string> = new Set<MoneyState>(['reserved', 'dispatching', 'due']);

/** States in which such a call is still what it was when it was listed. */
const openStates: { readonly [money in MoneyState]?: readonly JobState[] } = {
  dispatching: ['starting'],
  due: ['running', 'needs_you'],
};

/** Refused, so that nothing is under way that could draw later. */
const isRefused = ({ state, money, watch, answer }: Entry): boolean =>
  state === 'failed' && money === 'in_doubt' && watch === null && answer === null;

/** What an open call has drawn is kept beside what it holds; what is above that is posted at once. */
function drawnSoFar({ entry, drawn }: Match): EntryChange | undefined {
  if (drawn <= (entry.charged ?? 0)) return undefined;
  return { money: entry.money === 'due' && drawn > entry.estimate ? 'settled' : undefined, charged: drawn };
}

function verdictOn(
  { entry, isMatched, drawn, reference, uncertain }: Match,
  isAbsent: () => boolean,
): EntryChange | undefined {
  const isLost = entry.state === 'unknown';
  if (isMatched)
    return {
      money: 'settled',
      charged: drawn,
      confirmation: uncertain ? undefined : 'found',
      ...(isLost ? takenUp(entry, reference, drawn) : {}),
    };
  if (!isAbsent()) return undefined;
  return {
    money: 'released',
    confirmation: isRefused(entry) ? undefined : 'absent',
    state: isLost ? 'failed' : undefined,
    error: isLost ? 'the platform has no record of a charge for it' : undefined,
  };
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
