import type { AccountKey } from './account.ts';
import { type Arguments, type Operation, operationNamed } from '../../catalog/index.ts';
import type { Clock } from '../../base/index.ts';
import type { BalanceReading, Entry, EntryChange, MoneyState, State } from '../../state/index.ts';
import { type CreditHistory, isAddressed, leadsTo, readCreditHistory } from './credit-history.ts';
import type { DecodedResponse } from '../answers/index.ts';
import { clockSkewMs, type HistoryRow, type Match, matchHistory, postedWithinMs, sentAt } from './match-history.ts';
import { isUnpriced } from './charge.ts';
import type { Urgency } from '../http/transport/throttle.ts';
import { watchArguments } from '../answers/watch-arguments.ts';

/** Change of a ledger entry by a reconciliation. `was` and `now` are states of its money. */
export interface Reconciled {
  readonly job_id: string;
  readonly operation: string;
  readonly was: string;
  readonly now: string;
  /** Credits. */
  readonly charged: number;
}

/** Result of comparing the ledger with the platform's credit history. */
export interface Review {
  readonly reconciled: readonly Reconciled[];
  /** Whether the history adds up to the balance, and so explains each decrease. */
  readonly explainsBalance: boolean;
  /** Charges that no recorded call made. */
  readonly foreign: readonly HistoryRow[];
}

/** A balance, and the number of the account's calls that had ended before it was read. */
export interface ComparedReading extends BalanceReading {
  readonly ended: number;
}

/** Options of a free read: its priority, its cancellation, and how strictly its answer is decoded. */
export interface ReadOptions {
  readonly urgency: Urgency;
  readonly signal?: AbortSignal | undefined;
  /** A balance just read, so that it is not read again. */
  readonly reading?: ComparedReading | undefined;
  /** Returns an answer unchanged if it is not in the declared format. Absent: such an answer is an error. */
  readonly anyForm?: true | undefined;
}

/** What the settlement of a call may rely on. */
interface Evidence {
  readonly history: CreditHistory;
  /** Whether the history adds up to the balance. */
  readonly isExplained: boolean;
  /** Whether no call has ended since the balance was read. Counted by the store, since clocks of machines differ. */
  readonly isCurrent: boolean;
}

export interface ReconcilerDependencies {
  readonly state: State;
  readonly account: AccountKey;
  readonly clock: Clock;
  readonly read: (operation: Operation, input: Arguments, how: ReadOptions) => Promise<DecodedResponse>;
  /** Reads the team's balance; undefined if it cannot be read. */
  readonly balance: () => Promise<number | undefined>;
}

/** Milliseconds after its start after which a job with an unknown end is not charged any more. */
const maxJobMs = 3_600_000;

/** Milliseconds before a call in doubt in which other calls may have caused rows that fit it too. */
const lookBackMs = 600_000;

/** Age in milliseconds up to which an unconfirmed charge, or one reversed as not found, can still be corrected. */
const correctionWindowMs = 7 * 86_400_000;

/** Minimum milliseconds between two reconciliations that no caller requested. */
export const reviewIntervalMs = 30_000;

/**
 * Compares the ledger with `GET /credits/history`: settles calls that were charged, releases those that were not, and corrects
 * amounts. A missing row counts as "not charged" only if the history adds up to the team's balance or has a later row, since a
 * delayed history lacks recent charges.
 */
export class Reconciler {
  readonly #dependencies: ReconcilerDependencies;
  #lookedAt = -Infinity;
  #running: Promise<Review> | undefined;

  constructor(dependencies: ReconcilerDependencies) {
    this.#dependencies = dependencies;
  }

  /** Reconciles now, or joins a running reconciliation. Rejects if the history cannot be read. */
  async run(how: ReadOptions = { urgency: 'call' }): Promise<Review> {
    this.#running ??= this.#review(how).finally(() => (this.#running = undefined));
    return this.#running;
  }

