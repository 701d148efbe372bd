import type { AccountKey } from './account.ts';
import { allOperations, type Arguments, type Operation } from '../../catalog/index.ts';
import type { Clock } from '../../base/index.ts';
import { windowSpan } from '../../state/window-span.ts';
import type { AccountBeginning, ForeignCharge, State, Window } from '../../state/index.ts';
import type { DecodedResponse } from '../answers/index.ts';
import { type HistoryRow, matchHistory, operationAt } from './match-history.ts';
import { readCreditHistory } from './credit-history.ts';
import type { VisibilityError } from '../errors.ts';
import { budgetRefused, readUnlessAbsent, refusedWithout, unreadBefore } from '../refusals.ts';

export interface EarlierSpendingDependencies {
  readonly state: State;
  readonly account: AccountKey;
  readonly clock: Clock;
  /** Sends one free read. */
  readonly read: (operation: Operation, input: Arguments) => Promise<DecodedResponse>;
}

/** Result of reading earlier charges into the store. `credits`: their total. */
export interface Rebuilt extends AccountBeginning {
  readonly charges: number;
  readonly credits: number;
}

/** Maximum pages read before a call is sent. A longer history must be read with `state rebuild`. */
const maxPagesInCall = 10;
const maxPages = 500;

/** Maximum ledger entries that the history is compared with. */
const maxEntries = 100_000;

/**
 * Credits that the team spent before this store existed: by team-mates, or recorded in a store that was lost. Read from
 * `GET /credits/history` once, before the first paid call under a limit whose window began earlier (docs/decisions/0016).
 */
export class EarlierSpending {
  readonly #dependencies: EarlierSpendingDependencies;
  #reading: { readonly since: number; readonly done: Promise<Rebuilt> } | undefined;

  constructor(dependencies: EarlierSpendingDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Ensures that the store has all charges since the windows began. Rejects with `unreachable` or `unreadable` if the history cannot be
   * read now, and with `budget_exceeded` if the store has lost calls and the platform has no history. Nothing is reserved then.
   */
  async ensure(windows: readonly Window[]): Promise<void> {
    const since = this.#startOf(windows);
    if (since === undefined) return;
    const { state, account } = this.#dependencies;
    if (isSettled(await state.accounts.beginning(account.key), since)) return;
    // A running read of a shorter span does not cover this one.
    while (this.#reading && this.#reading.since > since) await this.#reading.done;
    this.#reading ??= {
      since,
      done: this.#take(since, maxPagesInCall).finally(() => (this.#reading = undefined)),
    };
    await this.#reading.done;
  }

  /** Reads the whole history again, and replaces the earlier charges in the store. */
  async rebuild(): Promise<Rebuilt> {
    return this.#take(0, maxPages, 'again');
  }

  /** Makes the limits ignore spending before now, as an operator decided. */
  async waive(): Promise<Rebuilt> {
    return this.#begin({ start: 'waived', since: 0 }, [], 'again');
  }

  /** Epoch milliseconds at which the widest window began, at the latest the start of the month: limits may change later. */
  #startOf(windows: readonly Window[]): number | undefined {
    const { clock } = this.#dependencies;
    const calendar = windows.filter(({ window }) => window !== 'session');
    if (calendar.length === 0) return undefined;
    return Math.min(
      windowSpan('month', clock.now()).since,
      ...calendar.map(({ window }) => windowSpan(window, clock.now()).since),
    );
  }

  async #take(since: number, pages: number, again?: 'again'): Promise<Rebuilt> {
    const { state, account } = this.#dependencies;
    const rows = await this.#history(since, pages);
    if (rows === undefined) return this.#withoutHistory(again);
    // Listed after the history was read, so that every call of this store that is in the history is also in `entries`.
    const entries = await state.ledger.list(account.key, {
      money: ['reserved', 'dispatching', 'in_doubt', 'due', 'settled'],
      limit: maxEntries,
    });
    const charges = matchHistory(entries, rows)
      .foreign.filter(({ at }) => at >= since)
      .map(toCharge);
    return this.#begin({ start: 'read', since }, charges, again);
  }

  /** Without a history, a new store begins at zero, and `credits` shows that. Throws `budget_exceeded` if the store is known to have lost calls. */
  async #withoutHistory(again?: 'again'): Promise<Rebuilt> {
    const { state, account } = this.#dependencies;
    if ((await state.accounts.beginning(account.key))?.start === 'lost')
      throw budgetRefused(
        'The store has lost calls, and the platform gives no history of charges to make up for them. Nothing was sent.',
        { passes: false, next: fromNowOn, facts: {} },
      );
    return this.#begin({ start: 'none', since: 0 }, [], again);
  }

  async #begin(beginning: AccountBeginning, charges: readonly ForeignCharge[], again?: 'again'): Promise<Rebuilt> {
    const { state, account } = this.#dependencies;
    await state.accounts.begin(account.key, beginning, charges, again);
    return {
      ...beginning,
      charges: charges.length,
      credits: charges.reduce((sum, { credits }) => sum + credits, 0),
    };
  }

  /** Rows from the newest back to `since`; undefined if the platform has no history. */
  async #history(since: number, pages: number): Promise<readonly HistoryRow[] | undefined> {
    const { read } = this.#dependencies;
    const { rows, extent, complete } = await readCreditHistory(read, since, {
      pages,
      unlessAbsent: (work) => readUnlessAbsent(work, (reason, failure) => unreadable(reason, undefined, failure)),
    });
    if (extent === 'none') return undefined;
    if (extent === 'broken') throw unreadable('it ended in the middle');
    if (extent === 'too_long')
      throw unreadable(
        `it has more than ${pages} pages of charges in the windows`,
        'An operator can read it once: visibility-mcp state rebuild.',
      );
    if (!complete) throw unreadable('a row has no valid date or amount');
    return rows;
  }
}

const isSettled = (beginning: AccountBeginning | undefined, since: number): boolean =>
  beginning !== undefined && beginning.start !== 'lost' && beginning.since <= since;

const fromNowOn = 'An operator can decide to count from now on: visibility-mcp state rebuild --from-now.';

function unreadable(reason: string, next = 'Repeat the call later.', cause?: VisibilityError): VisibilityError {
  const message = `A limit counts what the team has spent before, and the history of its charges cannot be read (${reason}). Nothing was sent.`;
  const then = `${next} ${fromNowOn}`;
  return cause ? refusedWithout(cause, message, then) : unreadBefore(message, then);
}

const toCharge = ({ at, delta, endpoint }: HistoryRow): ForeignCharge => ({
  at,
  credits: -delta,
  operation: operationAt(endpoint, allOperations())?.name ?? 'elsewhere',
});
