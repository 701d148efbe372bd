import {
  type Claim,
  type ClaimAnswer,
  maxMemoryNames,
  type MemoryPlace,
  type ProgramMemory,
} from '../program-memory.ts';
import { type Database, type Row, row, run, type Steps } from './database.ts';
import { textOrNull } from './row-values.ts';
import { isLeased } from './sql-runs.ts';

/** Milliseconds for which the result of what was done once is kept. */
const keptMs = 366 * 86_400_000;

/** The memory of programs over any engine. Claims are decided under the account's lock, like the leases of its runs. */
export const sqlProgramMemory = (db: Database): ProgramMemory => ({
  get: (place, name) =>
    db.transaction(null, function* () {
      const record = yield* row(`SELECT value FROM program_values WHERE ${isOf}`, ...keyOf(place), name);
      return record && String(record['value']);
    }),

  set: (place, name, json) =>
    db.transaction(place.account, function* ({ now }) {
      const isKnown = yield* row(`SELECT name FROM program_values WHERE ${isOf}`, ...keyOf(place), name);
      if (!isKnown && (yield* isFull('values', place))) return false;
      yield* run(
        `INSERT INTO program_values (account, owner, label, name, value, set_at) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (account, owner, label, name) DO UPDATE SET value = excluded.value, set_at = excluded.set_at`,
        ...keyOf(place),
        name,
        json,
        now,
      );
      return true;
    }),

  delete: (place, name) =>
    db.transaction(null, function* () {
      yield* run(`DELETE FROM program_values WHERE ${isOf}`, ...keyOf(place), name);
    }),

  claim: (place, name, claim) => db.transaction(place.account, ({ now }) => takeClaim(place, name, claim, now)),

  done: (place, name, newerThanMs = Infinity) =>
    db.transaction(null, function* ({ now }) {
      const record = yield* row(`SELECT value, done_at FROM program_claims WHERE ${isOf}`, ...keyOf(place), name);
      const doneAt = textOrNull(record?.['done_at']);
      return doneAt !== null && Number(doneAt) > now - newerThanMs ? textOrNull(record?.['value']) : undefined;
    }),

  renew: (place, name, { holder, leaseMs }) =>
    db.transaction(null, function* ({ now }) {
      const renewedRows = yield* run(
        `UPDATE program_claims SET lease_until = ? WHERE ${isOf} AND holder = ?`,
        now + leaseMs,
        ...keyOf(place),
        name,
        holder,
      );
      return renewedRows === 1;
    }),

  settle: (place, name, holder, json) =>
    db.transaction(place.account, function* ({ now }) {
      const settledRows = yield* run(
        `UPDATE program_claims SET value = ?, done_at = ?, changed_at = ?, holder = NULL, last_holder = holder WHERE ${isOf} AND holder = ?`,
        json,
        now,
        now,
        ...keyOf(place),
        name,
        holder,
      );
      return settledRows === 1 || (yield* hasHeld(place, holder));
    }),

  release: (place, name, holder) =>
    db.transaction(place.account, function* ({ now }) {
      yield* run(
        `UPDATE program_claims SET changed_at = ?, holder = NULL, last_holder = holder WHERE ${isOf} AND holder = ?`,
        now,
        ...keyOf(place),
        name,
        holder,
      );
    }),

  isHeld: (place, holder) => db.transaction(place.account, () => hasHeld(place, holder)),
});

function* takeClaim(place: MemoryPlace, name: string, claim: Claim, now: number): Steps<ClaimAnswer> {
  const { holder, run: ofRun, owner, leaseMs, newerThanMs = Infinity } = claim;
  const record = yield* row(`SELECT * FROM program_claims WHERE ${isOf}`, ...keyOf(place), name);
  if (record?.['holder'] === holder) return { kind: 'claimed' };
  const doneAt = textOrNull(record?.['done_at']);
  if (doneAt !== null && Number(doneAt) > now - newerThanMs)
    return { kind: 'done', json: textOrNull(record?.['value']) };
  if (record && (yield* isAlive(record, now))) return { kind: 'busy' };
  if (!record) {
    yield* run(`DELETE FROM program_claims WHERE account = ? AND changed_at < ?`, place.account, now - keptMs);
    if (yield* isFull('claims', place)) return { kind: 'full' };
  }
  yield* run(
    `INSERT INTO program_claims (account, owner, label, name, holder, run, lease_owner, lease_until, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (account, owner, label, name) DO UPDATE SET holder = excluded.holder, run = excluded.run,
       lease_owner = excluded.lease_owner, lease_until = excluded.lease_until, changed_at = excluded.changed_at`,
    ...keyOf(place),
    name,
    holder,
    ofRun ?? null,
    owner,
    now + leaseMs,
    now,
  );
  return { kind: 'claimed' };
}

/**
 * Whether the holder of the claim is still at work. A run whose lease has lapsed loses the lease for good: if its process only slept,
 * it records and sends nothing more.
 */
function* isAlive(claim: Row, now: number): Steps<boolean> {
  if (claim['holder'] === null) return false;
  if (claim['run'] === null) return isLeased(claim, now);
  const holding = yield* row("SELECT * FROM runs WHERE id = ? AND state = 'running'", claim['run'] ?? null);
  if (!holding) return false;
  if (isLeased(holding, now)) return true;
  yield* run('UPDATE runs SET lease_owner = NULL, lease_until = 0 WHERE id = ?', claim['run'] ?? null);
  return false;
}

function* hasHeld(place: MemoryPlace, holder: string): Steps<boolean> {
  const record = yield* row(
    'SELECT name FROM program_claims WHERE account = ? AND owner = ? AND label = ? AND (holder = ? OR last_holder = ?)',
    ...keyOf(place),
    holder,
    holder,
  );
  return record !== undefined;
}

function* isFull(kind: keyof typeof maxMemoryNames, place: MemoryPlace): Steps<boolean> {
  const countRow = yield* row(
    `SELECT count(*) AS names FROM program_${kind} WHERE account = ? AND owner = ? AND label = ?`,
    ...keyOf(place),
  );
  return Number(countRow?.['names']) >= maxMemoryNames[kind];
}

const isOf = 'account = ? AND owner = ? AND label = ? AND name = ?';

const keyOf = ({ account, owner = '', label = '' }: MemoryPlace): [string, string, string] => [account, owner, label];
