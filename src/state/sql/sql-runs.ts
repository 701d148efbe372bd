import type {
  Begun,
  Lease,
  Run,
  RunCounts,
  RunEffect,
  RunState,
  RunStore,
  RunSummary,
  TakeAnswer,
} from '../run-store.ts';
import { droppedResult, runBounds, summaryCodeChars } from '../run-store.ts';
import type { Consent, LimitWindow } from '../ledger.ts';
import { hasEnded } from '../lease-owner.ts';
import { type Admission, admit } from './admit.ts';
import {
  type Database,
  hasEffect,
  only,
  type Query,
  raw,
  type Row,
  row,
  rows,
  run,
  sql,
  type Steps,
} from './database.ts';
import { releaseOfRun } from './sql-ledger.ts';
import { chargedToRun, consentNeeded, heldForCallsOfRun, ownedBy, withUsage } from './sql-usage.ts';

/** Runs of programs over any engine. Only the holder of a run's lease writes the run. */
export const sqlRuns = (db: Database): RunStore => ({
  begin: (request, options) =>
    db.transaction(request.account, function* ({ now }): Steps<Begun> {
      db.keepRoom?.();
      const { id, account, code, input, may, maxCredits, consent, owner, key, label } = request;
      // Inserted before its credits are judged: the index decides whether the key is free, and where it is not, no credits are needed.
      const isInserted = yield* hasEffect(
        sql`INSERT INTO runs (id, account, session, sign_in, code, input, may, max_credits, consent, state, created_at, lease_owner,
            lease_until, owner, key, label, bytes)
          VALUES (${id}, ${account}, ${options.session}, ${options.signIn}, ${code}, ${input}, ${JSON.stringify(may)}, ${maxCredits}, ${consent}, 'running',
            ${now}, ${options.owner}, ${now + options.leaseMs}, ${owner}, ${key}, ${label},
            ${sizeOf(code, input)})
          ON CONFLICT (account, coalesce(owner, ''), key) WHERE key IS NOT NULL DO NOTHING`,
      );
      if (!isInserted) return { kind: 'key_taken', run: (yield* findRun(hasKey(account, key, owner), now)) as Run };
      const admission = yield* admitHold(account, maxCredits, options.limits, now);
      const refusal =
        admission.kind === 'refused'
          ? admission
          : yield* consentNeeded(account, maxCredits, options.consentThresholds, now);
      const isFull = refusal === undefined && (yield* isFullOf(account, owner));
      if (refusal || isFull) {
        yield* run(sql`DELETE FROM runs WHERE id = ${id}`);
        return refusal ?? { kind: 'full' };
      }
      yield* run(sql`UPDATE runs SET hold_until = ${now + options.holdMs} WHERE id = ${id}`);
      return { kind: 'begun', run: (yield* findRun(isOf(account, id), now)) as Run };
    }),

  take: (account, id, options) =>
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
      // A process that ends in order releases its runs, which leaves no owner: an owner that is still named has died.
      const failovers = options.isFailover ? lease.failovers + (lease.lease_owner === null ? 0 : 1) : 0;
      yield* run(sql`UPDATE runs SET lease_owner = ${options.owner}, lease_until = ${now + options.leaseMs},
          hold_until = ${now + options.holdMs}, session = ${options.session}, sign_in = ${options.signIn}, failovers = ${failovers}
        WHERE id = ${id}`);
      const effects = yield* rows(sql`SELECT * FROM run_effects WHERE run = ${id}`);
      return { kind: 'taken', run: storedRun, effects: effects.map(toEffect), failovers };
    }),

  renew: (id, lease, calls) =>
    db.transaction(null, function* ({ now }) {
      if (!(yield* renew(id, lease, now))) return false;
      yield* run(sql`UPDATE runs SET calls = ${JSON.stringify(calls)} WHERE id = ${id}`);
      return true;
    }),

  noteEffect: (id, lease, { effect, entry, mayHaveLeft, outcome }, isDelivered) =>
    db.transaction(`run ${id}`, function* ({ now }) {
      if (!(yield* renew(id, lease, now))) return false;
      yield* run(sql`INSERT INTO run_effects (run, effect, entry, has_left, ok, outcome)
        VALUES (${id}, ${effect}, ${entry}, ${Number(mayHaveLeft)}, ${outcome && Number(outcome.ok)}, ${outcome && outcome.json})
        ON CONFLICT (run, effect) DO UPDATE SET entry = excluded.entry, has_left = excluded.has_left, ok = excluded.ok,
          outcome = excluded.outcome`);
      if (isDelivered && entry !== null)
        yield* run(sql`UPDATE entries SET delivered = 1 WHERE id = ${entry} AND state IN ('completed', 'needs_you')`);
      return true;
    }),

  forgetEffect: (id, lease, effect) =>
    db.transaction(`run ${id}`, function* ({ now }) {
      if (!(yield* renew(id, lease, now))) return false;
      yield* run(sql`DELETE FROM run_effects WHERE run = ${id} AND effect = ${effect}`);
      return true;
    }),

  end: (id, owner, { state, result, exitCode, error, log, calls }) =>
    db.transaction(null, function* ({ now }) {
      const lines = JSON.stringify(log);
      const ended = yield* row<{ account: string; owner: string | null }>(
        sql`UPDATE runs SET state = ${state}, result = ${result}, exit_code = ${exitCode}, error = ${error},
            log = ${lines}, calls = ${JSON.stringify(calls)}, ended_at = ${now}, bytes = bytes + ${sizeOf(result, error, lines)}, ${withoutLease}
          WHERE id = ${id} AND state = 'running' AND lease_owner = ${owner} RETURNING account, owner`,
      );
      if (ended) yield* run(sql`DELETE FROM run_effects WHERE run = ${id}`);
      if (ended) yield* dropOldest(ended.account, ended.owner ?? undefined);
      return ended !== undefined;
    }),

  abandon: (id, error) =>
    db.transaction(null, function* ({ now }) {
      const isAbandoned =
        yield* hasEffect(sql`UPDATE runs SET state = 'failed', error = ${error}, ended_at = ${now}, ${withoutLease}
          WHERE id = ${id} AND state = 'running' AND lease_until <= ${now}`);
      if (isAbandoned) yield* releaseOfRun(id, 'the program was ended', now);
      return isAbandoned;
    }),

  async release(id, owner, calls) {
    await db.transaction(null, () =>
      run(sql`UPDATE runs SET calls = coalesce(${calls && JSON.stringify(calls)}, calls), ${withoutLease}
        WHERE id = ${id} AND lease_owner = ${owner}`),
    );
  },

  cancel: (account, id, owner) =>
    db.transaction(account, function* ({ now }) {
      const isCancelled = yield* hasEffect(
        sql`UPDATE runs SET state = 'cancelled', ended_at = ${now}, ${withoutLease} WHERE ${isOf(account, id, owner)} AND state = 'running'`,
      );
      if (!isCancelled) return undefined;
      yield* releaseOfRun(id, 'the program was cancelled', now);
      return yield* findRun(isOf(account, id), now);
    }),

  find: (account, id, owner) => db.transaction(account, ({ now }) => findRun(isOf(account, id, owner), now)),

  findByKey: (account, key, owner) => db.transaction(account, ({ now }) => findRun(hasKey(account, key, owner), now)),

  standing: (id) =>
    db.transaction(null, function* ({ now }) {
      const stored = yield* row<StoredLease & { state: RunState }>(
        sql`SELECT state, lease_owner, lease_until FROM runs WHERE id = ${id}`,
      );
      return stored && { state: stored.state, isLeased: isLeased(stored, now) };
    }),

  unfinished: () =>
    db.transaction(null, ({ now }) =>
      only<{ running: number; interrupted: number }>(
        sql`SELECT coalesce(sum(CASE WHEN lease_until > ${now} THEN 1 ELSE 0 END), 0) AS running,
          coalesce(sum(CASE WHEN lease_until > ${now} THEN 0 ELSE 1 END), 0) AS interrupted FROM runs WHERE state = 'running'`,
      ),
    ),

  list: (account, { state, holds, limit, owner }) =>
    db.transaction(account, function* ({ now }) {
      const runRows = yield* rows(
        sql`SELECT id, substr(code, 1, ${summaryCodeChars}) AS code, may, max_credits, consent, key, label, state, error, calls,
            created_at, ended_at, lease_owner, lease_until, hold_until, ${sums}
          FROM runs WHERE account = ${account}${ownedBy(owner)}${state ? sql` AND state = ${state}` : sql``}${holds ? holdsAt(now) : sql``}
          ORDER BY created_at DESC, id DESC LIMIT ${limit}`,
      );
      return runRows.map((one) => toSummary(one, now));
    }),

  async clean(account, before) {
    await db.transaction(account, function* () {
      const old = sql`FROM runs WHERE account = ${account} AND ended_at < ${before}`;
      yield* run(sql`DELETE FROM run_effects WHERE run IN (SELECT id ${old})`);
      yield* run(sql`DELETE ${old}`);
    });
  },
});

