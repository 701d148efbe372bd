import { hasEnded } from './lease-owner.ts';
import { type Admission, admit } from './admit.ts';
import { type Database, hasEffect, only, type Query, raw, row, rows, run, sql, type Steps } from './sql/database.ts';
import { releaseOfRun } from './ledger.ts';
import { chargedToRun, consentNeeded, heldForCallsOfRun, ownedBy, withUsage } from './usage.ts';
import { randomBytes } from 'node:crypto';
import type { Consent, ConsentNeeded, LimitRefusal, LimitWindow } from './reservation.ts';

export type RunState = 'running' | 'completed' | 'failed' | 'cancelled';

export interface NewRun {
  readonly id: string;
  readonly account: string;
  readonly code: string;
  /** JSON. */
  readonly input: string;
  /** Effects that the program's calls may have, in addition to paying. */
  readonly may: readonly string[];
  /** Credits that it may spend. */
  readonly maxCredits: number;
  readonly consent?: Consent | undefined;
  /** The caller that the run belongs to, if several share an account. */
  readonly owner?: string | undefined;
  /** The caller's own name of the run. */
  readonly key?: string | undefined;
  /** The purpose of the run. All of its calls get this label. */
  readonly label?: string | undefined;
}

export interface Lease {
  readonly owner: string;
  /** Milliseconds for which the lease is taken. */
  readonly leaseMs: number;
  /** Milliseconds for which the credits stay held: longer than the lease, so that there is time to resume after a crash. */
  readonly holdMs: number;
}

export interface HoldOptions extends Lease {
  readonly session: string;
  /** The caller's sign-in, if there is one. */
  readonly signIn?: string | undefined;
  readonly limits: readonly LimitWindow[];
  /** Maximum credits to spend since a person last agreed. Beyond one of them, a person is asked again. */
  readonly consentThresholds: readonly LimitWindow[];
  /**
   * Set if the run is taken over without a request of its caller; this is counted if its process died. Absent: a caller asks,
   * and the count restarts.
   */
  readonly isFailover?: boolean | undefined;
  /** The caller that the run must belong to, if several share an account. */
  readonly runOwner?: string | undefined;
}

export interface RunFilter {
  readonly state?: RunState | undefined;
  /** Only runs that hold credits for calls that they have not made yet. */
  readonly holds?: boolean | undefined;
  readonly limit: number;
  /** Only runs of this caller. */
  readonly owner?: string | undefined;
}

export interface Run {
  readonly id: string;
  readonly code: string;
  /** JSON. */
  readonly input: string;
  readonly may: readonly string[];
  readonly maxCredits: number;
  readonly consent: Consent | null;
  readonly key: string | undefined;
  readonly label: string | undefined;
  readonly state: RunState;
  /** JSON; null until it has completed. */
  readonly result: string | null;
  /** The code that the program gave to `exit`. */
  readonly exitCode: number | null;
  /** JSON; null unless it failed. */
  readonly error: string | null;
  /** The lines of its log, once it has ended. */
  readonly log: readonly string[];
  /** Credits charged for its calls, and held by those that are not settled. */
  readonly charged: number;
  readonly held: number;
  /** Number of calls of its latest attempt; for a running run, this may be some seconds old. */
  readonly calls: RunCounts;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly endedAt: number | null;
  /** Whether a process holds its lease now. */
  readonly isLeased: boolean;
  /** Credits held for calls that it has not made yet. */
  readonly unused: number;
}

/** A run in a list: without fields that may be megabytes, and with only the first `summaryCodeChars` characters of its code. */
export type RunSummary = Omit<Run, 'input' | 'result' | 'exitCode' | 'log'>;

const summaryCodeChars = 1_000;

/** Maximum ended runs that one caller may keep, and the maximum number and bytes of their results. */
export const runBounds = { runs: 10_000, results: 1_000, bytes: 64 * 1024 * 1024 } as const;

/** Replaces a result that was dropped. JSON. */
const droppedResult = JSON.stringify({
  dropped: 'This result was dropped to make room for your newer results.',
});

/** Number of calls by name. */
export type RunCounts = Readonly<Record<string, number>>;

/** A call of a run that changes or pays, with its outcome if known. */
export interface RunEffect {
  /** Identifies it in its run: the operation, a hash of the arguments, and the number of equal calls before it. */
  readonly effect: string;
  /** The entry of the ledger, if it has one. */
  readonly entry: string | null;
  /** Whether a request without an entry, which must not be repeated, may have been sent. */
  readonly mayHaveLeft: boolean;
  readonly outcome: EffectOutcome | null;
}

