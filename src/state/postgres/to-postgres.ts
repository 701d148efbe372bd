import type { Migration } from '../sql/database.ts';

/** The step in this engine's SQL. */
export function toPostgres(step: Migration): string {
  if (typeof step !== 'string') return step.postgres;
  return step
    .replaceAll(/ STRICT\b(, WITHOUT ROWID)?/g, '')
    .replaceAll('INTEGER', 'BIGINT')
    .replaceAll(' REAL', ' DOUBLE PRECISION')
    .replace('CREATE TABLE meta', 'CREATE TABLE IF NOT EXISTS meta');
}
