import { createHash } from 'node:crypto';
import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import type { Run, RunCounts } from '../../state/index.ts';
import { type Clock, systemClock } from '../../base/clock.ts';
import type { CodeLimits } from '../../base/index.ts';
import type { Perform } from '../platform/perform.ts';
import { type Engine, type Engines, silenceMs } from '../engine/engine.ts';
import type { EngineCall, EngineOutput, ProgramEnd } from '../engine/messages.ts';
import { runFailureOf, type RefusedCall, serverFailed, type Stopped } from './failure-of.ts';
import { outcomeOfCall, worseOutcome } from './outcome-of-call.ts';
import { jsonOfError, jsonOfValue, parseProgramJson, programJsonInWords } from './program-json.ts';
import type { RunFailure } from './run-failure.ts';
import { isVisibilityError, type Outcome, VisibilityError } from '../../client/errors.ts';

export interface ExecutionParts {
  readonly run: Pick<Run, 'id' | 'code' | 'input' | 'maxCredits'>;
  readonly engines: Pick<Engines, 'open'>;
  readonly perform: Perform;
  readonly limits: CodeLimits;
  readonly clock: Clock;
  readonly isDry: boolean;
  /** Credits that the calls of the run have drawn so far, in all of its attempts. */
  readonly charged: () => Promise<number>;
  readonly onProgress: (progress: RunProgress) => void;
  readonly onDefect: (error: unknown) => void;
}

/** Progress of a run in this process. */
export interface RunProgress {
  /** Number of answered calls. */
  readonly done: number;
  /** Number of calls in progress. */
  readonly underWay: number;
  /** Credits that its calls have drawn so far, in all attempts. */
  readonly charged: number;
  readonly message: string;
  /** The progress of calls that wait for something, one line each. */
  readonly activities: readonly string[];
}

/** How a program ended in this process. */
export type Ending =
  | { readonly kind: 'completed'; readonly result: string; readonly exitCode: number | undefined }
  | { readonly kind: 'failed'; readonly failure: RunFailure }
  /** The program may be started again. */
  | { readonly kind: 'interrupted' };

/** This process no longer holds the run. */
export const leaseLost = new Error('the run now belongs to another process, or was cancelled');

/** Interval in milliseconds at which the engine is checked for answers. */
const silenceLookMs = 1_000;

/** Maximum milliseconds of a pause. */
const maxPauseMs = 86_400_000;

/** One attempt of a program in this process: runs it in an engine from its first line, and carries out its calls. */
export class Execution {
  readonly #parts: ExecutionParts;
  readonly #ended = Promise.withResolvers<Ending>();
  /** Never rejects. */
  readonly ending = this.#ended.promise;
  readonly #stop = new AbortController();
  /** Lines that the program has logged. */
  readonly log: string[] = [];
  readonly #counts: Record<string, number> = {};
  #engine: Engine | undefined;
  #programEnd: ProgramEnd | Stopped | undefined;
  /** Messages to the engine that it has not answered. */
  #outputsDue = 0;
  /** Steady milliseconds at which the engine started to compute. */
  #computesSince = 0;
  /** Characters of JSON that its calls returned. */
  #dataChars = 0;
  #done = 0;
  #charged = 0;
  readonly #underWay = new Set<EngineCall>();
  /** The combined outcome of the answered calls. */
  #outcome: Outcome = 'not_sent';
  /** Refused calls, by their messages. */
  readonly #refused = new Map<string, RefusedCall>();
  /** Progress of the calls in flight, by number of the call. */
  readonly #activities = new Map<number, string>();
  /** Resolves when the last large arguments have been parsed. */
  #parsing: Promise<void> = Promise.resolve();

  constructor(parts: ExecutionParts) {
    this.#parts = parts;
  }

  /** Aborted when the program ends in this process for any reason. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Number of answered calls by name, without pauses. */
  get calls(): RunCounts {
    return this.#counts;
  }

  /** Starts the program; `ending` resolves with its end. */
  begin(): void {
    void this.#begin().catch((error: unknown) => this.fail(error));
  }

  /** Stops the program in this process, so that it can be started again. */
  interrupt(): void {
    this.#end({ kind: 'interrupted' });
  }

