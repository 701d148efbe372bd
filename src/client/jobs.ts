import { operation as operationNamed } from '../catalog/index.ts';
import { type Job, type Operation, present } from '../catalog/operation.ts';
import type { Clock } from '../clock.ts';
import type { Entry, EntryChange, EntryState, State } from '../state/state.ts';
import { chargeOfFailure, chargeOfSuccess } from './charge.ts';
import { decodeAnswer } from './decode-answer.ts';
import { encode } from './encode.ts';
import { isVisibilityError } from './errors/visibility-error.ts';
import { plainText } from './plain-text.ts';
import { pollPause } from './poll-pause.ts';
import type { Progress } from './reply.ts';
import { retryAfter } from './retry-after.ts';
import type { Send } from './sender.ts';
import { resolve, upToDate, verdict, type Verdict } from './verdict.ts';

export interface JobsParts {
  readonly state: State;
  readonly account: string;
  readonly clock: Clock;
  readonly send: Send;
  /** Tells this process's polls from those of others. */
  readonly owner: string;
}

export interface Following {
  /** Milliseconds to wait at most. */
  readonly waitMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Milliseconds: a poll waits this long for a slot, and this long for its answer; its lease covers both. */
const pollPatience = 5_000;
const pollTimeout = 10_000;
const lease = pollPatience + pollTimeout + 1_000;

/** Milliseconds that a poll is waited for, also by a caller whose time is up: an answer is mostly a moment away. */
const leastForPoll = 2_000;

/** Milliseconds after which progress is told and the job is looked at, whatever happens. */
const report = 5_000;

/** A job the platform denies this many times in a row is given up. */
const mostDenials = 3;

const alive: readonly EntryState[] = ['running', 'needs_you'];

/** Waits for jobs. Whoever waits may poll; the store sees to it that nobody polls too early. */
export class Jobs {
  readonly #parts: JobsParts;

  constructor(parts: JobsParts) {
    this.#parts = parts;
  }

