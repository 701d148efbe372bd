import { createHmac, randomUUID } from 'node:crypto';
import { type Database, exists, join, raw, row, run, sql, type Steps } from './sql/database.ts';

/**
 * `own`: the store knows everything the account did through it. `read`: charges were taken from the platform's history.
 * `none`: the platform has no history. `waived`: the operator decided to count only from then on. `lost`: the store has lost
 * commits, so spending has to be read again.
 */
export type AccountStart = 'own' | 'read' | 'none' | 'waived' | 'lost';

/** How an account's spending before this store existed is counted. */
export interface AccountBeginning {
  readonly start: AccountStart;
  /** Milliseconds since the epoch: charges from then on are known. */
  readonly since: number;
}

/** A charge to the team that no recorded call caused. */
export interface ForeignCharge {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** A name of the catalog, or the platform's own word for it. */
  readonly operation: string;
  readonly credits: number;
}

/** Accounts whose credits are counted, and the tokens that belong to them. */
export const createAccounts = (db: Database) => ({
  /** A keyed hash that stands for a service address and token, or for a team; the texts themselves are not stored. */
  key: async (apiUrl: string, token: string): Promise<string> =>
    createHmac('sha256', db.key).update(`${apiUrl}\n${token}`).digest('hex').slice(0, 32),

  /** The account to which an access (the hash of an address and a token) is bound. */
  find: (access: string): Promise<string | undefined> =>
    db.transaction(null, function* () {
      return (yield* row<{ account: string }>(sql`SELECT account FROM accounts WHERE access = ${access}`))?.account;
    }),

  /** Binds an access to an account and moves everything kept under the `former` accounts to it, in one commit. */
  async bind(access: string, account: string, former: readonly string[]): Promise<void> {
    await db.transaction(account, function* ({ now }) {
      yield* run(sql`INSERT INTO accounts (access, account, bound_at) VALUES (${access}, ${account}, ${now})
        ON CONFLICT (access) DO UPDATE SET account = excluded.account WHERE accounts.account <> excluded.account`);
      for (const one of new Set(former)) if (one !== account) yield* adopt(account, one);
    });
  },

  /** How spending from before this store is counted for the account; undefined until that is decided. */
  beginning: (account: string): Promise<AccountBeginning | undefined> =>
    db.transaction(null, () => beginningOf(account)),

  /**
   * Decides how spending from before this store is counted: `charges` count in the account's windows from now on, replacing
   * those recorded here earlier. False, without a change, if another process has decided it meanwhile, unless `again` is set.
   */
  begin: (
    account: string,
    { start, since }: AccountBeginning,
    charges: readonly ForeignCharge[],
    again?: 'again',
  ): Promise<boolean> =>
    db.transaction(account, function* ({ now }) {
      const beginning = yield* beginningOf(account);
      if (beginning && beginning.start !== 'lost' && beginning.since <= since && !again) return false;
      yield* run(sql`DELETE FROM foreign_charges WHERE account = ${account}`);
      for (const { at, operation, credits } of charges)
        yield* run(sql`INSERT INTO foreign_charges (id, account, at, operation, credits)
          VALUES (${randomUUID()}, ${account}, ${at}, ${operation}, ${credits})`);
      yield* run(sql`INSERT INTO account_starts (account, at, history, since) VALUES (${account}, ${now}, ${start}, ${since})
        ON CONFLICT (account) DO UPDATE SET at = excluded.at, history = excluded.history, since = excluded.since`);
      return true;
    }),
});

/** Tables whose rows move to another account only if it has no row with the same key. */
const keysWithinAccount = {
  program_values: ['owner', 'label', 'name'],
  program_claims: ['owner', 'label', 'name'],
  account_starts: [],
};

/**
 * Moves everything of a former account to this one. Its program memory and its start of counting move only if this account
 * has none.
 */
function* adopt(account: string, former: string): Steps<void> {
  // A key names one run: if both accounts have a run with that key, the former account's run loses it.
  yield* run(sql`UPDATE runs SET key = NULL WHERE account = ${former} AND EXISTS (SELECT 1 FROM runs AS own WHERE own.account = ${account}
    AND own.key = runs.key AND coalesce(own.owner, '') = coalesce(runs.owner, ''))`);
  for (const table of ['entries', 'runs', 'foreign_charges'].map(raw))
    yield* run(sql`UPDATE ${table} SET account = ${account} WHERE account = ${former}`);
  for (const [name, key] of Object.entries(keysWithinAccount)) {
    const [table, isSame] = [raw(name), key.map((column) => raw(` AND own.${column} = ${name}.${column}`))];
    yield* run(sql`UPDATE ${table} SET account = ${account} WHERE account = ${former}
      AND NOT EXISTS (SELECT 1 FROM ${table} AS own WHERE own.account = ${account}${join(isSame, '')})`);
  }
  yield* run(sql`DELETE FROM account_starts WHERE account = ${former}`);
}

/** A store that has lost commits may have lost accounts with them, so an unknown account counts as lost. */
function* beginningOf(account: string): Steps<AccountBeginning | undefined> {
  const beginning = yield* row<AccountBeginning>(
    sql`SELECT history AS start, since FROM account_starts WHERE account = ${account}`,
  );
  if (beginning) return beginning;
  return (yield* exists(sql`SELECT value FROM meta WHERE key = 'lost'`)) ? { start: 'lost', since: 0 } : undefined;
}
