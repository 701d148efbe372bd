import { admit } from './admit.ts';
import { type Database, type Row, row, rows, run, type Steps } from './database.ts';
import type {
  Begun,
  CallNote,
  HoldOptions,
  Lease,
  NewRun,
  Run,
  RunCall,
  RunState,
  RunStep,
  RunStore,
  RunSummary,
  StepNote,
  TakeAnswer,
} from '../run-store.ts';
import { summaryCodeChars } from '../run-store.ts';
import type { Consent, LimitWindow } from '../ledger.ts';
import { hasEnded } from '../lease-owner.ts';
import { ownedBy, ownerValue, releaseOfRun } from './sql-ledger.ts';
import { numberOrNull, textOrNull } from './row-values.ts';
import { chargedToRun, heldForCallsOfRun, sinceConsent, usageOf } from './sql-usage.ts';

/**
 * Runs of programs over any engine. Only the holder of a run's lease writes the run.
 *
 * @param relaxed the same store, for commits that need not survive a power failure
 */
export const sqlRuns = (db: Database, relaxed: Database): RunStore => ({
  begin(request, options) {
    return db.transaction(request.account, function* ({ now }): Steps<Begun> {
      // Inserted before its credits are judged: the index decides whether the key is free, and where it is not, no credits are needed.
      const inserted = yield* run(
        `INSERT INTO runs (id, account, session, code, input, may, max_credits, consent, caller, state, created_at, lease_owner, lease_until, owner, key, label)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'running', ?, ?, ?, ?, ?, ?)
         ON CONFLICT (account, coalesce(owner, ''), key) WHERE key IS NOT NULL DO NOTHING`,
        request.id,
        request.account,
        request.session,
        request.code,
        request.input,
        JSON.stringify(request.may),
        request.maxCredits,
        request.consent ?? null,
        request.caller ?? null,
        now,
        options.owner,
        now + options.leaseMs,
        request.owner ?? null,
        request.key ?? null,
        request.label ?? null,
      );
      if (inserted === 0) return { kind: 'key_taken', run: (yield* findKey(request, now)) as Run };
      const refusal = yield* refusalOf(request, options, now);
      if (refusal) {
        yield* run('DELETE FROM runs WHERE id = ?', request.id);
        return refusal;
      }
      yield* run('UPDATE runs SET hold_until = ? WHERE id = ?', now + options.holdMs, request.id);
      return { kind: 'begun', run: (yield* findRun(request.account, request.id, now)) as Run };
    });
  },

  take(account, id, options) {
    return db.transaction(account, function* ({ now }): Steps<TakeAnswer> {
      const before = yield* findRun(account, id, now, options.runOwner);
      if (!before) return { kind: 'unknown' };
      if (before.state !== 'running') return { kind: 'over', run: before };
      const lease = yield* row('SELECT lease_owner, lease_until, hold_until, failovers FROM runs WHERE id = ?', id);
      if (lease && isLeased(lease, now)) return { kind: 'busy', ms: Number(lease['lease_until']) - now };
      yield* releaseOfRun(id, now);
      const storedRun = (yield* findRun(account, id, now)) as Run;
      const remaining = Math.max(0, storedRun.maxCredits - storedRun.charged - storedRun.held);
      if (Number(lease?.['hold_until']) <= now) {
        const admission = yield* admitHold(account, remaining, options.limits, now);
        if (admission.kind === 'refused') return admission;
      }
      // A process that ends in order releases its runs, which leaves no owner: an owner that is still named has died.
      const hasDied = textOrNull(lease?.['lease_owner']) !== null;
      const failovers = options.isFailover ? Number(lease?.['failovers']) + (hasDied ? 1 : 0) : 0;
      yield* run(
        'UPDATE runs SET lease_owner = ?, lease_until = ?, hold_until = ?, session = ?, failovers = ? WHERE id = ?',
        options.owner,
        now + options.leaseMs,
        now + options.holdMs,
        options.session,
        failovers,
        id,
      );
      const calls = yield* rows('SELECT * FROM run_calls WHERE run = ? ORDER BY n', id);
      const steps = yield* rows('SELECT * FROM run_steps WHERE run = ?', id);
      return { kind: 'taken', run: storedRun, calls: calls.map(toCall), steps: steps.map(toStep), failovers };
    });
  },

  renew(id, lease) {
    return db.transaction(null, ({ now }) => renewed(id, lease, now));
  },

  note(id, lease, notes) {
    const journal = notes.every(({ isRead }) => isRead) ? relaxed : db;
    return journal.transaction(`run ${id}`, function* ({ now }) {
      if (!(yield* renewed(id, lease, now))) return false;
      for (const note of notes) yield* 'step' in note ? noteStep(id, note) : noteCall(id, note);
      return true;
    });
  },

  end(id, owner, { state, result, exitCode, error, log }) {
    return db.transaction(null, function* ({ now }) {
      const ended = yield* run(
        `UPDATE runs SET state = ?, result = ?, exit_code = ?, error = ?, log = ?, ended_at = ?, lease_owner = NULL, lease_until = 0, hold_until = 0
         WHERE id = ? AND state = 'running' AND lease_owner = ?`,
        state,
        result ?? null,
        exitCode ?? null,
        error ?? null,
        JSON.stringify(log),
        now,
        id,
        owner,
      );
      return ended === 1;
    });
  },

  abandon(id, error) {
    return db.transaction(null, function* ({ now }) {
      const ended = yield* run(
        `UPDATE runs SET state = 'failed', error = ?, ended_at = ?, lease_owner = NULL, lease_until = 0, hold_until = 0
         WHERE id = ? AND state = 'running' AND lease_until <= ?`,
        error,
        now,
        id,
        now,
      );
      return ended === 1;
    });
  },

  async release(id, owner) {
    await db.transaction(null, () =>
      run(
        'UPDATE runs SET lease_owner = NULL, lease_until = 0, hold_until = 0 WHERE id = ? AND lease_owner = ?',
        id,
        owner,
      ),
    );
  },

  cancel(account, id, owner) {
    return db.transaction(account, function* ({ now }) {
      const cancelled = yield* run(
        `UPDATE runs SET state = 'cancelled', ended_at = ?, lease_owner = NULL, lease_until = 0, hold_until = 0
         WHERE id = ? AND account = ?${ownedBy(owner)} AND state = 'running'`,
        now,
        id,
        account,
        ...ownerValue(owner),
      );
      return cancelled === 1 ? yield* findRun(account, id, now) : undefined;
    });
  },

  find(account, id, owner) {
    return db.transaction(account, ({ now }) => findRun(account, id, now, owner));
  },

  findByKey(account, key, owner) {
    return db.transaction(account, ({ now }) => findKey({ account, key, owner }, now));
  },

  standing(id: string) {
    return db.transaction(null, function* ({ now }) {
      const record = yield* row('SELECT state, lease_owner, lease_until FROM runs WHERE id = ?', id);
      if (!record) return undefined;
      return { state: record['state'] as RunState, isLeased: isLeased(record, now) };
    });
  },

  unfinished() {
    return db.transaction(null, function* ({ now }) {
      const countRow = yield* row(
        "SELECT count(*) AS runs, coalesce(sum(CASE WHEN lease_until > ? THEN 1 ELSE 0 END), 0) AS leased FROM runs WHERE state = 'running'",
        now,
      );
      const [runs, running] = [Number(countRow?.['runs']), Number(countRow?.['leased'])];
      return { running, interrupted: runs - running };
    });
  },

  list(account, { state, limit, owner }) {
    return db.transaction(account, function* ({ now }) {
      const runRows = yield* rows(
        `${selectSummary} WHERE account = ?${ownedBy(owner)}${state ? ' AND state = ?' : ''} ORDER BY created_at DESC, id DESC LIMIT ?`,
        account,
        ...ownerValue(owner),
        ...(state ? [state] : []),
        limit,
      );
      const runs = [];
      for (const one of runRows) runs.push(toSummary(one, yield* callsOf(String(one['id'])), now));
      return runs;
    });
  },

  async clean(account, before) {
    await db.transaction(account, function* () {
      const old = 'SELECT id FROM runs WHERE account = ? AND ended_at < ?';
      yield* run(`DELETE FROM run_steps WHERE run IN (${old})`, account, before);
      yield* run(`DELETE FROM run_calls WHERE run IN (${old})`, account, before);
      yield* run('DELETE FROM runs WHERE account = ? AND ended_at < ?', account, before);
    });
  },
});

