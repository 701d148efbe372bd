import type { Entry } from './entry.ts';

/** Charges of calls, and their comparison with the balance at the platform. */
export interface Charges {
  /** Charges since the day (UTC) that `since` lies in, by operation and day; earlier days first. */
  spending(account: string, since: number): Promise<OperationSpending[]>;
  /** Charges since the day (UTC) that `since` lies in, by label; what has none is left out. */
  spendingByLabel(account: string, since: number): Promise<LabelSpending[]>;
  /** Charges since the day (UTC) that `since` lies in, of one account or of all, by caller and day. */
  spendingByCaller(since: number, account?: string): Promise<CallerSpending[]>;
  /** Paid calls since then, of one account or of all, newest first. */
  history(
    account: string | undefined,
    filter: { readonly since: number; readonly limit: number },
  ): Promise<HistoryLine[]>;
  /** Accepted calls since then whose charge was not yet looked up at the platform, or was not found there; newest first, at most 1,000. */
  unconfirmed(account: string, since: number): Promise<Entry[]>;
  /** Calls settled since then above their estimate, by operation. */
  drift(account: string, since: number): Promise<Drift[]>;
  /** How far the outcomes of calls have been compared with the balance, and what that left unexplained. */
  comparison(account: string): Promise<Comparison>;
  /** The balance that decreases are measured from. */
  balanceMark(account: string): Promise<BalanceReading | undefined>;
  /**
   * Makes this reading the mark from which decreases of the balance are measured: everything drawn before it counts as explained.
   * With `ended`, only if no further call has ended since that count, and no newer reading has been compared. Without, whatever the
   * mark was.
   */
  markBalance(account: string, reading: BalanceReading, ended?: number): Promise<void>;
  /**
   * Compares a reading of the balance with the ledger. Where nothing was drawn beyond what is settled, the reading becomes
   * the mark. If the balance is exactly what is settled, the calls that were refused are released. If it is above that, it may
   * have risen by more than they drew: from then on, only the history tells. A reading older than the one last compared changes nothing.
   */
  compareBalance(account: string, reading: BalanceReading, basis: ComparisonBasis): Promise<Decrease | OlderReading>;
}

/** Charges of one operation on one day. */
export interface OperationSpending {
  readonly operation: string;
  /** Midnight UTC, milliseconds since the epoch. */
  readonly day: number;
  readonly calls: number;
  /** Credits. */
  readonly charged: number;
}

/** One paid call. Holds no arguments. */
export interface HistoryLine {
  /** When it was reserved, in milliseconds since the epoch. */
  readonly at: number;
  /** The team's account, as a keyed hash. */
  readonly account: string;
  /** The call on record. */
  readonly entry: string;
  /** The caller, as a keyed hash; null where callers are not distinguished. */
  readonly caller: string | null;
  readonly label: string | null;
  readonly operation: string;
  /** A `MoneyState`. */
  readonly money: string;
  readonly estimate: number;
  readonly charged: number | null;
  /** Who agreed to the price. */
  readonly consent: string | null;
}

/** Charges under one label. */
export interface LabelSpending {
  readonly label: string;
  readonly calls: number;
  /** Credits. */
  readonly charged: number;
}

/** Charges of one caller on one day. */
export interface CallerSpending {
  /** The team's account, as a keyed hash. */
  readonly account: string;
  /** The caller, as a keyed hash; null where callers are not distinguished. */
  readonly caller: string | null;
  /** Midnight UTC, milliseconds since the epoch. */
  readonly day: number;
  readonly calls: number;
  /** Credits. */
  readonly charged: number;
}

/** Charges above their estimates. */
export interface Drift {
  readonly operation: string;
  readonly calls: number;
  readonly estimated: number;
  readonly charged: number;
  /** The latest one, in milliseconds since the epoch. */
  readonly at: number;
}

/** A team's balance, and when its reading was begun in milliseconds since the epoch. */
export interface BalanceReading {
  readonly balance: number;
  readonly readAt: number;
}

/** Shared by all processes: until an outcome has been compared with the balance, it may have drawn more than the ledger says. */
export interface Comparison {
  /** How many calls of the account have ended, or were accepted. */
  readonly ended: number;
  /** How many of those outcomes the last comparison of the balance covered; -1: there was none. */
  readonly compared: number;
  /** Credits by which the balance had fallen for no known reason at that comparison. */
  readonly unexplained: number;
  /** Credits that calls on their way hold and are not known to have drawn. They may have drawn them all the same. */
  readonly mayBeDrawn: number;
  /** Whether calls are in doubt. */
  readonly doubtful: boolean;
}

export interface ComparisonBasis {
  /** How many calls had ended before the balance was read. */
  readonly ended: number;
  /** Credits that others drew since the mark, by the history. */
  readonly others: number;
}

/** What was drawn from the balance since the mark, in credits. */
export interface Decrease {
  readonly isOlder: false;
  /** Credits drawn beyond the settled charges; 0 or less where those account for everything. Undefined where there was no mark. */
  readonly unsettled: number | undefined;
  /** The part of it that calls in doubt, known drawings of open jobs and other users of the team do not explain; 0 or more. */
  readonly unexplained: number;
  /** Whether there are calls with an unknown outcome that a decrease may be of, and that the platform's history of charges could settle. */
  readonly doubtful: boolean;
  /** Whether calls were refused that only the history can settle, since the mark may include what they drew. */
  readonly hidden: boolean;
}

/** A newer reading has been compared already. */
export interface OlderReading {
  readonly isOlder: true;
  /** What that comparison left unexplained, in credits. */
  readonly unexplained: number;
}
