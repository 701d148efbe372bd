import { type Database, rows, run } from './database.ts';
import type { AuditFilter, AuditLine, AuditRefusal, AuditTrail } from '../audit-trail.ts';

/**
 * The audit trail. Its lines about calls on record are written by the database itself, by triggers on the ledger, so that no
 * path can change money without a line; and no statement can change or delete one.
 */
export const sqlAuditTrail = (db: Database): AuditTrail => ({
  list(account: string, { since, limit }: AuditFilter): Promise<readonly AuditLine[]> {
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

  listAll({ since, limit }: AuditFilter): Promise<readonly AuditLine[]> {
    return db.transaction(null, function* () {
      const auditRows = yield* rows(`${lines} WHERE at >= ? ORDER BY seq DESC LIMIT ?`, since, limit);
      return auditRows.map((row) => ({ account: String(row['account']), ...lineOf(row) }));
    });
  },

  async recordRefusal(
    account: string,
    { operation, reason, caller, label, consent, estimated }: AuditRefusal,
  ): Promise<void> {
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

type Found = Readonly<Record<string, unknown>>;

const lineOf = (row: Found): AuditLine => ({
  at: Number(row['at']),
  operation: String(row['operation']),
  event: String(row['event']),
  ...texts({ ...row, label: row['label_of_call'] }, 'entry', 'caller', 'label', 'reason', 'consent'),
  ...numbers(row, 'estimated', 'charged'),
});

const texts = <Name extends string>(row: Found, ...names: Name[]): { [one in Name]?: string } =>
  Object.fromEntries(names.flatMap((name) => (typeof row[name] === 'string' ? [[name, row[name]]] : []))) as {
    [one in Name]?: string;
  };

const numbers = <Name extends string>(row: Found, ...names: Name[]): { [one in Name]?: number } =>
  Object.fromEntries(
    names.flatMap((name) => (row[name] === null || row[name] === undefined ? [] : [[name, Number(row[name])]])),
  ) as { [one in Name]?: number };