  /** Ends the program permanently. */
  stop(reason: Stopped): void {
    this.#finish(reason);
  }

  /**
   * Handles a failure outside the program. If the lease or the store is lost, other processes may continue the run. Anything
   * else is a defect, which would recur in every attempt, so the run ends.
   */
  fail(error: unknown): void {
    if (this.signal.aborted) return;
    if (error === leaseLost) return this.interrupt();
    this.#parts.onDefect(error);
    // An unreachable store is reported as a refusal.
    if (isVisibilityError(error)) this.interrupt();
    else this.#finish(serverFailed);
  }

  async #begin(): Promise<void> {
    const { run, engines, limits, clock, isDry } = this.#parts;
    this.#charged = await this.#parts.charged();
    const engine = await engines.open({
      onOutput: (output) => {
        try {
          this.#receive(output);
        } catch (error) {
          this.fail(error);
        }
      },
      onDeath: (error) => this.#engineDied(error),
    });
    this.#engine = engine;
    if (this.signal.aborted) return engine.stop();
    void clock
      .sleep(limits.wall * 1000, this.signal)
      .then(() => this.#finish({ kind: 'limit', limit: 'wall' }), ignore);
    void this.#untilSilent().then(() => this.#finish({ kind: 'limit', limit: 'compute' }), ignore);
    this.#expectOutput();
    const seed = createHash('sha256').update(run.id).digest().readUInt32BE(0);
    engine.start({ code: run.code, input: run.input, seed, isDry, limits });
  }

  /** Resolves when the engine has been computing for longer than it may: a program that cannot be interrupted from within. */
  async #untilSilent(): Promise<void> {
    const maxMs = silenceMs(this.#parts.limits);
    do {
      // The thread computes in real time, even if the calls use another clock.
      await systemClock.sleep(silenceLookMs, this.signal);
    } while (this.#programEnd || this.#outputsDue === 0 || systemClock.steady() - this.#computesSince <= maxMs);
  }

  /** The thread's own memory is bounded too. Anything else is a defect, which ends the run. */
  #engineDied(error: unknown): void {
    if ((error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY')
      return this.#finish({ kind: 'limit', limit: 'memory' });
    this.#parts.onDefect(error);
    this.#finish({ kind: 'threw', error: { name: 'Error', message: 'the engine failed; the log has the details' } });
  }

  #receive({ calls, log, end }: EngineOutput): void {
    this.#outputsDue--;
    // Not spread, since a function call has a maximum number of arguments.
    for (const line of log) this.log.push(line);
    if (end?.kind === 'limit') return this.#finish(end);
    for (const call of calls) this.#carryOut({ ...call, name: shortName(call.name) });
    if (end) return this.#finish(end);
    if (this.#underWay.size === 0 && this.#outputsDue === 0) this.#finish(stuck);
    this.#tell();
  }

  #carryOut(call: EngineCall): void {
    this.#underWay.add(call);
    void this.#valueOf(call)
      .then(
        async (value) => {
          if (chargedBy(value) > 0) this.#charged = await this.#parts.charged();
          this.#answer(call, true, jsonOfValue(value));
        },
        (error: unknown) => {
          if (error === leaseLost) return this.interrupt();
          if (!isVisibilityError(error) && !this.signal.aborted) this.#parts.onDefect(error);
          this.#answer(call, false, jsonOfError(error));
        },
      )
      .catch((error: unknown) => this.fail(error));
  }

  async #valueOf({ n, name, args: json }: EngineCall): Promise<unknown> {
    const { perform, clock } = this.#parts;
    const args = await this.#argumentsIn(json, name);
    if (name === 'sleep') return void (await clock.sleep(pauseMs(args[0]), this.signal, { moves: true }));
    return perform(name, args, {
      signal: this.signal,
      onProgress: ({ operation: what, percent, message }) => {
        const activity = `${what}: ${Math.round(percent)} %, ${message}`;
        this.#activities.set(n, activity);
        this.#tell(activity);
      },
    });
  }

