import { type Database, row, rows, run, type Steps } from './database.ts';
import type { KeptLimit } from './state.ts';

/** Which account an access (a hash of address and token) belongs to, and the limits that a person keeps for it. */
export class Accounts {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  find(access: string): Promise<string | undefined> {
    return this.#db.transaction(null, function* () {
      const found = yield* row('SELECT account FROM accounts WHERE access = ?', access);
      return found && String(found['account']);
    });
  }

  async bind(access: string, account: string, former: readonly string[]): Promise<void> {
    await this.#db.transaction(account, function* ({ now }): Steps<void> {
      yield* run(
        'INSERT INTO accounts (access, account, bound_at) VALUES (?, ?, ?) ON CONFLICT (access) DO UPDATE SET account = excluded.account WHERE accounts.account <> excluded.account',
        access,
        account,
        now,
      );
      for (const one of new Set(former)) if (one !== account) yield* adopt(account, one);
    });
  }

  limits(account: string): Promise<readonly KeptLimit[]> {
    return this.#db.transaction(null, function* () {
      const found = yield* rows(
        'SELECT span, credits, set_at FROM account_limits WHERE account = ? ORDER BY span',
        account,
      );
      return found.map((one) => ({
        span: one['span'] as KeptLimit['span'],
        credits: Number(one['credits']),
        setAt: Number(one['set_at']),
      }));
    });
  }

  async keepLimits(account: string, limits: readonly Pick<KeptLimit, 'credits' | 'span'>[]): Promise<void> {
    await this.#db.transaction(account, function* ({ now }): Steps<void> {
      yield* run('DELETE FROM account_limits WHERE account = ?', account);
      for (const { span, credits } of limits) {
        yield* run(
          'INSERT INTO account_limits (account, span, credits, set_at) VALUES (?, ?, ?, ?)',
          account,
          span,
          credits,
          now,
        );
      }
    });
  }
}

/** Hands over entries and charges, and limits and how the account began where the account has none of its own. */
function* adopt(account: string, former: string): Steps<void> {
  yield* run('UPDATE entries SET account = ? WHERE account = ?', account, former);
  yield* run(
    `UPDATE account_limits SET account = ? WHERE account = ?
     AND NOT EXISTS (SELECT 1 FROM account_limits AS own WHERE own.account = ? AND own.span = account_limits.span)`,
    account,
    former,
    account,
  );
  yield* run('UPDATE foreign_charges SET account = ? WHERE account = ?', account, former);
  yield* run(
    'INSERT INTO account_starts (account, at, history) SELECT ?, at, history FROM account_starts WHERE account = ? ON CONFLICT (account) DO NOTHING',
    account,
    former,
  );
  yield* run('DELETE FROM account_starts WHERE account = ?', former);
}
