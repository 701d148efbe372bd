import type { BudgetWindow } from '../budget-limit.ts';

/** Accounts whose credits are counted, the tokens that belong to them, and their limits. */
export interface Accounts {
  /** A keyed hash that stands for a service address and token, or for a team; the texts themselves are not stored. */
  key(apiUrl: string, token: string): Promise<string>;
  /** The account that an access, the hash of an address and a token, was bound to. */
  find(access: string): Promise<string | undefined>;
  /** Binds an access to an account, in one commit with handing it every entry kept under one of the `former` accounts. */
  bind(access: string, account: string, former: readonly string[]): Promise<void>;
  /** The limits that a person keeps in the store for this account. */
  limits(account: string): Promise<readonly StoredLimit[]>;
  /** Replaces all of them. */
  setLimits(account: string, limits: readonly Omit<StoredLimit, 'setAt'>[]): Promise<void>;
  /** How the account's earlier spending came into this store; undefined until that is settled. */
  beginning(account: string): Promise<AccountBeginning | undefined>;
  /**
   * Settles how the account begins here: from now on the charges count in its windows, in place of those posted earlier.
   * False, and nothing is changed, if another process has settled it meanwhile; `again` settles it all the same.
   */
  begin(
    account: string,
    beginning: AccountBeginning,
    charges: readonly ForeignCharge[],
    again?: 'again',
  ): Promise<boolean>;
}

/** A limit in the store. */
export interface StoredLimit {
  readonly credits: number;
  readonly span: BudgetWindow;
  /** Counts only what is done under this label. */
  readonly label?: string | undefined;
  /** Epoch milliseconds. */
  readonly setAt: number;
}

/**
 * `own`: the store knows everything the account did through it. `read`: charges were taken from the platform's history.
 * `none`: the platform has no history. `waived`: the operator decided to count from there on. `lost`: the store has lost
 * commits, and what was spent has to be read again.
 */
export type AccountStart = 'own' | 'read' | 'none' | 'waived' | 'lost';

export interface AccountBeginning {
  readonly start: AccountStart;
  /** Milliseconds since the epoch: charges from then on are known. */
  readonly since: number;
}

/** A charge on the team's credits that no call on record made. */
export interface ForeignCharge {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** A name of the catalog, or the platform's own word for it. */
  readonly operation: string;
  readonly credits: number;
}
