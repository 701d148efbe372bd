import { StateUnavailable } from './state-unavailable.ts';

/** Raised with every change of the tables; a store of a newer version is refused, an older one migrated. */
export const version = 3;

/** Step n brings a store of version n to n + 1. Written for SQLite; other engines translate the types. */
export const migrations: readonly string[] = [
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
];

/** The store was written by a later version of this program: using it could lose what this one does not know. */
export const newerVersion = (found: number): StateUnavailable =>
  new StateUnavailable(`the state store is of version ${found}, this program knows ${version}: use the newer program, or another --state`);
