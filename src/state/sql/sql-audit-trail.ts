import { type Database, type Row, rows, run } from './database.ts';
import type { AuditLine, AuditTrail } from '../audit-trail.ts';
import { numberOrNull, textOrNull } from './row-values.ts';

/**
 * The audit trail. Its lines about calls on record are written by the database itself, by triggers on the ledger, so that no
 * path can change money without a line; and no statement can change or delete one.
 */
export const sqlAuditTrail = (db: Database): AuditTrail => ({
  list(account, { since, limit }) {
    return db.transaction(null, function* () {
      const auditRows = yield* rows(
        `${lines} WHERE (account = ? OR account IN (SELECT access FROM accounts WHERE account = ?)) AND at >= ? ORDER BY seq DESC LIMIT ?`,
        account,
        account,
        since,
        limit,
      );
      return auditRows.map(lineOf);
    });
  },

  listAll({ since, limit }) {
    return db.transaction(null, function* () {
      const auditRows = yield* rows(`${lines} WHERE at >= ? ORDER BY seq DESC LIMIT ?`, since, limit);
      return auditRows.map((row) => ({ account: String(row['account']), ...lineOf(row) }));
    });
  },

  async recordRefusal(account, { operation, reason, caller, label, consent, estimated }) {
    await db.transaction(null, ({ now }) =>
      run(
        "INSERT INTO audit (at, account, caller, label, operation, event, reason, consent, estimated) VALUES (?, ?, ?, ?, ?, 'refused', ?, ?, ?)",
        now,
        account,
        caller ?? null,
        label ?? null,
        operation,
        reason,
        consent ?? null,
        estimated ?? null,
      ),
    );
  },
});

const lines = `SELECT audit.*, coalesce(audit.label, (SELECT label FROM call_labels WHERE call_labels.entry = audit.entry)) AS label_of_call FROM audit`;

const lineOf = (row: Row): AuditLine => ({
  at: Number(row['at']),
  entry: textOrNull(row['entry']) ?? undefined,
  caller: textOrNull(row['caller']) ?? undefined,
  label: textOrNull(row['label_of_call']) ?? undefined,
  operation: String(row['operation']),
  event: String(row['event']),
  reason: textOrNull(row['reason']) ?? undefined,
  consent: textOrNull(row['consent']) ?? undefined,
  estimated: numberOrNull(row['estimated']) ?? undefined,
  charged: numberOrNull(row['charged']) ?? undefined,
});
