import {
  type Claim,
  type ClaimAnswer,
  maxMemoryNames,
  type MemoryPlace,
  type ProgramMemory,
} from '../program-memory.ts';
import { type Database, exists, hasEffect, only, type Query, raw, row, run, sql, type Steps } from './database.ts';
import { releaseOfRun } from './sql-ledger.ts';
import { isLeased, type StoredLease } from './sql-runs.ts';

/** Milliseconds for which the result of what was done once is kept. */
const keptMs = 366 * 86_400_000;

/** The memory of programs over any engine. Claims are decided under the account's lock, like the leases of its runs. */
export const sqlProgramMemory = (db: Database): ProgramMemory => ({
  get: (place, name) =>
    db.transaction(null, function* () {
      return (yield* row<{ value: string }>(sql`SELECT value FROM program_values WHERE ${isNamed(place, name)}`))
        ?.value;
    }),

  set: (place, name, json) =>
    db.transaction(place.account, function* ({ now }) {
      db.keepRoom?.();
      const isKept = yield* exists(sql`SELECT name FROM program_values WHERE ${isNamed(place, name)}`);
      if (!isKept && (yield* isFull('values', place))) return false;
      yield* run(sql`INSERT INTO program_values (account, owner, label, name, value, set_at)
        VALUES (${valuesOf(place)}, ${name}, ${json}, ${now})
        ON CONFLICT (account, owner, label, name) DO UPDATE SET value = excluded.value, set_at = excluded.set_at`);
      return true;
    }),

  async delete(place, name) {
    await db.transaction(null, () => run(sql`DELETE FROM program_values WHERE ${isNamed(place, name)}`));
  },

  claim: (place, name, claim) => db.transaction(place.account, ({ now }) => takeClaim(place, name, claim, now)),

  done: (place, name, newerThanMs = Infinity) =>
    db.transaction(null, function* ({ now }) {
      const claim = yield* claimOf(place, name);
      return claim && isDone(claim, now - newerThanMs) ? claim.value : undefined;
    }),

  renew: (place, name, { holder, leaseMs }) =>
    db.transaction(null, ({ now }) =>
      hasEffect(
        sql`UPDATE program_claims SET lease_until = ${now + leaseMs} WHERE ${isNamed(place, name)} AND holder = ${holder}`,
      ),
    ),

  settle: (place, name, holder, json) =>
    db.transaction(place.account, function* ({ now }) {
      return yield* hasEffect(
        sql`UPDATE program_claims SET value = ${json}, done_at = ${now}, changed_at = ${now}, holder = NULL
          WHERE ${isNamed(place, name)} AND holder = ${holder}`,
      );
    }),

  async release(place, name, holder) {
    await db.transaction(place.account, ({ now }) =>
      run(sql`UPDATE program_claims SET changed_at = ${now}, holder = NULL
        WHERE ${isNamed(place, name)} AND holder = ${holder}`),
    );
  },
});

interface StoredClaim extends StoredLease {
  readonly holder: string | null;
  readonly run: string | null;
  readonly value: string | null;
  readonly done_at: number | null;
}

const claimOf = (place: MemoryPlace, name: string): Steps<StoredClaim | undefined> =>
  row(sql`SELECT * FROM program_claims WHERE ${isNamed(place, name)}`);

const isDone = ({ done_at: doneAt }: StoredClaim, after: number): boolean => doneAt !== null && doneAt > after;

function* takeClaim(place: MemoryPlace, name: string, claim: Claim, now: number): Steps<ClaimAnswer> {
  const { holder, run: ofRun, owner, leaseMs, newerThanMs = Infinity } = claim;
  const stored = yield* claimOf(place, name);
  if (stored) {
    if (stored.holder === holder) return { kind: 'claimed' };
    if (isDone(stored, now - newerThanMs)) return { kind: 'done', json: stored.value };
    if (yield* isAlive(stored, now)) return { kind: 'busy' };
  } else {
    yield* run(sql`DELETE FROM program_claims WHERE account = ${place.account} AND changed_at < ${now - keptMs}`);
    if (yield* isFull('claims', place)) return { kind: 'full' };
  }
  yield* run(sql`INSERT INTO program_claims (account, owner, label, name, holder, run, lease_owner, lease_until, changed_at)
    VALUES (${valuesOf(place)}, ${name}, ${holder}, ${ofRun}, ${owner}, ${now + leaseMs}, ${now})
    ON CONFLICT (account, owner, label, name) DO UPDATE SET holder = excluded.holder, run = excluded.run,
      lease_owner = excluded.lease_owner, lease_until = excluded.lease_until, changed_at = excluded.changed_at`);
  return { kind: 'claimed' };
}

/**
 * Whether the holder of the claim is still at work. A run whose lease has lapsed loses the lease for good, and the call that it
 * was about to send: if its process was only stopped, it records and sends nothing more.
 */
function* isAlive(claim: StoredClaim, now: number): Steps<boolean> {
  if (claim.holder === null) return false;
  if (claim.run === null) return isLeased(claim, now);
  const holding = yield* row<StoredLease>(sql`SELECT * FROM runs WHERE id = ${claim.run} AND state = 'running'`);
  if (!holding) return false;
  if (isLeased(holding, now)) return true;
  yield* run(sql`UPDATE runs SET lease_owner = NULL, lease_until = 0 WHERE id = ${claim.run}`);
  yield* releaseOfRun(claim.run, 'another run took over what the program does once', now);
  return false;
}

/** Counted over all labels: a caller may take any number of those. */
function* isFull(kind: keyof typeof maxMemoryNames, { account, owner = '' }: MemoryPlace): Steps<boolean> {
  const { names } = yield* only<{ names: number }>(
    sql`SELECT count(*) AS names FROM ${raw(`program_${kind}`)} WHERE account = ${account} AND owner = ${owner}`,
  );
  return names >= maxMemoryNames[kind];
}

const isIn = ({ account, owner = '', label = '' }: MemoryPlace): Query =>
  sql`account = ${account} AND owner = ${owner} AND label = ${label}`;

const isNamed = (place: MemoryPlace, name: string): Query => sql`${isIn(place)} AND name = ${name}`;

const valuesOf = ({ account, owner = '', label = '' }: MemoryPlace): Query => sql`${account}, ${owner}, ${label}`;
