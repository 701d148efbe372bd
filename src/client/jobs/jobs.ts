import type { AccountKey } from '../money/account.ts';
import { type Arguments, type Job, type Operation, operationNamed } from '../../catalog/index.ts';
import { over, type Clock } from '../../base/clock.ts';
import { inSpan } from '../../base/traces.ts';
import type { Entry, EntryChange, JobBaseline, MoneyState, State } from '../../state/index.ts';
import { afterFailedPoll, afterPoll } from './after-poll.ts';
import { argumentsBeforeStart, baselineOf, needsBaseline } from './baseline.ts';
import { lookAtJob, readWatched, watchedReader } from './watched.ts';
import { withoutCharge } from '../money/charge.ts';
import { isQueued, jobProgress } from './job-progress.ts';
import { type PollCircumstances, pollPause } from './poll-pause.ts';
import type { Progress } from './job-view.ts';
import { retryAfter as retryAfterIn } from '../http/transport/retry-after.ts';
import { minAnswerMs, type Send, type Sending } from '../http/transport/sender.ts';
import { StateUnavailable } from '../../state/sql/state-unavailable.ts';
import { changedError, hasCode, isVisibilityError, VisibilityError } from '../errors.ts';
import { unreadBefore } from '../refusals.ts';

export interface JobsDependencies {
  readonly state: State;
  readonly account: AccountKey;
  readonly clock: Clock;
  readonly send: Send;
  /** Distinguishes the polls of this process from those of others. */
  readonly owner: string;
  /** Once aborted, every wait ends and callers get the current state of their job. */
  readonly endWaits?: AbortSignal | undefined;
  /** The event type that reports completions of each kind of job. Absent: webhook deliveries are not received. */
  readonly eventsReportingJobs?: ReadonlyMap<Job, string> | undefined;
  /** Whether this process serves several accounts: then events are trusted per account, since not every team has a webhook subscription. */
  readonly isShared?: boolean | undefined;
}

/** How long a waiter follows a job, and who is notified. */
export interface FollowOptions {
  /** Maximum milliseconds to wait. */
  readonly waitMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Maximum milliseconds that a poll waits for a rate-limit slot, and then for its answer. Its lease lasts a second longer than both. */
const pollSlotWaitMs = 5_000;
const pollTimeoutMs = 10_000;
const leaseMs = pollSlotWaitMs + pollTimeoutMs + 1_000;

/** Milliseconds in which each further page of a list must be answered; it does not wait for a rate-limit slot. */
const furtherPageMs = 5_000;

/** Minimum milliseconds to wait for a poll in flight, even past the caller's deadline: its answer usually arrives soon. */
const minPollWaitMs = 2_000;

/** Interval in milliseconds at which progress is reported and the entry is read again. */
const progressIntervalMs = 5_000;

/** Waits for jobs by polling. Any waiter of any process may poll; leases in the store keep the polls of a job apart. */
export class Jobs {
  readonly #dependencies: JobsDependencies;
  #polls = 0;

