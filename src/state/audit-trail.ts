/** Spending by caller. The store appends a line with each change of a call's money, in the same commit. */
export interface AuditTrail {
  /** Newest first. */
  list(account: string, filter: AuditFilter): Promise<readonly AuditLine[]>;
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
  /** The call on record; absent for a refusal. */
  readonly entry?: string;
  readonly caller?: string;
  readonly operation: string;
  /** A `MoneyState`, or `refused`. */
  readonly event: string;
  /** Of a refusal: its error code. */
  readonly reason?: string;
  readonly consent?: string;
  readonly estimated?: number;
  readonly charged?: number;
}

export interface AuditRefusal {
  readonly operation: string;
  readonly reason: string;
  readonly caller?: string | undefined;
  readonly consent?: string | undefined;
  readonly estimated?: number | undefined;
}
