import { type Database, exists, hasEffect, only, type Query, raw, row, run, sql, type Steps } from './sql/database.ts';
import { releaseOfRun } from './ledger.ts';
import { isLeased, type StoredLease } from './run-store.ts';

/** Namespace of values and claims. */
export interface MemoryPlace {
  readonly account: string;
  /** The caller, if several share an account. */
  readonly owner?: string | undefined;
  /** Default: no label, which is a namespace of its own. */
  readonly label?: string | undefined;
}

/** Maximum names of one caller under all labels together: of values, and of claims, which stay for a year. */
export const maxMemoryNames = { values: 1_000, claims: 10_000 } as const;

export interface Claim {
  /** The id of a run, which keeps its claim after a crash; otherwise unique to one execution of the work. */
  readonly holder: string;
  /** The run that does the work: the claim lasts while a process executes the run. Absent: the claim lasts as long as its lease. */
  readonly run?: string | undefined;
  /** The name of the process, from `leaseOwner`. */
  readonly owner: string;
  readonly leaseMs: number;
  /** A result older than this, in milliseconds, counts as none. Absent: any counts. */
  readonly newerThanMs?: number | undefined;
}

export type ClaimAnswer =
  | { readonly kind: 'claimed' }
  /** JSON; null if it was too large to keep. */
  | { readonly kind: 'done'; readonly json: string | null }
  | { readonly kind: 'busy' }
  /** The caller has the maximum number of names. */
  | { readonly kind: 'full' };

export type ProgramMemory = ReturnType<typeof createProgramMemory>;

/** Milliseconds for which the result of a claim is kept. */
const keptMs = 366 * 86_400_000;

/** Data that outlasts programs: small values by name, and claims, which ensure that work is done once, with its result. */
export const createProgramMemory = (db: Database) => ({
  /** JSON; undefined: there is no value with that name. */
  get: (place: MemoryPlace, name: string): Promise<string | undefined> =>
    db.transaction(null, function* () {
      return (yield* row<{ value: string }>(sql`SELECT value FROM program_values WHERE ${isNamed(place, name)}`))
        ?.value;
    }),

  /** False, with nothing written, if the caller has the maximum number of names. */
  set: (place: MemoryPlace, name: string, json: string): Promise<boolean> =>
    db.transaction(place.account, function* ({ now }) {
      const isKept = yield* exists(sql`SELECT name FROM program_values WHERE ${isNamed(place, name)}`);
      if (!isKept && (yield* isFull('values', place))) return false;
      yield* run(sql`INSERT INTO program_values (account, owner, label, name, value, set_at)
        VALUES (${valuesOf(place)}, ${name}, ${json}, ${now})
        ON CONFLICT (account, owner, label, name) DO UPDATE SET value = excluded.value, set_at = excluded.set_at`);
      return true;
    }),

  async delete(place: MemoryPlace, name: string): Promise<void> {
    await db.transaction(null, () => run(sql`DELETE FROM program_values WHERE ${isNamed(place, name)}`));
  },

  /** Takes the claim with that name, the right to do the work once, unless it is already done or another process is doing it. */
  claim: (place: MemoryPlace, name: string, claim: Claim): Promise<ClaimAnswer> =>
    db.transaction(place.account, ({ now }) => takeClaim(place, name, claim, now)),

  /**
   * The result recorded under that name, if it is new enough: JSON, or null if it was too large to keep; undefined: there is
   * none.
   */
  done: (place: MemoryPlace, name: string, newerThanMs: number = Infinity): Promise<string | null | undefined> =>
    db.transaction(null, function* ({ now }) {
      const claim = yield* claimOf(place, name);
      return claim && isDone(claim, now - newerThanMs) ? claim.value : undefined;
    }),

  /** Extends the lease of a claim. False if another holder has the claim now. */
  renew: (place: MemoryPlace, name: string, { holder, leaseMs }: Pick<Claim, 'holder' | 'leaseMs'>): Promise<boolean> =>
    db.transaction(null, ({ now }) =>
      hasEffect(
        sql`UPDATE program_claims SET lease_until = ${now + leaseMs} WHERE ${isNamed(place, name)} AND holder = ${holder}`,
      ),
    ),

  /** Records the result: JSON, or null if it is too large to keep. False if another holder has the claim now. */
  settle: (place: MemoryPlace, name: string, holder: string, json: string | null): Promise<boolean> =>
    db.transaction(place.account, function* ({ now }) {
      return yield* hasEffect(
        sql`UPDATE program_claims SET value = ${json}, done_at = ${now}, changed_at = ${now}, holder = NULL
          WHERE ${isNamed(place, name)} AND holder = ${holder}`,
      );
    }),

  /** Releases the claim, since the work was not done. Idempotent. */
  async release(place: MemoryPlace, name: string, holder: string): Promise<void> {
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
 * Whether the holder of the claim is still at work. A run whose lease has lapsed loses it permanently, along with the call
 * that it was about to send: if its process was only suspended, it records and sends nothing more.
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

/** Counted over all labels, since a caller may use any number of labels. */
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
