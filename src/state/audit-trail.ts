/** Spending by caller. The store appends a line with each change of a call's money, in the same commit. */
export interface AuditTrail {
  /** Newest first. */
  list(account: string, filter: AuditFilter): Promise<readonly AuditLine[]>;
  /** The lines of all accounts, newest first; each names its account. */
  listAll(filter: AuditFilter): Promise<readonly AuditLine[]>;
  /** Appends the line of a call that was refused before it entered the ledger. */
  recordRefusal(account: string, refusal: AuditRefusal): Promise<void>;
}

export interface AuditFilter {
  /** Epoch milliseconds. */
  readonly since: number;
  readonly limit: number;
}

/** One change of a call's money, or a refusal. Holds no arguments. */
export interface AuditLine {
  /** Epoch milliseconds of the database's own clock. */
  readonly at: number;
  /** The team's account, as a keyed hash; absent in the list of one account. */
  readonly account?: string | undefined;
  /** The call on record; absent for a refusal. */
  readonly entry?: string | undefined;
  readonly caller?: string | undefined;
  /** What the call was for. */
  readonly label?: string | undefined;
  readonly operation: string;
  /** A `MoneyState`, or `refused`. */
  readonly event: string;
  /** The error code of a refusal. */
  readonly reason?: string | undefined;
  readonly consent?: string | undefined;
  readonly estimated?: number | undefined;
  readonly charged?: number | undefined;
}

export interface AuditRefusal {
  readonly operation: string;
  readonly reason: string;
  readonly caller?: string | undefined;
  readonly label?: string | undefined;
  readonly consent?: string | undefined;
  readonly estimated?: number | undefined;
}