  /** Reconciles if a call is in doubt or unconfirmed and the last attempt is not recent. If the history cannot be read, nothing changes. */
  async runIfDue(): Promise<void> {
    const { clock, state, account } = this.#dependencies;
    if (clock.steady() - this.#lookedAt < reviewIntervalMs) return;
    const [doubtful] = await state.ledger.list(account.key, { money: ['in_doubt'], limit: 1 });
    if (doubtful || (await this.unconfirmed()).length > 0) await this.run().catch(() => undefined);
  }

  /** Calls whose charge the history has yet to confirm, or may still correct. */
  unconfirmed(key = this.#dependencies.account.key): Promise<Entry[]> {
    const { clock, state } = this.#dependencies;
    return state.charges.unconfirmed(key, clock.now() - correctionWindowMs);
  }

  async #review(how: ReadOptions): Promise<Review> {
    const { state, clock, read } = this.#dependencies;
    const account = this.#dependencies.account.key;
    this.#lookedAt = clock.steady();
    const listOpen = async (): Promise<Entry[]> => {
      const doubtful = await state.ledger.list(account, { money: ['in_doubt'], limit: 1_000 });
      return [...doubtful, ...(await this.unconfirmed(account))];
    };
    const [open, mark, { ended }] = await Promise.all([
      listOpen(),
      state.charges.balanceMark(account),
      state.charges.comparison(account),
    ]);
    if (open.length === 0 && mark === undefined) return { reconciled: [], explainsBalance: false, foreign: [] };
    const earliest = Math.min(...open.map(sentAt), mark?.readAt ?? Infinity) - lookBackMs;
    // The balance is read before the history, so that the history holds every charge in it, unless it is delayed.
    const reading = how.reading ?? { ended, readAt: clock.now(), balance: await this.#dependencies.balance() };
    const { balance, readAt } = reading;
    const history = await readCreditHistory(
      (operation, input) => read(operation, input, how),
      earliest - postedWithinMs,
    );
    // Calls are listed after the history was read, so that every call of this store in the history is listed. Refused calls may have been charged too.
    const sent = (await state.ledger.list(account, { since: earliest, limit: 1_000 })).filter(
      ({ dispatchedAt }) => dispatchedAt !== null,
    );
    const candidates = new Map([...sent, ...(await listOpen())].map((entry) => [entry.id, entry]));
    const { matches, foreign } = matchHistory([...candidates.values()], history.rows);
    const explainsBalance = leadsTo(history, balance);
    // Counted after the calls were listed: if no call has ended since the balance was read, it reflects the charges of all ended calls.
    const isCurrent = (await state.charges.comparison(account)).ended === reading.ended;
    const reconciled: Reconciled[] = [];
    for (const match of matches) {
      const done = await this.#apply(match, { history, isExplained: explainsBalance, isCurrent });
      if (done) reconciled.push(done);
    }
    if (explainsBalance && balance !== undefined) {
      // Charges of open calls are not in the ledger yet, so the reference balance must not include them.
      const drawnByOpen = matches
        .filter(({ entry }) => mayDrawLater.has(entry.money))
        .reduce((sum, { drawn }) => sum + drawn, 0);
      await state.charges.markBalance(account, { balance: balance + drawnByOpen, readAt }, reading.ended);
    }
    return { reconciled, explainsBalance, foreign };
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
    // Otherwise its answer, or a poll of its job, has arrived since it was listed: the next look sees that.
    const only = { money: [entry.money] };
    const written = await this.#dependencies.state.ledger.record(entry.id, change, [entry.state], only);
    if (!written) return undefined;
    const charged = written.charged ?? 0;
    const isChanged =
      written.money !== entry.money || (written.money === 'settled' && charged !== (entry.charged ?? 0));
    return isChanged
      ? { job_id: written.id, operation: written.operation, was: entry.money, now: written.money, charged }
      : undefined;
  }

  /**
   * The correction of a settled or reversed charge whose amount in the history differs. A charge is lowered only if the history was
   * fetched whole, since the missing part may hold the rest of the charge. A charge already confirmed is lowered only if the history
   * also adds up to the balance and no call has ended since: the rows taken for it were then another call's or a team-mate's.
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

  /** Whether all rows of a call have been posted. A variable price may be charged in parts until shortly after the end of the job. */
  #isWhole({ entry, contested }: Match): boolean {
    const { price, job } = operationNamed(entry.operation);
    if (contested) return false;
    if (price.kind === 'fixed' || !job) return true;
    return this.#dependencies.clock.now() >= (entry.endedAt ?? sentAt(entry) + maxJobMs) + postedWithinMs;
  }

