import type { Migration } from '../database.ts';

const table = `
  CREATE TABLE slot_counts (account TEXT NOT NULL, bucket TEXT NOT NULL, slots INTEGER NOT NULL, PRIMARY KEY (account, bucket)) STRICT, WITHOUT ROWID;
  CREATE VIEW plain_slot_counts AS SELECT account, bucket, count(*) AS slots FROM slots GROUP BY account, bucket;
`;

/** Runs after the triggers are made: making them waits for transactions that are still adding rows. */
const count = 'INSERT INTO slot_counts SELECT account, bucket, slots FROM plain_slot_counts;';

const inSqlite = `${table}
  CREATE TRIGGER slots_added AFTER INSERT ON slots BEGIN
    INSERT INTO slot_counts VALUES (NEW.account, NEW.bucket, 1) ON CONFLICT (account, bucket) DO UPDATE SET slots = slots + 1;
  END;
  CREATE TRIGGER slots_removed AFTER DELETE ON slots BEGIN
    UPDATE slot_counts SET slots = slots - 1 WHERE account = OLD.account AND bucket = OLD.bucket;
    DELETE FROM slot_counts WHERE account = OLD.account AND bucket = OLD.bucket AND slots = 0;
  END;
  ${count}
`;

const inPostgres = `${table}
  CREATE FUNCTION slots_added() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO slot_counts SELECT account, bucket, count(*) FROM changed GROUP BY account, bucket
      ON CONFLICT (account, bucket) DO UPDATE SET slots = slot_counts.slots + excluded.slots;
    RETURN NULL;
  END $$;
  CREATE TRIGGER slots_added AFTER INSERT ON slots REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION slots_added();
  CREATE FUNCTION slots_removed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    UPDATE slot_counts SET slots = slot_counts.slots - gone.slots
      FROM (SELECT account, bucket, count(*) AS slots FROM changed GROUP BY account, bucket) AS gone
      WHERE slot_counts.account = gone.account AND slot_counts.bucket = gone.bucket;
    DELETE FROM slot_counts WHERE slots = 0 AND (account, bucket) IN (SELECT account, bucket FROM changed);
    RETURN NULL;
  END $$;
  CREATE TRIGGER slots_removed AFTER DELETE ON slots REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION slots_removed();
  ${count}
`;

/**
 * How many rows each bucket has in `slots`, including those whose window has passed. The number is never below that of the slots that
 * count, so a request that finds it below the limit need not count them. Triggers keep it, so that an earlier version of this program
 * that still runs on the store keeps it too. A released step: to change anything here, append another one.
 */
export const slotCounts: Migration = { sqlite: inSqlite, postgres: inPostgres };
