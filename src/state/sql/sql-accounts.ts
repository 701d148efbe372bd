import { createHmac, randomUUID } from 'node:crypto';
import type { AccountBeginning, Accounts } from '../accounts.ts';
import { type Database, exists, join, raw, row, run, sql, type Steps } from './database.ts';

/**
 * The accounts over any engine.
 * @param secret the key of the hashes
 */
export const sqlAccounts = (db: Database, secret: string): Accounts => ({
  key: async (apiUrl, token) => createHmac('sha256', secret).update(`${apiUrl}\n${token}`).digest('hex').slice(0, 32),

  find: (access) =>
    db.transaction(null, function* () {
      return (yield* row<{ account: string }>(sql`SELECT account FROM accounts WHERE access = ${access}`))?.account;
    }),

  async bind(access, account, former) {
    await db.transaction(account, function* ({ now }) {
      yield* run(sql`INSERT INTO accounts (access, account, bound_at) VALUES (${access}, ${account}, ${now})
        ON CONFLICT (access) DO UPDATE SET account = excluded.account WHERE accounts.account <> excluded.account`);
      for (const one of new Set(former)) if (one !== account) yield* adopt(account, one);
    });
  },

  beginning: (account) => db.transaction(null, () => beginningOf(account)),

  begin: (account, { start, since }, charges, again) =>
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

/** Tables whose rows move to another account only where it has none of that key. */
const keysWithinAccount = {
  program_values: ['owner', 'label', 'name'],
  program_claims: ['owner', 'label', 'name'],
  account_starts: [],
};

/** Moves everything of a former account to this one. Its program memory and beginning move only where this one has none. */
function* adopt(account: string, former: string): Steps<void> {
  // A key names one run: where both accounts have a run of that key, the former account's run loses it.
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

/** A store that has lost commits may have lost an account with them: one that is not in it counts as lost. */
function* beginningOf(account: string): Steps<AccountBeginning | undefined> {
  const beginning = yield* row<AccountBeginning>(
    sql`SELECT history AS start, since FROM account_starts WHERE account = ${account}`,
  );
  if (beginning) return beginning;
  return (yield* exists(sql`SELECT value FROM meta WHERE key = 'lost'`)) ? { start: 'lost', since: 0 } : undefined;
}