  #isAbsent({ entry, contested }: Match, { history, isExplained, isCurrent }: Evidence): boolean {
    if (contested || !history.complete) return false;
    // The call was refused before the balance was read, so it cannot be charged later.
    if (isRefused(entry) && isCurrent && isExplained) return true;
    const { price } = operationNamed(entry.operation);
    const atStart = !('charged' in price);
    const drawnFrom = atStart && entry.money !== 'in_doubt' ? sentAt(entry) : (entry.endedAt ?? sentAt(entry));
    const postedBy = drawnFrom + (atStart || entry.money !== 'in_doubt' ? postedWithinMs : maxJobMs);
    if (this.#dependencies.clock.now() < postedBy) return false;
    const isOfThisTime = ({ at }: HistoryRow): boolean =>
      at >= sentAt(entry) - clockSkewMs && at <= postedBy + clockSkewMs;
    if (history.rows.some((row) => !isAddressed(row) && isOfThisTime(row))) return false;
    return isExplained || history.rows.some(({ at }) => at > postedBy + clockSkewMs);
  }
}

/**
 * Seconds after which the next look at the credit history may show whether a call was charged; undefined if it shows nothing any more at
 * `now` (epoch ms), or never does.
 */
export function secondsToNextLook(entry: Entry, now: number): number | undefined {
  if (entry.money !== 'in_doubt' || isUnpriced(operationNamed(entry.operation))) return undefined;
  const isLooked = now < (entry.endedAt ?? sentAt(entry)) + postedWithinMs;
  return isLooked ? reviewIntervalMs / 1000 : undefined;
}

/** Money states of calls that may still be charged. */
const mayDrawLater: ReadonlySet<string> = new Set<MoneyState>(['reserved', 'dispatching', 'due']);

/** Whether the platform refused the call, so that no job of it can be charged later. */
const isRefused = ({ state, money, watch, answer }: Entry): boolean =>
  state === 'failed' && money === 'in_doubt' && watch === null && answer === null;

/** The change for an open call that has been charged already: the amount is recorded beside its reservation, and settled at once if it exceeds the estimate. */
function drawnSoFar({ entry, drawn }: Match): EntryChange | undefined {
  if (drawn <= (entry.charged ?? 0)) return undefined;
  return { money: entry.money === 'due' && drawn > entry.estimate ? 'settled' : undefined, charged: drawn };
}

/** The change for a call in doubt. Calls that are interchangeable stay unknown: a repeat of either might pay a second time. */
function verdictOn(
  { entry, isMatched, drawn, reference, uncertain, isInterchangeable }: Match,
  isAbsent: () => boolean,
): EntryChange | undefined {
  const isLost = entry.state === 'unknown' && !isInterchangeable;
  if (isMatched)
    return {
      money: 'settled',
      charged: drawn,
      confirmation: uncertain ? undefined : 'found',
      ...(isLost ? takenUp(entry, reference, drawn) : {}),
    };
  if (!isAbsent()) return undefined;
  // A free call has no row even if it was carried out, so whether it was stays unknown.
  const isOver = isLost && !isUnpriced(operationNamed(entry.operation));
  return {
    money: 'released',
    confirmation: isRefused(entry) ? undefined : 'absent',
    state: isOver ? 'failed' : undefined,
    error: isOver ? 'the platform has no record of a charge for it' : undefined,
  };
}

/** The change for a start with an unknown outcome that the platform did charge: its job is polled if its handle is known; otherwise the call failed. */
function takenUp(entry: Entry, reference: string | number | null, drawn: number): EntryChange {
  const { job } = operationNamed(entry.operation);
  const lost = {
    state: 'failed',
    error: `the platform carried it out and drew ${drawn} credits; its answer was lost`,
  } as const;
  if (!job) return lost;
  const [first, ...more] = Object.entries(job.with);
  // The reference is the one id that the answer would have given; of two, nothing says which.
  const isReference = first && more.length === 0 && 'answer' in first[1] && reference !== null;
  const fromReference = isReference ? { [first[0]]: reference } : undefined;
  const handle = watchArguments(job.with, entry.arguments, entry.answer) ?? fromReference;
  return handle ? { state: 'running', watch: { operation: job.watch, arguments: handle }, pollAfterMs: 0 } : lost;
}
