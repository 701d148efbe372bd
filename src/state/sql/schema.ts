import { StateUnavailable } from './state-unavailable.ts';

/** Milliseconds of a day: charges are summed by day. */
export const dayMs = 86_400_000;

/** The version of the tables below. A store with another version is refused. */
const version = 1;

/** The key in `meta` under which a store keeps its version. Stores from before version 1 lack it. */
export const versionKey = 'schema';

/** Refuses a store made by another version of this program. `stored`: the version that it keeps, if any. */
export function refuseOtherVersion(stored: string | undefined): void {
  if (stored === String(version)) return;
  if (stored === undefined)
    throw new StateUnavailable(
      'the state store was made by an earlier version of this program: keep its open jobs with that version (visibility-mcp jobs --json > jobs.json), then give another --state; earlier spending is read from the history of the platform',
    );
  throw new StateUnavailable(
    `the state store is of version ${stored}, this program knows ${version}: use the newer program; to go back to this one, restore the backup from before the upgrade`,
  );
}

/**
 * The tables, in SQLite's SQL; PostgreSQL gets its own names of types. Times are milliseconds since the epoch, except for those of `slots`,
 * `cooldowns`, `next_poll`, `polled_by_event` and the poll leases of `entries`, which are milliseconds of the steady clock.
 */
