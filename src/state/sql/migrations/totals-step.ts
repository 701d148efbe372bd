import type { Migration } from '../database.ts';

const [quarter, day] = [900_000, 86_400_000];

/** Credits that a row of `entries` counts for. */
const spentKey = (row: string): string =>
  `(CASE WHEN ${row}money = 'settled' AND ${row}settled_at IS NOT NULL THEN coalesce(${row}charged, 0) ELSE 0 END)`;
const heldKey = (row: string): string =>
  `(CASE WHEN ${row}money IN ('reserved', 'dispatching', 'in_doubt', 'due') THEN ${row}estimate ELSE 0 END)`;
const inDoubt = (row: string): string => `(CASE WHEN ${row}money = 'in_doubt' THEN ${row}estimate ELSE 0 END)`;

const startOf = (at: string, grain: number): string => `${at} - ${at} % ${grain}`;

/** Inserts a row of sums, or adds them to the one that is there. */
const add = (table: string, key: readonly string[], sums: readonly string[], selected: string): string => `
  INSERT INTO ${table} (${[...key, ...sums].join(', ')}) ${selected}
    ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${sums.map((sum) => `${sum} = ${table}.${sum} + excluded.${sum}`).join(', ')};`;

const amounts = ['spent', 'held', 'in_doubt'];

const addCharge = (account: string, at: string, operation: string, credits: string, sign: '' | '-'): string =>
  [quarter, day]
    .map((grain) =>
      add(
        'spent_by_time',
        ['account', 'grain', 'since'],
        ['credits'],
        `SELECT ${account}, ${grain}, ${startOf(at, grain)}, ${sign}${credits} WHERE ${credits} <> 0`,
      ),
    )
    .join('') +
  add(
    'spent_by_operation',
    ['account', 'day', 'operation'],
    ['calls', 'credits'],
    `SELECT ${account}, ${startOf(at, day)}, ${operation}, ${sign}1, ${sign}${credits} WHERE ${credits} <> 0`,
  );

/** The account's own row comes first in each: concurrent transactions queue there, so that they cannot deadlock further on. */
const addEntry = (row: 'OLD.' | 'NEW.', sign: '' | '-'): string => {
  const own = `${sign}${spentKey(row)}, ${sign}${heldKey(row)}, ${sign}${inDoubt(row)} WHERE ${spentKey(row)} <> 0 OR ${heldKey(row)} <> 0`;
  return (
    add('account_totals', ['account'], amounts, `SELECT ${row}account, ${own}`) +
    add('session_totals', ['account', 'session'], amounts, `SELECT ${row}account, ${row}session, ${own}`) +
    addCharge(`${row}account`, `${row}settled_at`, `${row}operation`, spentKey(row), sign)
  );
};

const addForeign = (row: 'OLD.' | 'NEW.', sign: '' | '-'): string =>
  add(
    'account_totals',
    ['account'],
    amounts,
    `SELECT ${row}account, ${sign}${row}credits, 0, 0 WHERE ${row}credits <> 0`,
  ) + addCharge(`${row}account`, `${row}at`, `${row}operation`, `${row}credits`, sign);

/**
 * Sums that the database itself keeps in the transaction that changes what they sum: no writer can forget them, not even an
 * earlier version of this program that still runs on the store. Released steps: to change anything here, append another one.
 * docs/decisions/0015.
 */