  /**
   * Resolves with the call on record when it is over, when it needs its caller, or when the time is up.
   * `started`: settles when this process has finished starting it. Aborting stops the waiting only.
   */
  async follow(id: string, { waitMs, signal, onProgress }: Following, started?: Promise<unknown>): Promise<Entry | undefined> {
    const { state, account, clock, owner } = this.#parts;
    const until = clock.steady() + waitMs;
    let asked = false;
    let reported = -Infinity;
    for (;;) {
      signal?.throwIfAborted();
      const entry = await state.find(account, id);
      if (!entry || isOver(entry) || (entry.state === 'needs_you' && (asked || !entry.delivered))) return entry;
      const left = until - clock.steady();
      if (onProgress && clock.steady() - reported >= report) {
        reported = clock.steady();
        onProgress(progressOf(entry, clock.now()));
      }
      if (entry.state === 'starting') {
        if (left <= 0) return entry;
        if (started) await this.#eitherOf(started, Math.min(left, report), signal);
        else await state.changed(id, Math.min(left, report), signal);
        continue;
      }
      const turn = await state.takePoll(id, owner, lease);
      if (turn.kind === 'poll') {
        if (await this.#eitherOf(this.#poll(entry), Math.min(Math.max(left, leastForPoll), report), signal)) asked = true;
      } else if (left <= 0) return entry;
      else if (turn.kind === 'wait') await state.changed(id, Math.min(turn.ms, left, report), signal);
    }
  }

  /** Milliseconds until the first poll of a job just started. */
  async firstPause(job: Job): Promise<number> {
    return this.#pause(job, 0, 0, undefined);
  }

  /** Asks the platform once how the job stands, and writes that down. Rejects where the token is refused. */
  async #poll(entry: Entry): Promise<void> {
    const { state, clock, send } = this.#parts;
    const started = operationNamed(entry.operation);
    const job = started.job as Job;
    const watching = operationNamed((entry.watch as NonNullable<Entry['watch']>).operation);
    const input = (entry.watch as NonNullable<Entry['watch']>).arguments;
    const elapsed = (clock.now() - (entry.dispatchedAt ?? entry.reservedAt)) / 1000;
    try {
      const request = await encode(watching, input, { allowed: false, secret: new Set() });
      const response = await send(watching, input, request, { urgency: 'poll', patience: pollPatience, timeoutMs: pollTimeout, attempts: 1 });
      const { said } = decodeAnswer(watching, response);
      const ref = job.find && resolve(job.find, entry.arguments, entry.answer);
      const judged = verdict(job, said, ref);
      const asked = retryAfter(response.headers['retry-after'], clock.now());
      const change = afterPoll(started, entry, judged, job.find ? upToDate(entry.answer, said, ref) : said);
      // A job that asks moves on when it is answered, whatever its usual length.
      const pause = await this.#pause(job, judged?.kind === 'asks' ? 0 : elapsed, 0, asked);
      await state.record(entry.id, { ...change, pollAfter: pause }, alive);
    } catch (error) {
      const misses = entry.misses + 1;
      const refused = isVisibilityError(error) ? error : undefined;
      if (refused?.status === 404 && job.done.includes(present)) {
        // What the job makes is not there yet, and that is all there is to see.
        await state.record(entry.id, { misses: 0, denials: 0, pollAfter: await this.#pause(job, elapsed, 0, undefined) }, alive);
        return;
      }
      const pollAfter = await this.#pause(job, elapsed, misses, (refused?.retryAfter ?? 0) * 1000);
      const denials = refused?.status === 404 || refused?.status === 410 ? entry.denials + 1 : 0;
      const lost: EntryChange =
        denials >= mostDenials
          ? { state: 'unknown', error: `the platform no longer knows the job: ${refused?.message}`, ...(entry.money === 'due' ? { money: 'in_doubt' } : {}) }
          : {};
      await state.record(entry.id, { misses, denials, pollAfter, ...lost }, alive);
      if (refused?.status === 401 || refused?.status === 403) throw error;
    }
  }

  async #pause(job: Job, elapsed: number, misses: number, asked: number | undefined): Promise<number> {
    const { state, account } = this.#parts;
    const running = await state.countRunning(account);
    const retryAfterSeconds = asked === undefined ? undefined : asked / 1000;
    return pollPause({ usual: job.usually, backoff: job.backoff, elapsed, running, misses, retryAfter: retryAfterSeconds }) * 1000;
  }

  /** True when the work is done; false when the time is up or the signal aborted, and the work goes on. Rejects as the work does. */
  async #eitherOf(work: Promise<unknown> | undefined, ms: number, signal: AbortSignal | undefined): Promise<boolean> {
    const stop = new AbortController();
    const signals = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
    const nap = this.#parts.clock.sleep(ms, signals).then(
      () => false,
      () => false,
    );
    try {
      return await Promise.race([nap, ...(work ? [work.then(() => true)] : [])]);
    } finally {
      stop.abort();
    }
  }
}

const isOver = ({ state }: Entry): boolean => state === 'completed' || state === 'failed' || state === 'unknown';

const found: EntryChange = { misses: 0, denials: 0 };

/** What a poll's answer changes. An unreadable state leaves the job running: the platform may add states. */
function afterPoll(started: Operation, entry: Entry, judged: Verdict | undefined, said: unknown): EntryChange {
  if (!judged) return found;
  const seen: EntryChange = {
    ...found,
    platformState: judged.platformState,
    ...(judged.progress === undefined ? {} : { progress: judged.progress }),
  };
  if (judged.kind === 'open') return { ...seen, state: 'running', delivered: false };
  if (judged.kind === 'asks') return { ...seen, state: 'needs_you', answer: said };
  if (judged.kind === 'done') return { ...seen, state: 'completed', delivered: false, progress: 100, answer: said, ...chargeOfSuccess(started, entry, said) };
  const error = plainText(judged.reason ?? `the platform says ${String(judged.platformState)}`, 300);
  return { ...seen, state: 'failed', error, answer: said, ...chargeOfFailure(started, entry.money, said) };
}

function progressOf(entry: Entry, now: number): Progress {
  const usual = operationNamed(entry.operation).job?.usually ?? 30;
  const elapsed = Math.max(0, now - entry.reservedAt) / 1000;
  const guess = Math.min(95, (100 * elapsed) / usual);
  const state = entry.platformState === null ? entry.state : String(entry.platformState);
  return { percent: Math.floor(entry.progress ?? guess), message: `${entry.operation} ${entry.id}: ${state}, ${Math.round(elapsed)} s` };
}
