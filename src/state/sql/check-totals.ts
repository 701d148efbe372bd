import { type Database, raw, rows } from './database.ts';

/** Tables of sums. The view `plain_…` computes the same from what they sum. */
const totals = [
  { table: 'account_totals', key: ['account'], sums: ['spent', 'held', 'in_doubt'] },
  { table: 'session_totals', key: ['account', 'session'], sums: ['spent', 'held', 'in_doubt'] },
  { table: 'spent_by_time', key: ['account', 'grain', 'since'], sums: ['credits'] },
  { table: 'spent_by_operation', key: ['account', 'day', 'operation'], sums: ['calls', 'credits'] },
  { table: 'slot_counts', key: ['account', 'bucket'], sums: ['slots'] },
];

/** Totals that differ from the plain sums of what they sum: one line each, none if all is well. */
export const checkTotals = (db: Database): Promise<string[]> =>
  db.transaction('check', function* () {
    const differences: string[] = [];
    for (const { table, key, sums } of totals) {
      const isAny = sums.map((sum) => `${sum} <> 0`).join(' OR ');
      const columns = [...key, ...sums].join(', ');
      const without = (one: string, other: string, name: string): string =>
        `SELECT * FROM (SELECT ${columns} FROM ${one} WHERE ${isAny} EXCEPT SELECT ${columns} FROM ${other}) AS ${name}`;
      const differing = yield* rows(
        raw(`${without(table, `plain_${table}`, 'kept')} UNION ALL ${without(`plain_${table}`, table, 'plain')}`),
      );
      if (differing.length > 0) differences.push(`${table} differs from what it sums in ${differing.length} rows`);
    }
    return differences;
  });