export const totalsTables = `
  CREATE TABLE foreign_charges (
    id TEXT PRIMARY KEY,
    account TEXT NOT NULL,
    at INTEGER NOT NULL,
    operation TEXT NOT NULL,
    credits INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX foreign_charges_at ON foreign_charges (account, at);
  CREATE TABLE account_starts (account TEXT PRIMARY KEY, at INTEGER NOT NULL, history TEXT NOT NULL) STRICT;
  INSERT INTO account_starts SELECT account, min(reserved_at), 'own' FROM entries GROUP BY account;

  CREATE TABLE account_totals (
    account TEXT PRIMARY KEY, spent INTEGER NOT NULL, held INTEGER NOT NULL, in_doubt INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE session_totals (
    account TEXT NOT NULL, session TEXT NOT NULL, spent INTEGER NOT NULL, held INTEGER NOT NULL, in_doubt INTEGER NOT NULL,
    PRIMARY KEY (account, session)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE spent_by_time (
    account TEXT NOT NULL, grain INTEGER NOT NULL, since INTEGER NOT NULL, credits INTEGER NOT NULL,
    PRIMARY KEY (account, grain, since)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE spent_by_operation (
    account TEXT NOT NULL, day INTEGER NOT NULL, operation TEXT NOT NULL, calls INTEGER NOT NULL, credits INTEGER NOT NULL,
    PRIMARY KEY (account, day, operation)
  ) STRICT, WITHOUT ROWID;

  CREATE VIEW plain_account_totals AS
    SELECT account, sum(spent) AS spent, sum(held) AS held, sum(in_doubt) AS in_doubt FROM (
      SELECT account, ${spentKey('')} AS spent, ${heldKey('')} AS held, ${inDoubt('')} AS in_doubt FROM entries
      UNION ALL SELECT account, credits, 0, 0 FROM foreign_charges) AS counted GROUP BY account;
  CREATE VIEW plain_session_totals AS
    SELECT account, session, sum(${spentKey('')}) AS spent, sum(${heldKey('')}) AS held, sum(${inDoubt('')}) AS in_doubt FROM entries GROUP BY account, session;
  CREATE VIEW charges AS
    SELECT account, settled_at AS at, operation, charged AS credits FROM entries WHERE ${spentKey('')} <> 0
    UNION ALL SELECT account, at, operation, credits FROM foreign_charges WHERE credits <> 0;
  CREATE VIEW plain_spent_by_time AS ${[quarter, day]
    .map(
      (grain) =>
        `SELECT account, ${grain} AS grain, ${startOf('at', grain)} AS since, sum(credits) AS credits FROM charges GROUP BY account, ${startOf('at', grain)}`,
    )
    .join(' UNION ALL ')};
  CREATE VIEW plain_spent_by_operation AS
    SELECT account, ${startOf('at', day)} AS day, operation, count(*) AS calls, sum(credits) AS credits FROM charges GROUP BY account, ${startOf('at', day)}, operation;

  INSERT INTO account_totals (account, spent, held, in_doubt) SELECT account, spent, held, in_doubt FROM plain_account_totals;
  INSERT INTO session_totals (account, session, spent, held, in_doubt) SELECT account, session, spent, held, in_doubt FROM plain_session_totals;
  INSERT INTO spent_by_time (account, grain, since, credits) SELECT account, grain, since, credits FROM plain_spent_by_time;
  INSERT INTO spent_by_operation (account, day, operation, calls, credits) SELECT account, day, operation, calls, credits FROM plain_spent_by_operation;

  DROP INDEX entries_money;
  CREATE INDEX entries_money ON entries (account, money, reserved_at, id);
  CREATE INDEX entries_state ON entries (account, state, reserved_at, id);
  CREATE INDEX entries_answered ON entries (account, ended_at) WHERE (answer IS NOT NULL OR started IS NOT NULL);
  CREATE INDEX entries_released ON entries (account, ended_at) WHERE money = 'released';
  CREATE INDEX entries_polled ON entries (id) WHERE state IN ('running', 'needs_you');
`;

const watched = 'UPDATE OF account, session, operation, money, estimate, charged, settled_at';

/** A change of state alone, or from one way of being held to another, counts for the same as before. */
const differs = `${['account', 'session', 'operation'].map((name) => `OLD.${name} <> NEW.${name}`).join(' OR ')}
  OR ${[spentKey, heldKey, inDoubt].map((sum) => `${sum('OLD.')} <> ${sum('NEW.')}`).join(' OR ')}
  OR (NEW.money = 'settled' AND OLD.settled_at <> NEW.settled_at)`;

const countInPostgres = (
  table: string,
  add: (row: 'OLD.' | 'NEW.', sign: '' | '-') => string,
  update: string,
  condition: string,
): string => `
    CREATE FUNCTION count_${table}() RETURNS trigger LANGUAGE plpgsql AS $count$
    BEGIN
      IF TG_OP <> 'INSERT' THEN ${add('OLD.', '-')} END IF;
      IF TG_OP <> 'DELETE' THEN ${add('NEW.', '')} END IF;
      RETURN NULL;
    END $count$;
    CREATE TRIGGER ${table}_inserted_or_deleted AFTER INSERT OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION count_${table}();
    CREATE TRIGGER ${table}_updated AFTER ${update} ON ${table} FOR EACH ROW
      ${condition} EXECUTE FUNCTION count_${table}();`;

export const totalsTriggers: Migration = {
  sqlite: [
    `CREATE TRIGGER entries_inserted AFTER INSERT ON entries BEGIN ${addEntry('NEW.', '')} END;`,
    `CREATE TRIGGER entries_updated AFTER ${watched} ON entries WHEN ${differs} BEGIN ${addEntry('OLD.', '-')} ${addEntry('NEW.', '')} END;`,
    `CREATE TRIGGER entries_deleted AFTER DELETE ON entries WHEN OLD.money <> 'released' BEGIN ${addEntry('OLD.', '-')} END;`,
    `CREATE TRIGGER foreign_charges_inserted AFTER INSERT ON foreign_charges BEGIN ${addForeign('NEW.', '')} END;`,
    `CREATE TRIGGER foreign_charges_updated AFTER UPDATE ON foreign_charges BEGIN ${addForeign('OLD.', '-')} ${addForeign('NEW.', '')} END;`,
    `CREATE TRIGGER foreign_charges_deleted AFTER DELETE ON foreign_charges BEGIN ${addForeign('OLD.', '-')} END;`,
  ].join('\n'),
  postgres: [
    countInPostgres('entries', addEntry, watched, `WHEN (${differs})`),
    countInPostgres('foreign_charges', addForeign, 'UPDATE', ''),
  ].join('\n'),
};
