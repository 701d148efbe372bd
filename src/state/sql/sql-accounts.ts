import { createHmac, randomUUID } from 'node:crypto';
import type { AccountBeginning, Accounts, AccountStart, StoredLimit } from '../accounts.ts';
import { type Database, row, rows, run, type Steps } from './database.ts';
import { textOrNull } from './row-values.ts';

/**
 * The accounts over any engine.
 * @param secret the key of the hashes
 */
export const sqlAccounts = (db: Database, secret: string): Accounts => ({
  key: async (apiUrl, token) => createHmac('sha256', secret).update(`${apiUrl}\n${token}`).digest('hex').slice(0, 32),

  find(access) {
    return db.transaction(null, function* () {
      const record = yield* row('SELECT account FROM accounts WHERE access = ?', access);
      return record && String(record['account']);
    });
  },

  async bind(access, account, former) {
    await db.transaction(account, function* ({ now }): Steps<void> {
      yield* run(
        'INSERT INTO accounts (access, account, bound_at) VALUES (?, ?, ?) ON CONFLICT (access) DO UPDATE SET account = excluded.account WHERE accounts.account <> excluded.account',
        access,
        account,
        now,
      );
      for (const one of new Set(former)) if (one !== account) yield* adopt(account, one);
    });
  },

  limits(account) {
    return db.transaction(null, function* () {
      const limitRows = yield* rows(
        `SELECT span, NULL AS label, credits, set_at FROM account_limits WHERE account = ?
         UNION ALL SELECT span, label, credits, set_at FROM label_limits WHERE account = ? ORDER BY span, label`,
        account,
        account,
      );
      return limitRows.map((one) => ({
        span: one['span'] as StoredLimit['span'],
        label: textOrNull(one['label']) ?? undefined,
        credits: Number(one['credits']),
        setAt: Number(one['set_at']),
      }));
    });
  },

  async setLimits(account, limits) {
    await db.transaction(account, function* ({ now }): Steps<void> {
      yield* run('DELETE FROM account_limits WHERE account = ?', account);
      yield* run('DELETE FROM label_limits WHERE account = ?', account);
      for (const { span, credits, label } of limits) {
        if (label === undefined)
          yield* run(
            'INSERT INTO account_limits (account, span, credits, set_at) VALUES (?, ?, ?, ?)',
            account,
            span,
            credits,
            now,
          );
        else
          yield* run(
            'INSERT INTO label_limits (account, span, label, credits, set_at) VALUES (?, ?, ?, ?, ?)',
            account,
            span,
            label,
            credits,
            now,
          );
      }
    });
  },

  beginning: (account) => db.transaction(null, () => beginningOf(account)),

  begin(account, { start, since }, charges, again) {
    return db.transaction(account, function* ({ now }) {
      const beginning = yield* beginningOf(account);
      if (beginning && beginning.start !== 'lost' && beginning.since <= since && !again) return false;
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
  },
});

/** Moves everything of a former account to this one. Its limits, program memory and beginning move only where this one has none. */
function* adopt(account: string, former: string): Steps<void> {
  yield* run('UPDATE entries SET account = ? WHERE account = ?', account, former);
  // A key names one run: where both accounts have a run of that key, the former account's run loses it.
  yield* run(
    `UPDATE runs SET key = NULL WHERE account = ? AND EXISTS (SELECT 1 FROM runs AS own WHERE own.account = ?
     AND own.key = runs.key AND coalesce(own.owner, '') = coalesce(runs.owner, ''))`,
    former,
    account,
  );
  yield* run('UPDATE runs SET account = ? WHERE account = ?', account, former);
  for (const table of ['program_values', 'program_claims'])
    yield* run(
      `UPDATE ${table} SET account = ? WHERE account = ? AND NOT EXISTS (SELECT 1 FROM ${table} AS own WHERE own.account = ?
       AND own.owner = ${table}.owner AND own.label = ${table}.label AND own.name = ${table}.name)`,
      account,
      former,
      account,
    );
  yield* run(
    `UPDATE account_limits SET account = ? WHERE account = ?
     AND NOT EXISTS (SELECT 1 FROM account_limits AS own WHERE own.account = ? AND own.span = account_limits.span)`,
    account,
    former,
    account,
  );
  yield* run(
    `UPDATE label_limits SET account = ? WHERE account = ? AND NOT EXISTS (SELECT 1 FROM label_limits AS own
     WHERE own.account = ? AND own.span = label_limits.span AND own.label = label_limits.label)`,
    account,
    former,
    account,
  );
  yield* run('UPDATE foreign_charges SET account = ? WHERE account = ?', account, former);
  yield* run(
    'INSERT INTO account_starts (account, at, history, since) SELECT ?, at, history, since FROM account_starts WHERE account = ? ON CONFLICT (account) DO NOTHING',
    account,
    former,
  );
  yield* run('DELETE FROM account_starts WHERE account = ?', former);
}

/** A store that has lost commits may have lost an account with them: one that is not in it counts as lost. */
function* beginningOf(account: string): Steps<AccountBeginning | undefined> {
  const record = yield* row('SELECT history, since FROM account_starts WHERE account = ?', account);
  if (record) return { start: record['history'] as AccountStart, since: Number(record['since']) };
  return (yield* row("SELECT value FROM meta WHERE key = 'lost'")) ? { start: 'lost', since: 0 } : undefined;
}