  /** Large arguments are parsed one after the other, each in its own turn of the event loop, so that other work is not blocked. */
  async #argumentsIn(json: string, name: string): Promise<readonly unknown[]> {
    if (json.length > smallArguments) await (this.#parsing = this.#parsing.then(() => turnOfEventLoop()));
    const parsed = parseProgramJson(json);
    if (parsed === 'beyond')
      throw new VisibilityError('invalid_arguments', `platform.${name} was given more than ${programJsonInWords}.`, {
        outcome: 'not_sent',
        next: 'Give fewer or smaller arguments, in several calls if need be.',
      });
    return parsed.value as readonly unknown[];
  }

  /** Passes the outcome of a call to the program, unless the program has ended. */
  #answer(call: EngineCall, ok: boolean, json: string): void {
    if (this.signal.aborted) return;
    const { name } = call;
    this.#underWay.delete(call);
    this.#activities.delete(call.n);
    this.#dataChars += json.length;
    if (this.#dataChars > this.#parts.limits.data * 1024 * 1024) return this.#finish({ kind: 'limit', limit: 'data' });
    this.#done++;
    if (name !== 'sleep') this.#counts[name] = (this.#counts[name] ?? 0) + 1;
    this.#outcome = worseOutcome(this.#outcome, outcomeOfCall(name, ok ? undefined : json));
    if (!ok) this.#noteRefusal(name, call.args, json);
    if (this.#programEnd) {
      if (this.#underWay.size === 0) this.#close(this.#programEnd);
      return;
    }
    this.#expectOutput();
    this.#engine?.answer({ n: call.n, ok, json });
    this.#tell();
  }

  #noteRefusal(name: string, args: string, json: string): void {
    const { message, next } = JSON.parse(json) as { message?: unknown; next?: unknown };
    if (typeof message === 'string')
      this.#refused.set(message, { name, args, next: typeof next === 'string' ? next : undefined });
  }

  /** Ends the program. If it returned, calls that it did not await are still made. */
  #finish(end: ProgramEnd | Stopped): void {
    this.#programEnd = end;
    void this.#engine?.stop();
    if (end.kind === 'returned' && this.#underWay.size > 0) return;
    this.#close(end);
  }

  #close(end: ProgramEnd | Stopped): void {
    if (this.signal.aborted) return;
    const { run, limits } = this.#parts;
    // No further request is sent. Calls whose requests were sent wait for their answers themselves.
    const outcome = [...this.#underWay].map(({ name }) => outcomeOfCall(name)).reduce(worseOutcome, this.#outcome);
    const failure = runFailureOf(end, limits, outcome, run.code, (message) => this.#refused.get(message));
    this.#tell();
    if (failure) this.#end({ kind: 'failed', failure });
    else if (end.kind === 'returned') this.#end({ kind: 'completed', result: end.json, exitCode: end.exit });
  }

  /** Only the first end counts. */
  #end(ending: Ending): void {
    this.#stop.abort();
    void this.#engine?.stop();
    this.#ended.resolve(ending);
  }

  /** Called when the engine starts to compute. */
  #expectOutput(): void {
    if (this.#outputsDue++ === 0) this.#computesSince = systemClock.steady();
  }

  #tell(about?: string): void {
    const { run, onProgress } = this.#parts;
    if (this.signal.aborted) return;
    const credits = run.maxCredits > 0 ? `, ${this.#charged} of ${run.maxCredits} credits` : '';
    onProgress({
      done: this.#done,
      underWay: this.#underWay.size,
      charged: this.#charged,
      message: `${this.#done} calls${credits}${about === undefined ? '' : `; ${about}`}`,
      activities: [...this.#activities.values()],
    });
  }
}

/** The name of a call, for messages and counts: names of operations are shorter and have no characters that a store refuses. */
const shortName = (name: string): string => name.slice(0, 100).replace(/[^\w.]/g, '?');

/** Maximum characters of arguments that are parsed without waiting for a turn of the event loop. */
const smallArguments = 16 * 1024;

const pauseMs = (given: unknown): number => Math.max(0, Math.min(Number(given) || 0, maxPauseMs));

function chargedBy(value: unknown): number {
  const credits = (value as { credits?: { charged?: unknown } | undefined } | null)?.credits;
  return typeof credits?.charged === 'number' ? credits.charged : 0;
}

const stuck: ProgramEnd = {
  kind: 'threw',
  error: { name: 'Error', message: 'the program waits for something that will never come: a promise nobody settles' },
};

const ignore = (): void => undefined;