const sizeOf = (...texts: readonly (string | undefined)[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0);

const ofCaller = (account: string, owner: string | undefined): Query =>
  sql`account = ${account} AND coalesce(owner, '') = ${owner ?? ''}`;

/** Whether the caller has as many runs on record as one may. */
function* isFullOf(account: string, owner: string | undefined): Steps<boolean> {
  const { runs } = yield* only<{ runs: number }>(
    sql`SELECT count(*) AS runs FROM runs WHERE ${ofCaller(account, owner)} AND ended_at IS NOT NULL`,
  );
  return runs >= runBounds.runs;
}

/** Drops results, inputs and logs of the caller's oldest runs beyond the bounds. The runs stay, with their keys. */
function* dropOldest(account: string, owner: string | undefined): Steps<void> {
  const ended = yield* rows<{ id: string; bytes: number }>(
    sql`SELECT id, bytes FROM runs WHERE ${ofCaller(account, owner)} AND ended_at IS NOT NULL AND bytes > 0
      ORDER BY ended_at DESC, id DESC`,
  );
  let kept = 0;
  const beyond = ended.filter(({ bytes }, at) => at >= runBounds.results || (kept += bytes) > runBounds.bytes);
  for (const { id } of beyond)
    yield* run(sql`UPDATE runs SET result = CASE WHEN result IS NULL THEN NULL ELSE ${droppedResult} END, input = 'null', log = '[]', bytes = 0
      WHERE id = ${id}`);
}

const withoutLease = raw('lease_owner = NULL, lease_until = 0, hold_until = 0');

const isOf = (account: string, id: string, owner?: string): Query =>
  sql`id = ${id} AND account = ${account}${ownedBy(owner)}`;

const hasKey = (account: string, key: string | undefined, owner = ''): Query =>
  sql`account = ${account} AND coalesce(owner, '') = ${owner} AND key = ${key}`;

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

const sums = sql`${chargedToRun} AS charged, ${heldForCallsOfRun} AS held`;

function* findRun(which: Query, now: number): Steps<Run | undefined> {
  const record = yield* row(sql`SELECT *, ${sums} FROM runs WHERE ${which}`);
  if (!record) return undefined;
  return {
    ...toSummary(record, now),
    input: record['input'] as string,
    result: record['result'] as string | null,
    exitCode: record['exit_code'] as number | null,
    log: JSON.parse(String(record['log'] ?? '[]')) as string[],
  };
}

const toSummary = (record: Row, now: number): RunSummary => ({
  id: String(record['id']),
  code: String(record['code']),
  may: JSON.parse(String(record['may'])) as string[],
  maxCredits: Number(record['max_credits']),
  consent: record['consent'] as Consent | null,
  key: (record['key'] ?? undefined) as string | undefined,
  label: (record['label'] ?? undefined) as string | undefined,
  state: record['state'] as RunState,
  error: record['error'] as string | null,
  charged: Number(record['charged']),
  held: Number(record['held']),
  calls: JSON.parse(String(record['calls'])) as RunCounts,
  createdAt: Number(record['created_at']),
  endedAt: record['ended_at'] as number | null,
  isLeased: isLeased(record as unknown as StoredLease, now),
  unused:
    Number(record['hold_until']) > now
      ? Math.max(0, Number(record['max_credits']) - Number(record['charged']) - Number(record['held']))
      : 0,
});

/** Whether a lease is in force. That of an ended process is void at once if it ran on this machine; on another machine it runs out. */
export const isLeased = (lease: StoredLease, now: number): boolean =>
  lease.lease_until > now && !hasEnded(String(lease.lease_owner));

export interface StoredLease {
  readonly lease_owner: string | null;
  readonly lease_until: number;
}

const toEffect = (record: Row): RunEffect => ({
  effect: String(record['effect']),
  entry: record['entry'] as string | null,
  mayHaveLeft: Number(record['has_left']) === 1,
  outcome: record['outcome'] === null ? null : { ok: Number(record['ok']) === 1, json: String(record['outcome']) },
});
