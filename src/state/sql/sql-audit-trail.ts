import type { AuditLine, AuditTrail } from '../audit-trail.ts';
import { type Database, rows, run, sql } from './database.ts';

/**
 * The audit trail. Its lines about calls on record are written by the database itself, by triggers on the ledger, so that no
 * path can change money without a line; and no statement can change or delete one.
 */
export const sqlAuditTrail = (db: Database): AuditTrail => ({
  list: (account, { since, limit }) =>
    db.transaction(null, function* () {
      const lineRows = yield* rows<LineRow>(
        sql`${lines} WHERE (account = ${account} OR account IN (SELECT access FROM accounts WHERE account = ${account}))
          AND at >= ${since} ORDER BY seq DESC LIMIT ${limit}`,
      );
      return lineRows.map(({ account: _, ...line }) => withoutNulls(line));
    }),

  listAll: (filter) =>
    db.transaction(null, function* () {
      const lineRows = yield* rows<LineRow>(
        sql`${lines} WHERE at >= ${filter.since} ORDER BY seq DESC LIMIT ${filter.limit}`,
      );
      return lineRows.map(withoutNulls);
    }),

  async recordRefusal(account, { operation, reason, caller, label, consent, estimated }) {
    await db.transaction(null, ({ now }) =>
      run(sql`INSERT INTO audit (at, account, caller, label, operation, event, reason, consent, estimated)
        VALUES (${now}, ${account}, ${caller}, ${label}, ${operation}, 'refused', ${reason}, ${consent}, ${estimated})`),
    );
  },
});

const lines = sql`SELECT account, at, entry, caller,
  coalesce(label, (SELECT label FROM call_labels WHERE call_labels.entry = audit.entry)) AS label,
  operation, event, reason, consent, estimated, charged FROM audit`;

type LineRow = { readonly [Name in keyof AuditLine]-?: AuditLine[Name] | null };

const withoutNulls = (line: Omit<LineRow, 'account'>): AuditLine =>
  Object.fromEntries(Object.entries(line).filter(([, value]) => value !== null)) as unknown as AuditLine;