export interface EffectOutcome {
  readonly ok: boolean;
  /** JSON: the reply, or the refusal. */
  readonly json: string;
}

export interface RunEnd {
  readonly state: Exclude<RunState, 'running'>;
  readonly result?: string | undefined;
  readonly exitCode?: number | undefined;
  readonly error?: string | undefined;
  readonly log: readonly string[];
  readonly calls: RunCounts;
}

export type Begun =
  | { readonly kind: 'begun'; readonly run: Run }
  /** The caller has the maximum number of runs on record. */
  | { readonly kind: 'full' }
  /** The key already has a run. */
  | { readonly kind: 'key_taken'; readonly run: Run }
  | LimitRefusal
  | ConsentNeeded;

export type TakeAnswer =
  | {
      readonly kind: 'taken';
      readonly run: Run;
      readonly effects: readonly RunEffect[];
      /** Number of times that the run was taken over from a dead process since a caller last asked for it. */
      readonly failovers: number;
    }
  /** Another process holds the run. `ms`: minimum milliseconds until its lease ends. */
  | { readonly kind: 'busy'; readonly ms: number }
  | { readonly kind: 'over'; readonly run: Run }
  | { readonly kind: 'unknown' }
  | LimitRefusal;

/** An id that sorts by time and cannot be guessed. `now`: milliseconds since the epoch. */
export const newRunId = (now: number): string =>
  `run_${now.toString(36)}${randomBytes(5).readUIntBE(0, 5).toString(36).padStart(8, '0')}`;

export type RunStore = ReturnType<typeof createRunStore>;

