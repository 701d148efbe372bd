import type { Migration } from '../database.ts';
import { auditInPostgres, auditInSqlite } from './audit-schema.ts';
import { StateUnavailable } from '../../state-unavailable.ts';
import { labels } from './labels-step.ts';
import { outcomes } from './outcomes-step.ts';
import { slotCounts } from './slot-counts-step.ts';
import { totalsTables, totalsTriggers } from './totals-step.ts';

/**
 * Step n brings a store of version n to n + 1. To change the tables, append a step; one that has been released stays as
 * it is. Opening a store runs the steps that it lacks and records its version, all in one transaction that concurrent
 * openers wait for.
 *
 * Replicas are upgraded one after the other, so that the version before works on with the tables of this one: a step adds, and
 * neither removes nor renames what that version reads and writes.
 */
export const migrations: readonly Migration[] = [
  `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

  CREATE TABLE entries (
    id TEXT PRIMARY KEY,
    account TEXT NOT NULL,
    session TEXT NOT NULL,
    operation TEXT NOT NULL,
    arguments TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    money TEXT NOT NULL CHECK (money IN ('reserved', 'dispatching', 'in_doubt', 'due', 'settled', 'released')),
    estimate INTEGER NOT NULL CHECK (estimate >= 0),
    charged INTEGER,
    basis TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('starting', 'running', 'needs_you', 'completed', 'failed', 'unknown')),
    watch TEXT,
    platform_state TEXT,
    progress REAL,
    answer TEXT,
    error TEXT,
    delivered INTEGER NOT NULL DEFAULT 0,
    polls INTEGER NOT NULL DEFAULT 0,
    misses INTEGER NOT NULL DEFAULT 0,
    reserved_at INTEGER NOT NULL,
    lapses_at INTEGER NOT NULL,
    dispatched_at INTEGER,
    gone_at INTEGER,
    settled_at INTEGER,
    ended_at INTEGER,
    next_poll REAL NOT NULL DEFAULT 0,
    lease_owner TEXT,
    lease_until REAL NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX entries_alive ON entries (account, fingerprint) WHERE state IN ('starting', 'running', 'needs_you', 'unknown');
  CREATE INDEX entries_undelivered ON entries (account, fingerprint, ended_at) WHERE state = 'completed' AND delivered = 0;
  CREATE INDEX entries_open ON entries (account) WHERE money IN ('reserved', 'dispatching', 'in_doubt', 'due');
  CREATE INDEX entries_settled ON entries (account, settled_at) WHERE money = 'settled';
  CREATE INDEX entries_recent ON entries (account, reserved_at);

  CREATE TABLE slots (id TEXT NOT NULL, account TEXT NOT NULL, bucket TEXT NOT NULL, per REAL NOT NULL, until REAL NOT NULL) STRICT;
  CREATE INDEX slots_bucket ON slots (account, bucket, until);
  CREATE INDEX slots_id ON slots (id);

  CREATE TABLE cooldowns (account TEXT NOT NULL, bucket TEXT NOT NULL, until REAL NOT NULL, PRIMARY KEY (account, bucket)) STRICT;
  `,
  'ALTER TABLE entries ADD COLUMN denials INTEGER NOT NULL DEFAULT 0',
  // SQLite does not see that money = 'reserved' is within a partial index: each reservation read the whole ledger.
  'DROP INDEX entries_open; CREATE INDEX entries_money ON entries (account, money)',
  'ALTER TABLE entries ADD COLUMN started TEXT; ALTER TABLE entries ADD COLUMN baseline TEXT',
  // Money and jobs belong to a team; a token only opens its account.
  'CREATE TABLE accounts (access TEXT PRIMARY KEY, account TEXT NOT NULL, bound_at INTEGER NOT NULL) STRICT',
  // A Retry-After was once obeyed for however long it said: what such an answer left behind would last for years.
  "DELETE FROM cooldowns; DELETE FROM slots WHERE id = 'withheld'; UPDATE entries SET next_poll = 0",
  'CREATE TABLE account_limits (account TEXT NOT NULL, span TEXT NOT NULL, credits INTEGER NOT NULL CHECK (credits >= 0), set_at INTEGER NOT NULL, PRIMARY KEY (account, span)) STRICT',
  { sqlite: auditInSqlite, postgres: auditInPostgres },
  totalsTables,
  totalsTriggers,
  // What the platform states about each charge, and the balance that the ledger was last compared with.
  `
  ALTER TABLE entries ADD COLUMN confirmation TEXT CHECK (confirmation IN ('stated', 'found', 'absent'));
  ALTER TABLE entries ADD COLUMN unbounded INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX entries_unconfirmed ON entries (account, reserved_at) WHERE confirmation IS NULL OR confirmation = 'absent';
  CREATE INDEX entries_drifted ON entries (account, settled_at) WHERE charged > estimate AND unbounded = 0;
  CREATE TABLE balances (account TEXT PRIMARY KEY, balance INTEGER NOT NULL, read_at INTEGER NOT NULL) STRICT;
  `,
  // How far back the history was read that an account began with; and, where the store is a file, how many calls it has dispatched.
  {
    sqlite: `ALTER TABLE account_starts ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
      INSERT INTO meta VALUES ('dispatches', '0');
      CREATE TRIGGER entries_dispatched AFTER UPDATE OF money ON entries WHEN NEW.money = 'dispatching' AND OLD.money <> 'dispatching' BEGIN
        UPDATE meta SET value = CAST(value + 1 AS TEXT) WHERE key = 'dispatches';
      END`,
    postgres: 'ALTER TABLE account_starts ADD COLUMN since BIGINT NOT NULL DEFAULT 0',
  },
  // Members of a team share its account: jobs and results stay with the caller that asked for them.
  'ALTER TABLE entries ADD COLUMN owner TEXT; CREATE INDEX entries_owner ON entries (account, owner, reserved_at)',
  // Deliveries of the platform; `told`: an event came since the last poll began.
  `
  ALTER TABLE entries ADD COLUMN told INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE deliveries (id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT;
  CREATE INDEX deliveries_at ON deliveries (at);
  CREATE TABLE callback_secrets (batch TEXT PRIMARY KEY, secret TEXT NOT NULL, at INTEGER NOT NULL) STRICT;
  `,
  // Programs, the outcome of each of their calls, and the credits held for them.
  `
  CREATE TABLE runs (
    id TEXT PRIMARY KEY,
    account TEXT NOT NULL,
    session TEXT NOT NULL,
    owner TEXT,
    code TEXT NOT NULL,
    input TEXT NOT NULL,
    may TEXT NOT NULL,
    max_credits INTEGER NOT NULL CHECK (max_credits >= 0),
    consent TEXT,
    caller TEXT,
    state TEXT NOT NULL CHECK (state IN ('running', 'completed', 'failed', 'cancelled')),
    result TEXT,
    error TEXT,
    log TEXT,
    created_at INTEGER NOT NULL,
    ended_at INTEGER,
    lease_owner TEXT,
    lease_until INTEGER NOT NULL DEFAULT 0,
    hold_until INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX runs_recent ON runs (account, created_at);
  CREATE INDEX runs_holding ON runs (account, hold_until);
  CREATE TABLE run_calls (
    run TEXT NOT NULL,
    n INTEGER NOT NULL,
    name TEXT NOT NULL,
    request TEXT NOT NULL,
    entry TEXT,
    has_left INTEGER NOT NULL DEFAULT 0,
    place INTEGER,
    ok INTEGER,
    outcome TEXT,
    at INTEGER,
    PRIMARY KEY (run, n)
  ) STRICT;
  ALTER TABLE entries ADD COLUMN run TEXT;
  CREATE INDEX entries_of_run ON entries (run) WHERE run IS NOT NULL;
  `,
  // What the authorization server keeps, encrypted.
  `
  CREATE TABLE oauth_documents (kind TEXT NOT NULL, id TEXT NOT NULL, payload TEXT NOT NULL, grant_id TEXT, uid TEXT, owner TEXT,
    kept_at INTEGER NOT NULL, consumed_at INTEGER, expires_at INTEGER, PRIMARY KEY (kind, id)) STRICT;
  CREATE INDEX oauth_documents_grant ON oauth_documents (grant_id) WHERE grant_id IS NOT NULL;
  CREATE INDEX oauth_documents_uid ON oauth_documents (kind, uid) WHERE uid IS NOT NULL;
  CREATE INDEX oauth_documents_owner ON oauth_documents (kind, owner) WHERE owner IS NOT NULL;
  CREATE INDEX oauth_documents_expiry ON oauth_documents (expires_at) WHERE expires_at IS NOT NULL;
  `,
  // Milliseconds of the steady clock at which an event last caused a poll.
  'ALTER TABLE entries ADD COLUMN polled_by_event REAL NOT NULL DEFAULT 0',
  // The metrics count runs that are not over at each scrape.
  "CREATE INDEX runs_running ON runs (lease_until) WHERE state = 'running'",
  // How many callbacks of a batch came: a holder of its secret can send any number.
  'ALTER TABLE callback_secrets ADD COLUMN callbacks INTEGER NOT NULL DEFAULT 0',
  // Calls that workflows of programs make on their way.
  `
  CREATE TABLE run_steps (run TEXT NOT NULL, n INTEGER NOT NULL, step TEXT NOT NULL, entry TEXT, ok INTEGER, outcome TEXT,
    PRIMARY KEY (run, n, step)) STRICT;
  `,
  slotCounts,
  // How often a run was taken over from a process that had died with it.
  'ALTER TABLE runs ADD COLUMN failovers INTEGER NOT NULL DEFAULT 0',
  outcomes,
  // Files that the platform gave, in parts, for a day. `owner` is empty where callers are not distinguished.
  `
  CREATE TABLE saved_files (account TEXT NOT NULL, owner TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, mime TEXT NOT NULL, size INTEGER NOT NULL,
    is_whole INTEGER NOT NULL, expires_at INTEGER NOT NULL, PRIMARY KEY (account, owner, id)) STRICT;
  CREATE INDEX saved_files_expiry ON saved_files (expires_at);
  CREATE TABLE saved_parts (account TEXT NOT NULL, owner TEXT NOT NULL, id TEXT NOT NULL, part INTEGER NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (account, owner, id, part)) STRICT;
  `,
  // The caller's own name of a run: of all processes that bring one, one begins a run.
  `
  ALTER TABLE runs ADD COLUMN key TEXT;
  CREATE UNIQUE INDEX runs_key ON runs (account, coalesce(owner, ''), key) WHERE key IS NOT NULL;
  `,
  // The code that a program ended itself with.
  'ALTER TABLE runs ADD COLUMN exit_code INTEGER',
  // What programs keep beyond their end. `owner` is empty where callers are not distinguished, `label` where there is none.
  `
  CREATE TABLE program_values (account TEXT NOT NULL, owner TEXT NOT NULL, label TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL,
    set_at INTEGER NOT NULL, PRIMARY KEY (account, owner, label, name)) STRICT;
  CREATE TABLE program_claims (account TEXT NOT NULL, owner TEXT NOT NULL, label TEXT NOT NULL, name TEXT NOT NULL, holder TEXT, last_holder TEXT,
    run TEXT, lease_owner TEXT, lease_until INTEGER NOT NULL DEFAULT 0, value TEXT, done_at INTEGER, changed_at INTEGER NOT NULL,
    PRIMARY KEY (account, owner, label, name)) STRICT;
  `,
  // In place of callback_secrets: two accounts may have a batch of the same id. Batches under way are found by their polls.
  `
  CREATE TABLE batch_secrets (account TEXT NOT NULL, batch TEXT NOT NULL, secret TEXT NOT NULL, at INTEGER NOT NULL,
    callbacks INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (account, batch)) STRICT;
  CREATE INDEX batch_secrets_batch ON batch_secrets (batch);
  `,
  labels,
  // 1: the balance rose while the call was on its way or in doubt, so that what it drew may lie before the mark of the comparisons.
  'ALTER TABLE entries ADD COLUMN before_mark INTEGER NOT NULL DEFAULT 0',
  // When the balance was read that was last compared.
  'ALTER TABLE balances ADD COLUMN compared_at INTEGER NOT NULL DEFAULT 0',
  // The newest calls of one operation, however many of others came after them.
  'ALTER TABLE entries ADD COLUMN sign_in TEXT; ALTER TABLE runs ADD COLUMN sign_in TEXT',
  'CREATE INDEX entries_operation ON entries (account, operation, reserved_at)',
];

/** The version that the steps lead to. A store of a newer version is refused, an older one migrated. */
export const version = migrations.length;

/** The store was written by a later version of this program: using it could lose what this one does not know. */
export const newerVersion = (storeVersion: number): StateUnavailable =>
  new StateUnavailable(
    `the state store is of version ${storeVersion}, this program knows ${version}: use the newer program; to go back to this one, restore the backup from before the upgrade`,
  );
