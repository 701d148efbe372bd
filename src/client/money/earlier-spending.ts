import type { KnownAccount } from '../account/identity.ts';
import { allOperations } from '../../catalog/index.ts';
import type { Arguments, Operation } from '../../catalog/operation.ts';
import type { Clock } from '../../clock.ts';
import { spanOf } from '../../state/span-of.ts';
import type { AccountBeginning, AccountStart, ForeignCharge } from '../../state/accounts.ts';
import type { Window } from '../../state/ledger.ts';
import type { State } from '../../state/state.ts';
import { BudgetRefused } from '../errors/budget-refused.ts';
import { refusedWithout, Unreadable } from '../errors/unreadable.ts';
import { isVisibilityError, type VisibilityError } from '../errors/visibility-error.ts';
import type { DecodedResponse } from '../decoding/decoded-response.ts';
import { type HistoryRow, matchHistory, operationAt } from './match-history.ts';
import { type RawRow, readRawHistory } from './credit-history.ts';

export interface EarlierSpendingDependencies {
  readonly state: State;
  readonly identity: KnownAccount;
  readonly clock: Clock;
  /** IANA name of the time zone in which days, weeks and months are cut. */
  readonly zone: string;
  /** Makes one read of a free operation. */
  readonly read: (operation: Operation, input: Arguments) => Promise<DecodedResponse>;
}

/** What a rebuild has found. */
export interface Rebuilt {
  readonly start: AccountStart;
  /** Milliseconds since the epoch. */
  readonly since: number;
  readonly charges: number;
  readonly credits: number;
}

/** Pages read before a call is sent: more than a thousand charges in a window are left to `state rebuild`. */
const maxPagesInCall = 10;
const maxPages = 500;

/** Entries that the history is compared with. */
const maxEntries = 100_000;

/** Statuses that mean: no such address, or not for this token. */
const absent: ReadonlySet<number> = new Set([400, 403, 404, 405, 410, 422, 501]);

/**
 * Credits that the team spent before this store recorded its calls: by team-mates, or through a store that was lost. It is read from
 * `GET /credits/history` once, before the first paid call under a limit that counts it. docs/decisions/0016.
 */
export class EarlierSpending {
  readonly #dependencies: EarlierSpendingDependencies;
  #beginning: { readonly account: string; readonly since: number } | undefined;
  #reading: Promise<Rebuilt> | undefined;

  constructor(dependencies: EarlierSpendingDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Makes sure that what the windows count is on record. Rejects with `Unreachable` where the history cannot be read now, and
   * with `BudgetRefused` where it is needed and there is none; nothing is held or sent then.
   */
  async ensure(windows: readonly Window[]): Promise<void> {
    const since = this.#startOf(windows);
    if (since === undefined) return;
    const {
      state,
      identity: { accountOrAccess: account },
    } = this.#dependencies;
    if (this.#beginning?.account === account && this.#beginning.since <= since) return;
    const beginning = await state.accounts.beginning(account);
    if (!isSettled(beginning, since)) {
      this.#reading ??= this.#take(since, maxPagesInCall).finally(() => (this.#reading = undefined));
      await this.#reading;
    }
    this.#beginning = { account, since: beginning && isSettled(beginning, since) ? beginning.since : since };
  }

  /** Reads the whole history again, and replaces what was taken from it before. */
  async rebuild(): Promise<Rebuilt> {
    return this.#take(0, maxPages, 'again');
  }

  /** Counts from now on and ignores earlier spending: an operator's decision. */
  async waive(): Promise<Rebuilt> {
    const {
      state,
      identity: { accountOrAccess: account },
    } = this.#dependencies;
    await state.accounts.begin(account, { start: 'waived', since: 0 }, [], 'again');
    return { start: 'waived', since: 0, charges: 0, credits: 0 };
  }

  /** The start of the widest window, and never later than the start of the month, since limits may be changed. */
  #startOf(windows: readonly Window[]): number | undefined {
    const { clock, zone } = this.#dependencies;
    const calendar = windows.filter(({ window }) => window !== 'session');
    if (calendar.length === 0) return undefined;
    return Math.min(
      spanOf('month', clock.now(), zone).since,
      ...calendar.map(({ window, zone: own }) => spanOf(window, clock.now(), own).since),
    );
  }

  async #take(since: number, pages: number, again?: 'again'): Promise<Rebuilt> {
    const {
      state,
      identity: { accountOrAccess: account },
    } = this.#dependencies;
    const rows = await this.#history(since, pages);
    if (rows === undefined) return this.#withoutHistory(again);
    // Listed after the history was read: whatever is in it, and was called from here, is among them.
    const entries = await state.ledger.list(account, {
      money: ['reserved', 'dispatching', 'in_doubt', 'due', 'settled'],
      limit: maxEntries,
    });
    const charges = matchHistory(entries, rows)
      .foreign.filter(({ at }) => at >= since)
      .map(toCharge);
    await state.accounts.begin(account, { start: 'read', since }, charges, again);
    return {
      start: 'read',
      since,
      charges: charges.length,
      credits: charges.reduce((sum, { credits }) => sum + credits, 0),
    };
  }