/** Recorded programs: their code, their changes and payments, and the credits held for them. */
export const createRunStore = (db: Database) => ({
  /**
   * Records a run with its lease taken and its credits held, or refuses it. Of several simultaneous runs with one key, one
   * begins.
   */
  begin: (request: NewRun, options: HoldOptions): Promise<Begun> =>
    db.transaction(request.account, function* ({ now }): Steps<Begun> {
      const { id, account, code, input, may, maxCredits, consent, owner, key, label } = request;
      const earlier = yield* findRun(hasKey(account, key, owner), now);
      if (earlier) return { kind: 'key_taken', run: earlier };
      const admission = yield* admitHold(account, maxCredits, options.limits, now);
      if (admission.kind === 'refused') return admission;
      const question = yield* consentNeeded(account, maxCredits, options.consentThresholds, now);
      if (question) return question;
      if (yield* isFullOf(account, owner)) return { kind: 'full' };
      yield* run(sql`INSERT INTO runs (id, account, session, sign_in, code, input, may, max_credits, consent, state, created_at, lease_owner,
          lease_until, hold_until, owner, key, label, bytes)
        VALUES (${id}, ${account}, ${options.session}, ${options.signIn}, ${code}, ${input}, ${JSON.stringify(may)}, ${maxCredits}, ${consent}, 'running',
          ${now}, ${options.owner}, ${now + options.leaseMs}, ${now + options.holdMs}, ${owner}, ${key}, ${label}, ${sizeOf(code, input)})`);
      return { kind: 'begun', run: (yield* findRun(isOf(account, id), now)) as Run };
    }),

  /**
   * Takes the lease of a run that no process holds, releases what its last process had reserved but not sent, and holds the
   * rest of its credits again.
   */
  take: (account: string, id: string, options: HoldOptions): Promise<TakeAnswer> =>
    db.transaction(account, function* ({ now }): Steps<TakeAnswer> {
      const before = yield* findRun(isOf(account, id, options.runOwner), now);
      if (!before) return { kind: 'unknown' };
      if (before.state !== 'running') return { kind: 'over', run: before };
      const lease = yield* only<StoredLease & { hold_until: number; failovers: number }>(
        sql`SELECT lease_owner, lease_until, hold_until, failovers FROM runs WHERE id = ${id}`,
      );
      if (isLeased(lease, now)) return { kind: 'busy', ms: lease.lease_until - now };
      yield* releaseOfRun(id, 'the process that made the reservation has ended', now);
      const storedRun = (yield* findRun(isOf(account, id), now)) as Run;
      if (lease.hold_until <= now) {
        const remaining = Math.max(0, storedRun.maxCredits - storedRun.charged - storedRun.held);
        const admission = yield* admitHold(account, remaining, options.limits, now);
        if (admission.kind === 'refused') return admission;
      }
      // A process that ends in an orderly way removes its name from its runs, so a process that is still named has died.
      const failovers = options.isFailover ? lease.failovers + (lease.lease_owner === null ? 0 : 1) : 0;
      yield* run(sql`UPDATE runs SET lease_owner = ${options.owner}, lease_until = ${now + options.leaseMs},
          hold_until = ${now + options.holdMs}, session = ${options.session}, sign_in = ${options.signIn}, failovers = ${failovers}
        WHERE id = ${id}`);
      const effects = yield* rows<StoredEffect>(sql`SELECT * FROM run_effects WHERE run = ${id}`);
      return { kind: 'taken', run: storedRun, effects: effects.map(toEffect), failovers };
    }),

  /**
   * Keeps lease and hold alive, and records how many calls the program has made. False if the run has ended, or now belongs
   * to another process.
   */
  renew: (id: string, lease: Lease, calls: RunCounts): Promise<boolean> =>
    db.transaction(null, function* ({ now }) {
      if (!(yield* renew(id, lease, now))) return false;
      yield* run(sql`UPDATE runs SET calls = ${JSON.stringify(calls)} WHERE id = ${id}`);
      return true;
    }),

  /**
   * Records the known outcome of an effect. False, with nothing written, where `renew` would return false.
   *
   * @param isDelivered the program has the result of its entry: an identical call starts another
   */
  noteEffect: (
    id: string,
    lease: Lease,
    { effect, entry, mayHaveLeft, outcome }: RunEffect,
    isDelivered: boolean,
  ): Promise<boolean> =>
    db.transaction(`run ${id}`, function* ({ now }) {
      if (!(yield* renew(id, lease, now))) return false;
      yield* run(sql`INSERT INTO run_effects (run, effect, entry, has_left, ok, outcome)
        VALUES (${id}, ${effect}, ${entry}, ${Number(mayHaveLeft)}, ${outcome?.ok ? 1 : 0}, ${outcome?.json})
        ON CONFLICT (run, effect) DO UPDATE SET entry = excluded.entry, has_left = excluded.has_left, ok = excluded.ok,
          outcome = excluded.outcome`);
      if (isDelivered)
        yield* run(sql`UPDATE entries SET delivered = 1 WHERE id = ${entry} AND state IN ('completed', 'needs_you')`);
      return true;
    }),

  /** Deletes an effect that did not take place. False, with nothing written, where `renew` would return false. */
  forgetEffect: (id: string, lease: Lease, effect: string): Promise<boolean> =>
    db.transaction(`run ${id}`, function* ({ now }) {
      if (!(yield* renew(id, lease, now))) return false;
      yield* run(sql`DELETE FROM run_effects WHERE run = ${id} AND effect = ${effect}`);
      return true;
    }),

  /** Ends the run and releases its held credits. False if `renew` would return false. */
  end: (id: string, owner: string, { state, result, exitCode, error, log, calls }: RunEnd): Promise<boolean> =>
    db.transaction(null, function* ({ now }) {
      const lines = JSON.stringify(log);
      const ended = yield* row<{ account: string; owner: string | null }>(
        sql`UPDATE runs SET state = ${state}, result = ${result}, exit_code = ${exitCode}, error = ${error},
            log = ${lines}, calls = ${JSON.stringify(calls)}, ended_at = ${now}, bytes = bytes + ${sizeOf(result, error, lines)}, ${withoutLease}
          WHERE id = ${id} AND state = 'running' AND lease_owner = ${owner} RETURNING account, owner`,
      );
      if (!ended) return false;
      yield* run(sql`DELETE FROM run_effects WHERE run = ${id}`);
      yield* dropOldest(ended.account, ended.owner);
      return true;
    }),

  /** Ends a run that no process holds, as failed; `error` is JSON. False if a process holds it, or if it has ended. */
  abandon: (id: string, error: string): Promise<boolean> =>
    db.transaction(null, function* ({ now }) {
      const isAbandoned =
        yield* hasEffect(sql`UPDATE runs SET state = 'failed', error = ${error}, ended_at = ${now}, ${withoutLease}
          WHERE id = ${id} AND state = 'running' AND lease_until <= ${now}`);
      if (isAbandoned) yield* releaseOfRun(id, 'the program was ended', now);
      return isAbandoned;
    }),

  /** Releases lease and hold without ending the run: another process may continue it at once. */
  async release(id: string, owner: string, calls?: RunCounts): Promise<void> {
    await db.transaction(null, () =>
      run(sql`UPDATE runs SET calls = coalesce(${JSON.stringify(calls)}, calls), ${withoutLease}
        WHERE id = ${id} AND lease_owner = ${owner}`),
    );
  },

  /** Ends a run as cancelled, even if another process holds it. Undefined: there is no such run, or it has ended. */
  cancel: (account: string, id: string, owner?: string): Promise<Run | undefined> =>
    db.transaction(account, function* ({ now }) {
      const isCancelled = yield* hasEffect(
        sql`UPDATE runs SET state = 'cancelled', ended_at = ${now}, ${withoutLease} WHERE ${isOf(account, id, owner)} AND state = 'running'`,
      );
      if (!isCancelled) return undefined;
      yield* releaseOfRun(id, 'the program was cancelled', now);
      return yield* findRun(isOf(account, id), now);
    }),

  find: (account: string, id: string, owner?: string): Promise<Run | undefined> =>
    db.transaction(account, ({ now }) => findRun(isOf(account, id, owner), now)),

  /** The run with that key of the caller. */
  findByKey: (account: string, key: string, owner?: string): Promise<Run | undefined> =>
    db.transaction(account, ({ now }) => findRun(hasKey(account, key, owner), now)),

  /** The state of a run of any account, for processes that continue the runs of dead servers. */
  standing: (id: string): Promise<Pick<Run, 'state' | 'isLeased'> | undefined> =>
    db.transaction(null, function* ({ now }) {
      const stored = yield* row<StoredLease & { state: RunState }>(
        sql`SELECT state, lease_owner, lease_until FROM runs WHERE id = ${id}`,
      );
      return stored && { state: stored.state, isLeased: isLeased(stored, now) };
    }),

  /** Number of open runs of all accounts: `running` are executed by a process, `interrupted` by none. */
  unfinished: (): Promise<{ readonly running: number; readonly interrupted: number }> =>
    db.transaction(null, ({ now }) =>
      only<{ running: number; interrupted: number }>(
        sql`SELECT coalesce(sum(CASE WHEN lease_until > ${now} THEN 1 ELSE 0 END), 0) AS running,
          coalesce(sum(CASE WHEN lease_until > ${now} THEN 0 ELSE 1 END), 0) AS interrupted FROM runs WHERE state = 'running'`,
      ),
    ),

  /** Newest first. */
  list: (account: string, { state, holds, limit, owner }: RunFilter): Promise<RunSummary[]> =>
    db.transaction(account, function* ({ now }) {
      const found = yield* rows<StoredRun>(
        sql`SELECT substr(code, 1, ${summaryCodeChars}) AS code, ${columns}
          FROM runs WHERE account = ${account}${ownedBy(owner)}${state ? sql` AND state = ${state}` : sql``}${holds ? holdsAt(now) : sql``}
          ORDER BY created_at DESC, id DESC LIMIT ${limit}`,
      );
      return found.map((one) => toRun(one, now));
    }),

  /** Drops runs that ended before that time, in milliseconds since the epoch. */
  async clean(account: string, before: number): Promise<void> {
    await db.transaction(account, function* () {
      const old = sql`FROM runs WHERE account = ${account} AND ended_at < ${before}`;
      yield* run(sql`DELETE FROM run_effects WHERE run IN (SELECT id ${old})`);
      yield* run(sql`DELETE ${old}`);
    });
  },
});

