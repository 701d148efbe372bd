import type { Entry } from './entry.ts';

/** Charges, and how they compare with what the platform drew. */
export interface Charges {
  /** Charges since the day (UTC) that `since` lies in, by operation and day. */
  spending(account: string, since: number): Promise<OperationSpending[]>;
  /** Charges of all accounts since the day (UTC) that `since` lies in, by caller and day. */
  spendingByCaller(since: number): Promise<CallerSpending[]>;
  /** Accepted calls since then whose charge was not yet looked up at the platform, or was not found there; newest first, at most 1,000. */
  unconfirmed(account: string, since: number): Promise<Entry[]>;
  /** Calls settled since then above their estimate, by operation. */
  drift(account: string, since: number): Promise<Drift[]>;
  /** The balance that decreases are measured from. */
  balanceMark(account: string): Promise<BalanceReading | undefined>;
  /** Measures decreases of the balance from this reading on. */
  markBalance(account: string, reading: BalanceReading): Promise<void>;
  /** Credits by which the balance fell since the mark beyond all that was charged since and is held; 0 or more. */
  compareBalance(account: string, reading: BalanceReading): Promise<number>;
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
