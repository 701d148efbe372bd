import type { BudgetWindow } from '../budget-limit.ts';

/** Accounts whose credits are counted, the tokens that belong to them, and their limits. */
export interface Accounts {
  /** A keyed hash that stands for a service address and token, or for a team; the texts themselves are not stored. */
  key(apiUrl: string, token: string): Promise<string>;
  /** The account that an access, the hash of an address and a token, was bound to. */
  find(access: string): Promise<string | undefined>;
  /** Binds an access to an account and moves everything kept under the `former` accounts to it, in one commit. */
  bind(access: string, account: string, former: readonly string[]): Promise<void>;
  /** The limits that a person keeps in the store for this account. */
  limits(account: string): Promise<readonly StoredLimit[]>;
  /** Replaces all limits of the account. */
  setLimits(account: string, limits: readonly Omit<StoredLimit, 'setAt'>[]): Promise<void>;
  /** How spending from before this store is counted for the account; undefined until that is decided. */
  beginning(account: string): Promise<AccountBeginning | undefined>;
  /**
   * Decides how spending from before this store is counted: `charges` count in the account's windows from now on, in place of those
   * recorded here earlier. False, with nothing changed, if another process has decided it meanwhile, unless `again` is given.
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

/** How an account's spending from before this store is counted. */
export interface AccountBeginning {
  readonly start: AccountStart;
  /** Milliseconds since the epoch: charges from then on are known. */
  readonly since: number;
}

/** A charge on the team's credits that none of the recorded calls caused. */
export interface ForeignCharge {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** A name of the catalog, or the platform's own word for it. */
  readonly operation: string;
  readonly credits: number;
}