/** Why a run may not begin; undefined where it may. */
function* refusalOf(
  { account, maxCredits }: NewRun,
  { limits, consentThresholds }: HoldOptions,
  now: number,
): Steps<Extract<Begun, { kind: 'refused' | 'needs_person' }> | undefined> {
  const admission = yield* admitHold(account, maxCredits, limits, now);
  if (admission.kind === 'refused') return admission;
  for (const limit of maxCredits > 0 ? consentThresholds : []) {
    const spent = yield* sinceConsent(account, limit, now);
    if (spent + maxCredits > limit.credits) return { kind: 'needs_person', limit, spent };
  }
  return undefined;
}

/** Whether the credits fit into every limit. Nothing is held for a run that spends nothing. */
function* admitHold(
  account: string,
  credits: number,
  limits: readonly LimitWindow[],
  now: number,
): Steps<ReturnType<typeof admit>> {
  if (credits === 0) return { kind: 'admitted' };
  const used = [];
  for (const limit of limits) used.push({ ...limit, usage: yield* usageOf(account, limit, now) });
  return admit(credits, used);
}

function* renewed(id: string, { owner, leaseMs, holdMs }: Lease, now: number): Steps<boolean> {
  const writtenRow = yield* run(
    "UPDATE runs SET lease_until = ?, hold_until = ? WHERE id = ? AND state = 'running' AND lease_owner = ?",
    now + leaseMs,
    now + holdMs,
    id,
    owner,
  );
  return writtenRow === 1;
}

