import type { Migration } from '../sql/database.ts';

/** A migration step in PostgreSQL's SQL: SQLite's types are replaced by its own. */
export function toPostgres(step: Migration): string {
  return (typeof step === 'string' ? step : step.postgres)
    .replaceAll(/ STRICT\b(, WITHOUT ROWID)?/g, '')
    .replaceAll('INTEGER', 'BIGINT')
    .replaceAll(' REAL', ' DOUBLE PRECISION')
    .replace('CREATE TABLE meta', 'CREATE TABLE IF NOT EXISTS meta');
}