const sizeOf = (...texts: readonly (string | undefined)[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0);

const ofCaller = (account: string, owner: string | null | undefined): Query =>
  sql`account = ${account} AND coalesce(owner, '') = ${owner ?? ''}`;

/** Whether the caller has the maximum number of runs on record. */
function* isFullOf(account: string, owner: string | undefined): Steps<boolean> {
  const { runs } = yield* only<{ runs: number }>(
    sql`SELECT count(*) AS runs FROM runs WHERE ${ofCaller(account, owner)} AND ended_at IS NOT NULL`,
  );
  return runs >= runBounds.runs;
}

/** Drops results, inputs and logs of the caller's oldest runs beyond the bounds. The runs stay, with their keys. */
const dropOldest = (account: string, owner: string | null): Steps<number> =>
  run(sql`UPDATE runs SET result = CASE WHEN result IS NULL THEN NULL ELSE ${droppedResult} END, input = 'null', log = '[]', bytes = 0
    WHERE id IN (SELECT id FROM (SELECT id, row_number() OVER newest AS number, sum(bytes) OVER newest AS total FROM runs
        WHERE ${ofCaller(account, owner)} AND ended_at IS NOT NULL AND bytes > 0
        WINDOW newest AS (ORDER BY ended_at DESC, id DESC)) AS ended
      WHERE number > ${runBounds.results} OR total > ${runBounds.bytes})`);

const withoutLease = raw('lease_owner = NULL, lease_until = 0, hold_until = 0');

const isOf = (account: string, id: string, owner?: string): Query =>
  sql`id = ${id} AND account = ${account}${ownedBy(owner)}`;

const hasKey = (account: string, key: string | undefined, owner?: string): Query =>
  sql`${ofCaller(account, owner)} AND key = ${key}`;

/** Whether the credits fit into every limit. Nothing is held for a run that spends nothing. */
function* admitHold(account: string, credits: number, limits: readonly LimitWindow[], now: number): Steps<Admission> {
  return admit(credits, yield* withUsage(account, credits === 0 ? [] : limits, 0, now));
}

const renew = (id: string, { owner, leaseMs, holdMs }: Lease, now: number): Steps<boolean> =>
  hasEffect(sql`UPDATE runs SET lease_until = ${now + leaseMs}, hold_until = ${now + holdMs}
    WHERE id = ${id} AND state = 'running' AND lease_owner = ${owner}`);

/** SQL: whether a run holds credits at that time. */
const holdsAt = (now: number): Query =>
  sql` AND hold_until > ${now} AND max_credits > ${chargedToRun} + ${heldForCallsOfRun}`;

/** SQL: the columns of a run that are read to show it. */
const columns = sql`id, may, max_credits AS "maxCredits", consent, key, label, state, error, calls, created_at AS "createdAt",
  ended_at AS "endedAt", lease_owner, lease_until, hold_until, ${chargedToRun} AS charged, ${heldForCallsOfRun} AS held`;

/** A row with those columns: JSON as text, and NULL for absent values. */
type StoredRun = Omit<RunSummary, 'may' | 'calls' | 'key' | 'label' | 'isLeased' | 'unused'> &
  StoredLease & { readonly [column in 'may' | 'calls']: string } & {
    readonly [column in 'key' | 'label']: string | null;
  } & {
    readonly hold_until: number;
  };

function* findRun(which: Query, now: number): Steps<Run | undefined> {
  const stored = yield* row<StoredRun & Pick<Run, 'input' | 'result' | 'exitCode'> & { log: string | null }>(
    sql`SELECT code, input, result, exit_code AS "exitCode", log, ${columns} FROM runs WHERE ${which}`,
  );
  return stored && { ...toRun(stored, now), log: JSON.parse(stored.log ?? '[]') as string[] };
}

function toRun<R extends StoredRun>({ lease_owner, lease_until, hold_until, ...run }: R, now: number) {
  const { may, calls, key, label, maxCredits, charged, held } = run;
  return {
    ...run,
    may: JSON.parse(may) as string[],
    calls: JSON.parse(calls) as RunCounts,
    key: key ?? undefined,
    label: label ?? undefined,
    isLeased: isLeased({ lease_owner, lease_until }, now),
    unused: hold_until > now ? Math.max(0, maxCredits - charged - held) : 0,
  };
}

/**
 * Whether a lease is in force. The lease of a process on this machine ends with the process; the lease of another machine
 * expires.
 */
export const isLeased = (lease: StoredLease, now: number): boolean =>
  lease.lease_until > now && !hasEnded(String(lease.lease_owner));

export interface StoredLease {
  readonly lease_owner: string | null;
  readonly lease_until: number;
}

interface StoredEffect {
  readonly effect: string;
  readonly entry: string | null;
  readonly has_left: number;
  readonly ok: number | null;
  readonly outcome: string | null;
}

const toEffect = ({ effect, entry, has_left, ok, outcome }: StoredEffect): RunEffect => ({
  effect,
  entry,
  mayHaveLeft: has_left === 1,
  outcome: outcome === null ? null : { ok: ok === 1, json: outcome },
});
