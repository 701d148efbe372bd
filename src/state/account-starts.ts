import { randomUUID } from 'node:crypto';
import { type Database, row, run, type Steps } from './database.ts';
import type { AccountBeginning, AccountStart, ForeignCharge } from './state.ts';

/** How accounts began in this store, and the charges on them that no call on record made. */
export class AccountStarts {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  find(account: string): Promise<AccountBeginning | undefined> {
    return this.#db.transaction(null, () => find(account));
  }

  settle(
    account: string,
    { start, since }: AccountBeginning,
    charges: readonly ForeignCharge[],
    again?: 'again',
  ): Promise<boolean> {
    return this.#db.transaction(account, function* ({ now }) {
      const known = yield* find(account);
      if (known && known.start !== 'lost' && known.since <= since && !again) return false;
      yield* run('DELETE FROM foreign_charges WHERE account = ?', account);
      for (const { at, operation, credits } of charges) {
        yield* run(
          'INSERT INTO foreign_charges (id, account, at, operation, credits) VALUES (?, ?, ?, ?, ?)',
          randomUUID(),
          account,
          at,
          operation,
          credits,
        );
      }
      yield* run(
        `INSERT INTO account_starts (account, at, history, since) VALUES (?, ?, ?, ?)
         ON CONFLICT (account) DO UPDATE SET at = excluded.at, history = excluded.history, since = excluded.since`,
        account,
        now,
        start,
        since,
      );
      return true;
    });
  }
}

/** In a store that has lost commits, an account that it does not know may have been lost with them. */
function* find(account: string): Steps<AccountBeginning | undefined> {
  const found = yield* row('SELECT history, since FROM account_starts WHERE account = ?', account);
  if (found) return { start: found['history'] as AccountStart, since: Number(found['since']) };
  return (yield* row("SELECT value FROM meta WHERE key = 'lost'")) ? { start: 'lost', since: 0 } : undefined;
}
