/** Accounts whose credits are counted, and the tokens that belong to them. */
export interface Accounts {
  /** A keyed hash that stands for a service address and token, or for a team; the texts themselves are not stored. */
  key(apiUrl: string, token: string): Promise<string>;
  /** The account that an access, the hash of an address and a token, was bound to. */
  find(access: string): Promise<string | undefined>;
  /** Binds an access to an account and moves everything kept under the `former` accounts to it, in one commit. */
  bind(access: string, account: string, former: readonly string[]): Promise<void>;
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
