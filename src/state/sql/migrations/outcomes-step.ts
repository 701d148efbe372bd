import type { Migration } from '../database.ts';

/** Whether an update is an outcome: a sent call has ended, was accepted or refused, or its charge was taken back. Settling a call in doubt by a comparison is none. */
const hasEnded = `OLD.money IN ('dispatching', 'due', 'settled') AND NEW.money IN ('due', 'settled', 'released', 'in_doubt') AND OLD.money <> NEW.money`;

const count = `INSERT INTO outcomes (account, ended) VALUES (NEW.account, 1) ON CONFLICT (account) DO UPDATE SET ended = outcomes.ended + 1;`;

const tables = `
  CREATE TABLE outcomes (account TEXT PRIMARY KEY, ended INTEGER NOT NULL) STRICT;
  ALTER TABLE balances ADD COLUMN spent INTEGER;
  ALTER TABLE balances ADD COLUMN compared INTEGER NOT NULL DEFAULT -1;
  ALTER TABLE balances ADD COLUMN unexplained INTEGER NOT NULL DEFAULT 0;
`;

/**
 * Counts the outcomes of an account's calls, by a trigger in the transaction that writes one, and stores how many of them the balance
 * was last compared with and what that comparison left unexplained. So every process knows that a comparison is due, whichever process
 * sent the call. A released step: to change anything here, append another one.
 */
export const outcomes: Migration = {
  sqlite: `${tables}
  CREATE TRIGGER entries_ended AFTER UPDATE OF money ON entries WHEN ${hasEnded} BEGIN ${count} END;`,
  postgres: `${tables}
  CREATE FUNCTION count_outcome() RETURNS trigger LANGUAGE plpgsql AS $count$ BEGIN ${count} RETURN NULL; END $count$;
  CREATE TRIGGER entries_ended AFTER UPDATE OF money ON entries FOR EACH ROW WHEN (${hasEnded}) EXECUTE FUNCTION count_outcome();`,
};