  /** Without a history, a new store begins at zero, and `credits` says so; a store known to have lost calls does not. */
  async #withoutHistory(again?: 'again'): Promise<Rebuilt> {
    const {
      state,
      identity: { accountOrAccess: account },
    } = this.#dependencies;
    if ((await state.accounts.beginning(account))?.start === 'lost') {
      throw new BudgetRefused(
        'The store has lost calls, and the platform gives no history of charges to make up for them. Nothing was sent.',
        {
          passes: false,
          next: fromNowOn,
          facts: {},
        },
      );
    }
    await state.accounts.begin(account, { start: 'none', since: 0 }, [], again);
    return { start: 'none', since: 0, charges: 0, credits: 0 };
  }

  /** Rows from the newest back to `since`; undefined where the platform has none to give. */
  async #history(since: number, pages: number): Promise<HistoryRow[] | undefined> {
    const { rows, extent } = await readRawHistory((operation, input) => this.#page(operation, input), since, pages);
    switch (extent) {
      case 'none':
        return undefined;
      case 'broken':
        throw unreadable('it ended in the middle');
      case 'too_long':
        throw unreadable(
          `it has more than ${pages} pages of charges in the windows`,
          'An operator can read it once: visibility-mcp state rebuild.',
        );
      case 'whole':
        return rows.map((row) => toRow(row, this.#dependencies.clock.now())).map(withAmount);
    }
  }

  /** A page; one that is no list where the platform has none to give. */
  async #page(operation: Operation, input: Arguments): Promise<DecodedResponse> {
    try {
      return await this.#dependencies.read(operation, input);
    } catch (error) {
      if (!isVisibilityError(error) || error.status === 401 || error.code === 'rate_limited') throw error;
      if (error.status !== undefined && absent.has(error.status))
        return { status: error.status, rawJson: null, data: null };
      throw unreadable(error.message.replace(/\.$/, ''), undefined, error);
    }
  }
}

const isSettled = (beginning: AccountBeginning | undefined, since: number): boolean =>
  beginning !== undefined && beginning.start !== 'lost' && beginning.since <= since;

const fromNowOn = 'An operator can decide to count from now on: visibility-mcp state rebuild --from-now.';

function unreadable(reason: string, next = 'Repeat the call later.', cause?: VisibilityError): VisibilityError {
  const message = `A limit counts what the team has spent before, and the history of its charges cannot be read (${reason}). Nothing was sent.`;
  const then = `${next} ${fromNowOn}`;
  return cause ? refusedWithout(cause, message, then) : new Unreadable(message, 200, then, 'not_sent');
}

/** A row without a date counts as of now. `delta` is NaN where no amount can be read. */
const toRow = ({ at, delta, balanceAfter, ...row }: RawRow, now: number): HistoryRow => ({
  ...row,
  at: Math.min(at ?? now, now),
  delta: wholeDelta(delta) ?? Number.NaN,
  balanceAfter: wholeDelta(balanceAfter) ?? null,
});

/** A fraction of a credit counts as a whole one drawn. Undefined for what is no amount. */
function wholeDelta(delta: unknown): number | undefined {
  const amount = typeof delta === 'string' && delta.trim() !== '' ? Number(delta) : delta;
  return typeof amount === 'number' && Number.isSafeInteger(Math.floor(amount)) ? Math.floor(amount) : undefined;
}

/** An amount that cannot be read is what the balance fell by since the row before; where that is not known either, none. */
function withAmount(row: HistoryRow, at: number, newestFirst: readonly HistoryRow[]): HistoryRow {
  const before = newestFirst[at + 1]?.balanceAfter ?? null;
  const change = row.balanceAfter === null || before === null ? 0 : row.balanceAfter - before;
  return { ...row, delta: Number.isNaN(row.delta) ? change : row.delta, balanceAfter: null };
}

const toCharge = ({ at, delta, endpoint }: HistoryRow): ForeignCharge => ({
  at,
  credits: -delta,
  operation: operationAt(endpoint, allOperations())?.name ?? 'elsewhere',
});