const tables = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  INSERT INTO meta VALUES ('${versionKey}', '${version}');

  -- The team or user that a token belongs to.
  CREATE TABLE accounts (access TEXT PRIMARY KEY, account TEXT NOT NULL, bound_at INTEGER NOT NULL) STRICT;

  -- Paid calls and jobs. 'misses': polls in a row that found nothing; 'denials': with 404 or 410; 'told': an event came since the last
  -- poll; 'before_mark': what it drew may lie before the mark of the comparisons of the balance; 'sender': the process that sends it.
  CREATE TABLE entries (
    id TEXT PRIMARY KEY, account TEXT NOT NULL, session TEXT NOT NULL, sign_in TEXT, owner TEXT, label TEXT, run TEXT,
    operation TEXT NOT NULL, arguments TEXT NOT NULL, fingerprint TEXT NOT NULL, consent TEXT, sender TEXT,
    money TEXT NOT NULL CHECK (money IN ('reserved', 'dispatching', 'in_doubt', 'due', 'settled', 'released')),
    estimate INTEGER NOT NULL CHECK (estimate >= 0), charged INTEGER, unbounded INTEGER NOT NULL DEFAULT 0, basis TEXT NOT NULL,
    confirmation TEXT CHECK (confirmation IN ('stated', 'found', 'absent')), before_mark INTEGER NOT NULL DEFAULT 0,
    state TEXT NOT NULL CHECK (state IN ('starting', 'running', 'needs_you', 'completed', 'failed', 'unknown')),
    watch TEXT, platform_state TEXT, progress REAL, answer TEXT, started TEXT, baseline TEXT, error TEXT,
    delivered INTEGER NOT NULL DEFAULT 0, polls INTEGER NOT NULL DEFAULT 0, misses INTEGER NOT NULL DEFAULT 0,
    denials INTEGER NOT NULL DEFAULT 0, reserved_at INTEGER NOT NULL, lapses_at INTEGER NOT NULL, dispatched_at INTEGER,
    gone_at INTEGER, settled_at INTEGER, ended_at INTEGER, next_poll REAL NOT NULL DEFAULT 0, told INTEGER NOT NULL DEFAULT 0,
    polled_by_event REAL NOT NULL DEFAULT 0, lease_owner TEXT, lease_until REAL NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX entries_alive ON entries (account, fingerprint) WHERE state IN ('starting', 'running', 'needs_you', 'unknown');
  CREATE INDEX entries_undelivered ON entries (account, fingerprint, ended_at) WHERE state = 'completed' AND delivered = 0;
  -- Has all columns that are summed, so that it is read alone.
  CREATE INDEX entries_settled ON entries (account, settled_at, charged, owner, label, operation) WHERE money = 'settled';
  CREATE INDEX entries_of_session ON entries (account, session, charged) WHERE money = 'settled';
  CREATE INDEX entries_of_sign_in ON entries (account, sign_in, charged) WHERE money = 'settled' AND sign_in IS NOT NULL;
  CREATE INDEX entries_open ON entries (money, estimate) WHERE money IN ('reserved', 'dispatching', 'in_doubt', 'due');
  CREATE INDEX entries_recent ON entries (account, reserved_at);
  CREATE INDEX entries_owner ON entries (account, owner, reserved_at);
  CREATE INDEX entries_money ON entries (account, money, reserved_at, id);
  CREATE INDEX entries_state ON entries (account, state, reserved_at, id);
  CREATE INDEX entries_operation ON entries (account, operation, reserved_at);
  CREATE INDEX entries_of_run ON entries (run) WHERE run IS NOT NULL;
  CREATE INDEX entries_unconfirmed ON entries (account, reserved_at) WHERE confirmation IS NULL OR confirmation = 'absent';
  CREATE INDEX entries_drifted ON entries (account, settled_at) WHERE charged > estimate AND unbounded = 0;
  CREATE INDEX entries_answered ON entries (account, ended_at) WHERE answer IS NOT NULL OR started IS NOT NULL;
  CREATE INDEX entries_released ON entries (account, ended_at) WHERE money = 'released';
  CREATE INDEX entries_polled ON entries (id) WHERE state IN ('running', 'needs_you');

  -- What the calls of an account were charged on one day (UTC): the trigger below sums it, so that a month or a total is read in a few rows.
  CREATE TABLE spent_days (account TEXT NOT NULL, day INTEGER NOT NULL, credits INTEGER NOT NULL, PRIMARY KEY (account, day)) STRICT;
  -- Charges from before this store, how the account began here, and the balance that the ledger was last compared with.
  CREATE TABLE foreign_charges (id TEXT PRIMARY KEY, account TEXT NOT NULL, at INTEGER NOT NULL, operation TEXT NOT NULL,
    credits INTEGER NOT NULL) STRICT;
  CREATE INDEX foreign_charges_at ON foreign_charges (account, at);
  CREATE TABLE account_starts (account TEXT PRIMARY KEY, at INTEGER NOT NULL, history TEXT NOT NULL, since INTEGER NOT NULL) STRICT;
  CREATE TABLE balances (account TEXT PRIMARY KEY, balance INTEGER NOT NULL, read_at INTEGER NOT NULL, spent INTEGER,
    compared INTEGER NOT NULL DEFAULT -1, compared_at INTEGER NOT NULL DEFAULT 0, unexplained INTEGER NOT NULL DEFAULT 0) STRICT;
  -- How many calls of an account have ended, or were accepted: the trigger below counts them.
  CREATE TABLE outcomes (account TEXT PRIMARY KEY, ended INTEGER NOT NULL) STRICT;

  -- The rate limit.
  CREATE TABLE slots (id TEXT NOT NULL, account TEXT NOT NULL, bucket TEXT NOT NULL, per REAL NOT NULL, until REAL NOT NULL) STRICT;
  CREATE INDEX slots_bucket ON slots (account, bucket, until);
  CREATE INDEX slots_id ON slots (id);
  CREATE TABLE cooldowns (account TEXT NOT NULL, bucket TEXT NOT NULL, until REAL NOT NULL, PRIMARY KEY (account, bucket)) STRICT;

  -- Deliveries of the platform, and the secrets of its callbacks: two accounts may have a batch of the same id.
  CREATE TABLE deliveries (id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT;
  CREATE INDEX deliveries_at ON deliveries (at);
  CREATE TABLE batch_secrets (account TEXT NOT NULL, batch TEXT NOT NULL, secret TEXT NOT NULL, at INTEGER NOT NULL,
    callbacks INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (account, batch)) STRICT;
  CREATE INDEX batch_secrets_batch ON batch_secrets (batch);

  -- Programs, the outcomes of their calls, and the credits held for them.
  CREATE TABLE runs (
    id TEXT PRIMARY KEY, account TEXT NOT NULL, session TEXT NOT NULL, sign_in TEXT, owner TEXT, key TEXT, label TEXT,
    code TEXT NOT NULL, input TEXT NOT NULL, may TEXT NOT NULL, max_credits INTEGER NOT NULL CHECK (max_credits >= 0), consent TEXT,
    state TEXT NOT NULL CHECK (state IN ('running', 'completed', 'failed', 'cancelled')), result TEXT, exit_code INTEGER, error TEXT,
    log TEXT, bytes INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL, ended_at INTEGER, lease_owner TEXT,
    lease_until INTEGER NOT NULL DEFAULT 0,
    hold_until INTEGER NOT NULL DEFAULT 0, failovers INTEGER NOT NULL DEFAULT 0,
    calls TEXT NOT NULL DEFAULT '{}'
  ) STRICT;
  CREATE INDEX runs_recent ON runs (account, created_at);
  CREATE INDEX runs_of_caller ON runs (account, owner, ended_at, bytes);
  CREATE INDEX runs_holding ON runs (account, hold_until);
  CREATE INDEX runs_running ON runs (lease_until) WHERE state = 'running';
  -- Of all processes that bring a key, one begins its run.
  CREATE UNIQUE INDEX runs_key ON runs (account, coalesce(owner, ''), key) WHERE key IS NOT NULL;
  -- What programs have changed and paid, so that a later attempt of a run repeats none of it.
  CREATE TABLE run_effects (run TEXT NOT NULL, effect TEXT NOT NULL, entry TEXT, has_left INTEGER NOT NULL DEFAULT 0, ok INTEGER,
    outcome TEXT, PRIMARY KEY (run, effect)) STRICT;

  -- What programs keep beyond their end. 'owner' is empty where callers are not distinguished, 'label' where there is none.
  CREATE TABLE program_values (account TEXT NOT NULL, owner TEXT NOT NULL, label TEXT NOT NULL, name TEXT NOT NULL,
    value TEXT NOT NULL, set_at INTEGER NOT NULL, PRIMARY KEY (account, owner, label, name)) STRICT;
  CREATE TABLE program_claims (account TEXT NOT NULL, owner TEXT NOT NULL, label TEXT NOT NULL, name TEXT NOT NULL, holder TEXT,
    run TEXT, lease_owner TEXT, lease_until INTEGER NOT NULL DEFAULT 0, value TEXT, done_at INTEGER,
    changed_at INTEGER NOT NULL, PRIMARY KEY (account, owner, label, name)) STRICT;

  -- Files that the platform gave, for a day, and their bytes in parts.
  CREATE TABLE saved_files (account TEXT NOT NULL, owner TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, mime TEXT NOT NULL,
    size INTEGER NOT NULL, body TEXT NOT NULL, expires_at INTEGER NOT NULL, PRIMARY KEY (account, owner, id)) STRICT;
  CREATE INDEX saved_files_expiry ON saved_files (expires_at);
  CREATE TABLE saved_parts (body TEXT NOT NULL, part INTEGER NOT NULL, bytes BLOB NOT NULL, written_at INTEGER NOT NULL,
    PRIMARY KEY (body, part)) STRICT;
  CREATE INDEX saved_parts_age ON saved_parts (written_at, body);

  -- What the authorization server keeps, encrypted.
  CREATE TABLE oauth_documents (kind TEXT NOT NULL, id TEXT NOT NULL, payload TEXT NOT NULL, grant_id TEXT, uid TEXT, owner TEXT,
    kept_at INTEGER NOT NULL, consumed_at INTEGER, expires_at INTEGER, PRIMARY KEY (kind, id)) STRICT;
  CREATE INDEX oauth_documents_grant ON oauth_documents (grant_id) WHERE grant_id IS NOT NULL;
  CREATE INDEX oauth_documents_uid ON oauth_documents (kind, uid) WHERE uid IS NOT NULL;
  CREATE INDEX oauth_documents_owner ON oauth_documents (kind, owner) WHERE owner IS NOT NULL;
  CREATE INDEX oauth_documents_expiry ON oauth_documents (expires_at) WHERE expires_at IS NOT NULL;
`;

/**
 * Whether an update is an outcome: a sent call has ended, was accepted or refused, or its charge was taken back. Settling a
 * call in doubt by a comparison is not an outcome. A trigger counts outcomes in the transaction that writes them, so that
 * every process knows that a comparison of the balance is due, even if another one sent the call.
 */
const isOutcome = `OLD.money IN ('dispatching', 'due', 'settled') AND NEW.money IN ('due', 'settled', 'released', 'in_doubt') AND OLD.money <> NEW.money`;

const countOutcome = `INSERT INTO outcomes (account, ended) VALUES (NEW.account, 1) ON CONFLICT (account) DO UPDATE SET ended = outcomes.ended + 1;`;

/** Entries are never inserted as settled, nor deleted while settled, so only updates change the sums. */
const addCharge = (row: 'OLD' | 'NEW', sign: '-' | ''): string => `
  INSERT INTO spent_days (account, day, credits)
    SELECT ${row}.account, ${row}.settled_at - ${row}.settled_at % ${dayMs}, ${sign}${row}.charged WHERE ${row}.money = 'settled' AND ${row}.charged <> 0
    ON CONFLICT (account, day) DO UPDATE SET credits = spent_days.credits + excluded.credits;`;

const sumCharges = `${addCharge('OLD', '-')} ${addCharge('NEW', '')}`;
const isCharge = `OLD.money = 'settled' OR NEW.money = 'settled'`;

/** Counts the dispatched calls: compared with the count next to the file, it shows that an older copy has replaced the file. */
export const sqliteSchema = `${tables}
  CREATE TRIGGER entries_ended AFTER UPDATE OF money ON entries WHEN ${isOutcome} BEGIN ${countOutcome} END;
  CREATE TRIGGER entries_charged AFTER UPDATE OF account, money, charged, settled_at ON entries WHEN ${isCharge} BEGIN ${sumCharges} END;
  INSERT INTO meta VALUES ('dispatches', '0');
  CREATE TRIGGER entries_dispatched AFTER UPDATE OF money ON entries WHEN NEW.money = 'dispatching' AND OLD.money <> 'dispatching' BEGIN
    UPDATE meta SET value = CAST(value + 1 AS TEXT) WHERE key = 'dispatches';
  END;`;

export const postgresSchema = `${tables
  .replaceAll(' STRICT', '')
  .replaceAll('INTEGER', 'BIGINT')
  .replaceAll(' BLOB', ' BYTEA')
  .replaceAll(' REAL', ' DOUBLE PRECISION')}
  CREATE FUNCTION count_outcome() RETURNS trigger LANGUAGE plpgsql AS $count$ BEGIN ${countOutcome} RETURN NULL; END $count$;
  CREATE TRIGGER entries_ended AFTER UPDATE OF money ON entries FOR EACH ROW WHEN (${isOutcome}) EXECUTE FUNCTION count_outcome();
  CREATE FUNCTION sum_charges() RETURNS trigger LANGUAGE plpgsql AS $sum$ BEGIN ${sumCharges} RETURN NULL; END $sum$;
  CREATE TRIGGER entries_charged AFTER UPDATE OF account, money, charged, settled_at ON entries FOR EACH ROW
    WHEN (${isCharge}) EXECUTE FUNCTION sum_charges();`;