  constructor(dependencies: JobsDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Waits for a recorded call. Resolves with its entry once it has ended, asks a question, or the time is up; with undefined if there is
   * no such entry. Rejects if the token is refused, or with the reason of the signal, which stops the waiting only.
   * @param started settles when this process has finished starting the call
   */
  async follow(id: string, options: FollowOptions, started?: Promise<unknown>): Promise<Entry | undefined> {
    return inSpan({ name: 'job wait', kind: 'internal', attributes: {} }, async (note) => {
      const entry = await this.#follow(id, options, started);
      note({ 'visibility.operation': entry?.operation, 'visibility.job.state': entry?.state });
      return entry;
    });
  }

  async #follow(
    id: string,
    { waitMs, signal, onProgress }: FollowOptions,
    started: Promise<unknown> | undefined,
  ): Promise<Entry | undefined> {
    const { state, account, clock, owner, endWaits } = this.#dependencies;
    const { key } = account;
    const until = clock.steady() + waitMs;
    const progressOf = jobProgress();
    let reported = -Infinity;
    let asked = false;
    let starting = started;
    started?.then(
      () => (starting = undefined),
      () => undefined,
    );
    let poll: { readonly answered: Promise<void>; readonly awaitedUntil: number } | undefined;
    const remainingMs = (): number =>
      endWaits?.aborted ? 0 : Math.max(until, poll?.awaitedUntil ?? -Infinity) - clock.steady();
    for (;;) {
      signal?.throwIfAborted();
      // Saved before the entry is read: the entry then has the result of the last poll.
      const isAsked = asked;
      // Subscribes before reading the entry, so that no change in between is missed. A start of this process reports by its promise.
      const wait = this.#wait(starting ? undefined : id, signal);
      try {
        const entry = await state.ledger.find(key, id);
        if (entry?.state === 'completed' && reported > -Infinity) onProgress?.(progressOf(entry, clock.now()));
        if (!entry || isOver(entry) || (entry.state === 'needs_you' && (isAsked || !entry.delivered || !entry.watch)))
          return entry;
        // Sending reports the wait for a rate-limit slot itself (`reportWait`).
        const isReported = started !== undefined && reported > -Infinity && isQueued(entry);
        if (onProgress && !isReported && clock.steady() - reported >= progressIntervalMs) {
          reported = clock.steady();
          onProgress(progressOf(entry, clock.now()));
        }
        let pauseMs = Infinity;
        // Until the start is answered, another process may mistake another job for this one.
        if (entry.state !== 'starting' && !starting && !poll) {
          const lease = `${owner}:${++this.#polls}`;
          const answer = await state.polls.take(id, lease, leaseMs);
          if (answer.kind === 'wait') pauseMs = answer.ms;
          if (answer.kind === 'poll') {
            const answered = this.#poll(entry, lease, answer.byEvent === true).then(() => {
              asked = true;
              poll = undefined;
            });
            // The poll continues if its waiter returns before it is answered.
            answered.catch(() => undefined);
            poll = { answered, awaitedUntil: clock.steady() + minPollWaitMs };
          }
          if (answer.kind === 'over' && remainingMs() > 0) continue;
        }
        if (remainingMs() <= 0) return entry;
        await wait.first(
          Math.min(pauseMs, remainingMs()),
          entry.state === 'starting' ? started : (starting ?? poll?.answered),
        );
      } finally {
        wait.end();
      }
    }
  }

  /** Milliseconds until the first poll of a job that has just been started. Never rejects. */
  async firstPause(job: Job): Promise<number> {
    // A failure to read the load must not prevent an accepted start from being recorded.
    return this.#pause(job, { elapsed: 0 }).catch(() => pauseMs(job, { elapsed: 0, running: 0 }));
  }

  /**
   * Reads the watched resource before a start if it may show the end of an earlier job; null if it need not or cannot be read. Rejects if
   * the read fails: the job is then not started, since its completion could not be distinguished from the earlier job's.
   */
  async baseline({ job }: Operation, input: Arguments, sending: Sending): Promise<JobBaseline | null> {
    const args = job && needsBaseline(job) ? argumentsBeforeStart(job, input) : undefined;
    if (!job || !args) return null;
    const { send } = this.#dependencies;
    const watching = operationNamed(job.watch);
    const bounded = { ...sending, deadlineMs: sending.slotWaitMs + minAnswerMs };
    try {
      const read = watchedReader(send, watching, () => bounded);
      return baselineOf(job, await readWatched(watching, args, read));
    } catch (error) {
      if (sending.signal?.aborted && !isVisibilityError(error)) throw error;
      const why = `${watching.name} cannot be read, and without it the end of the job could not be detected. Nothing was sent.`;
      if (error instanceof StateUnavailable) throw new VisibilityError('unreachable', why);
      if (!isVisibilityError(error) || hasCode(error, 'unreadable')) throw unreadBefore(why, 'Repeat the call later.');
      // The resource does not exist yet, or the caller may not see it; the start itself reports what is wrong.
      if ([404, 409, 410, 422].includes(error.status ?? 0)) return baselineOf(job, undefined);
      throw error.outcome === 'unknown' ? new VisibilityError('unreachable', error.message) : error;
    }
  }

  /** Polls the job once and records its state. Rejects if the platform answers with 401 or 403. */
  async #poll(entry: Entry, lease: string, byEvent: boolean): Promise<void> {
    const { state, clock, send } = this.#dependencies;
    const started = operationNamed(entry.operation);
    const job = started.job as Job;
    const watching = operationNamed((entry.watch as NonNullable<Entry['watch']>).operation);
    const elapsed = (clock.now() - (entry.dispatchedAt ?? entry.reservedAt)) / 1000;
    const write = (change: EntryChange, money?: MoneyState) => state.polls.record(entry.id, lease, change, money);
    // The history may have shown the charge since `entry` was read: the charge of the poll is then not written.
    const record = async (change: EntryChange) =>
      (await write(change, change.money && entry.money)) ??
      (change.money === undefined ? undefined : write(withoutCharge(change)));
    const until = clock.steady() + pollSlotWaitMs + pollTimeoutMs;
    let requests = 0;
    let askedSeconds: number | undefined;
    const sending = (): Sending => {
      const times =
        requests++ === 0
          ? { slotWaitMs: pollSlotWaitMs, timeoutMs: pollTimeoutMs }
          : { slotWaitMs: 0, timeoutMs: furtherPageMs };
      return { urgency: 'poll', attempts: 1, ...times };
    };
    const read = watchedReader(send, watching, sending, (headers) => {
      const askedMs = retryAfterIn(headers, clock.now());
      if (askedMs !== undefined) askedSeconds = askedMs / 1000;
    });
    const hasTime = (): boolean => until - clock.steady() >= furtherPageMs;
    try {
      const look = { job, watching, entry, elapsedMs: elapsed * 1000, read, hasTime };
      const { jobStatus, baseline, rawJson } = await lookAtJob(look);
      const change = { ...afterPoll(started, entry, jobStatus, rawJson), baseline };
      // A job that asks a question continues when it is answered, whatever its usual length.
      const since = jobStatus?.kind === 'asks' ? 0 : elapsed;
      const pause = await this.#pause(job, { elapsed: since, retryAfter: askedSeconds, requests });
      const written = await record({ ...change, pollAfterMs: pause });
      const event = this.#eventOf(job);
      if (written && isOver(written) && !byEvent && event !== undefined)
        await state.events.missed(event, this.#eventAccount);
    } catch (error) {
      const change = afterFailedPoll(started, entry, error, elapsed * 1000);
      const { consecutivePollFailures } = change;
      const retryAfter = isVisibilityError(error) ? error.retryAfter : undefined;
      await record({
        ...change,
        pollAfterMs: await this.#pause(job, { elapsed, consecutivePollFailures, retryAfter }),
      });
      if (isVisibilityError(error) && (error.status === 401 || error.status === 403)) throw unreadableJob(error, entry);
    }
  }

  /** The account whose events are trusted for its jobs. Undefined if this process serves one account only. */
  get #eventAccount(): string | undefined {
    const { isShared, account } = this.#dependencies;
    return isShared ? account.key : undefined;
  }

  /** The event type that reports completions of this kind of job, if there is one. */
  #eventOf(job: Job): string | undefined {
    return this.#dependencies.eventsReportingJobs?.get(job);
  }

  /** Milliseconds until the next poll of the job, by what `poll` says of the last one and by the load of the account. */
  async #pause(job: Job, poll: Omit<PollCircumstances, 'usual' | 'backoff' | 'running'>): Promise<number> {
    const { state, account } = this.#dependencies;
    const event = this.#eventOf(job);
    return pauseMs(job, {
      ...poll,
      running: await state.polls.countRunning(account.key),
      isReportedByEvents: event !== undefined && (await state.events.areTrusted(event, this.#eventAccount)),
    });
  }

  /** Subscribes to changes of the entry `id`, from the moment this returns. Without `id`, the wait ends by time or work only. */
  #wait(id: string | undefined, signal: AbortSignal | undefined): Wait {
    const { state, clock, endWaits } = this.#dependencies;
    const stop = new AbortController();
    const ends = AbortSignal.any([stop.signal, ...(signal ? [signal] : []), ...(endWaits ? [endWaits] : [])]);
    const untilEnded = (wait: Promise<void>): Promise<void> =>
      wait.catch((error: unknown) => {
        if (!ends.aborted) throw error;
      });
    const changed = id === undefined ? [] : [untilEnded(state.ledger.waitForChange(id, progressIntervalMs, ends))];
    return {
      first: (ms, work) =>
        Promise.race([
          ...changed,
          untilEnded(clock.sleep(Math.min(ms, progressIntervalMs), ends, { moves: !work })),
          ...(work ? [work] : []),
        ]).then(() => undefined),
      end: () => stop.abort(over),
    };
  }
}

interface Wait {
  /** Resolves at the first of: a change of the entry, `ms` milliseconds, an aborted signal, the end of `work`. Rejects as `work` does. */
  first(ms: number, work?: Promise<unknown>): Promise<void>;
  end(): void;
}

/** The refusal of a token that may not read a job. The job goes on: what was refused is not its start. */
const unreadableJob = (error: VisibilityError, { id }: Entry): VisibilityError =>
  changedError(error, {
    outcome: 'unknown',
    origin: error.origin,
    next: `The job goes on, and another start may be charged again. Once it can be read: job_wait {"job_id": "${id}"}`,
    facts: { ...error.facts, job_id: id },
  });

const pauseMs = ({ usually: usual, backoff }: Job, poll: Omit<PollCircumstances, 'usual' | 'backoff'>): number =>
  pollPause({ usual, backoff, ...poll }) * 1000;

const isOver = ({ state }: Entry): boolean => state === 'completed' || state === 'failed' || state === 'unknown';
