import type { Migration } from '../database.ts';

/** A call that was sent has ended, is accepted, or is refused; or what it was charged is taken back. What a comparison settles is no new outcome. */
const hasEnded = `OLD.money IN ('dispatching', 'due', 'settled') AND NEW.money IN ('due', 'settled', 'released', 'in_doubt') AND OLD.money <> NEW.money`;

const count = `INSERT INTO outcomes (account, ended) VALUES (NEW.account, 1) ON CONFLICT (account) DO UPDATE SET ended = outcomes.ended + 1;`;

const tables = `
  CREATE TABLE outcomes (account TEXT PRIMARY KEY, ended INTEGER NOT NULL) STRICT;
  ALTER TABLE balances ADD COLUMN spent INTEGER;
  ALTER TABLE balances ADD COLUMN compared INTEGER NOT NULL DEFAULT -1;
  ALTER TABLE balances ADD COLUMN unexplained INTEGER NOT NULL DEFAULT 0;
`;

/**
 * How many calls of an account have ended, counted by the database in the transaction that ends one; how many of them had
 * ended before the balance was last compared; and what that comparison left unexplained. So that every process knows that a
 * comparison is due, whichever process sent the call. A released step: to change anything here, append another one.
 */
export const outcomes: Migration = {
  sqlite: `${tables}
  CREATE TRIGGER entries_ended AFTER UPDATE OF money ON entries WHEN ${hasEnded} BEGIN ${count} END;`,
  postgres: `${tables.replaceAll(' STRICT', '').replaceAll('INTEGER', 'BIGINT')}
  CREATE FUNCTION count_outcome() RETURNS trigger LANGUAGE plpgsql AS $count$ BEGIN ${count} RETURN NULL; END $count$;
  CREATE TRIGGER entries_ended AFTER UPDATE OF money ON entries FOR EACH ROW WHEN (${hasEnded}) EXECUTE FUNCTION count_outcome();`,
};