function* noteCall(id: string, { n, name, request, entry, mayHaveLeft, outcome }: CallNote): Steps<void> {
  yield* run(
    `INSERT INTO run_calls (run, n, name, request, entry, has_left, place, ok, outcome, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (run, n) DO UPDATE SET entry = coalesce(excluded.entry, run_calls.entry), has_left = excluded.has_left,
       place = excluded.place, ok = excluded.ok, outcome = excluded.outcome, at = excluded.at`,
    id,
    n,
    name,
    request,
    entry ?? null,
    mayHaveLeft ? 1 : 0,
    outcome?.place ?? null,
    outcome ? (outcome.ok ? 1 : 0) : null,
    outcome?.json ?? null,
    outcome?.at ?? null,
  );
  if (outcome && name.startsWith('workflows.')) yield* run('DELETE FROM run_steps WHERE run = ? AND n = ?', id, n);
}

function* noteStep(id: string, { n, step, entry, outcome }: StepNote): Steps<void> {
  yield* run(
    `INSERT INTO run_steps (run, n, step, entry, ok, outcome) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (run, n, step) DO UPDATE SET entry = coalesce(excluded.entry, run_steps.entry), ok = excluded.ok, outcome = excluded.outcome`,
    id,
    n,
    step,
    entry ?? null,
    outcome ? (outcome.ok ? 1 : 0) : null,
    outcome?.json ?? null,
  );
}

const sums = `${chargedToRun} AS charged, ${heldForCallsOfRun} AS held`;

const selectRun = `SELECT *, ${sums} FROM runs`;

const selectSummary = `SELECT id, substr(code, 1, ${summaryCodeChars}) AS code, may, max_credits, consent, caller, key, label, state, error,
  created_at, ended_at, lease_owner, lease_until, hold_until, ${sums} FROM runs`;

function* findRun(account: string, id: string, now: number, owner?: string): Steps<Run | undefined> {
  const record = yield* row(
    `${selectRun} WHERE id = ? AND account = ?${ownedBy(owner)}`,
    id,
    account,
    ...ownerValue(owner),
  );
  return record && toRun(record, yield* callsOf(id), now);
}

function* findKey(
  { account, key, owner }: Pick<NewRun, 'account' | 'key' | 'owner'>,
  now: number,
): Steps<Run | undefined> {
  const record = yield* row(
    `${selectRun} WHERE account = ? AND coalesce(owner, '') = ? AND key = ?`,
    account,
    owner ?? '',
    key ?? null,
  );
  return record && toRun(record, yield* callsOf(String(record['id'])), now);
}

function* callsOf(id: string): Steps<Record<string, number>> {
  const countRows = yield* rows(
    "SELECT name, count(*) AS calls FROM run_calls WHERE run = ? AND name <> 'sleep' GROUP BY name ORDER BY name",
    id,
  );
  return Object.fromEntries(countRows.map((one) => [String(one['name']), Number(one['calls'])]));
}

const toRun = (record: Row, calls: Record<string, number>, now: number): Run => ({
  ...toSummary(record, calls, now),
  input: String(record['input']),
  result: textOrNull(record['result']),
  exitCode: numberOrNull(record['exit_code']),
  log: JSON.parse(textOrNull(record['log']) ?? '[]') as string[],
});

const toSummary = (record: Row, calls: Record<string, number>, now: number): RunSummary => ({
  id: String(record['id']),
  code: String(record['code']),
  may: JSON.parse(String(record['may'])) as string[],
  maxCredits: Number(record['max_credits']),
  consent: (record['consent'] ?? null) as Consent | null,
  caller: textOrNull(record['caller']) ?? undefined,
  key: textOrNull(record['key']) ?? undefined,
  label: textOrNull(record['label']) ?? undefined,
  state: record['state'] as RunState,
  error: textOrNull(record['error']),
  charged: Number(record['charged']),
  held: Number(record['held']),
  calls,
  createdAt: Number(record['created_at']),
  endedAt: numberOrNull(record['ended_at']),
  isLeased: isLeased(record, now),
  unused:
    Number(record['hold_until']) > now
      ? Math.max(0, Number(record['max_credits']) - Number(record['charged']) - Number(record['held']))
      : 0,
});

/** Whether a lease is in force. That of an ended process is void at once if it ran on this machine; on another machine it runs out. */
export const isLeased = (record: Row, now: number): boolean =>
  Number(record['lease_until']) > now && !hasEnded(String(record['lease_owner']));

const toCall = (record: Row): RunCall => ({
  n: Number(record['n']),
  name: String(record['name']),
  request: String(record['request']),
  entry: textOrNull(record['entry']),
  mayHaveLeft: Number(record['has_left']) === 1,
  outcome:
    record['place'] === null
      ? null
      : {
          place: Number(record['place']),
          ok: Number(record['ok']) === 1,
          json: String(record['outcome']),
          at: Number(record['at']),
        },
});

const toStep = (record: Row): RunStep => ({
  n: Number(record['n']),
  step: String(record['step']),
  entry: textOrNull(record['entry']),
  outcome: record['outcome'] === null ? null : { ok: Number(record['ok']) === 1, json: String(record['outcome']) },
});
