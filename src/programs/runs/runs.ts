import { randomUUID } from 'node:crypto';
import { operation } from '../../catalog/index.ts';
import type { Operation } from '../../catalog/operation.ts';
import type { Client } from '../../client/client.ts';
import { isVisibilityError, type VisibilityError } from '../../client/errors/visibility-error.ts';
import {
  isLabel,
  labelInWords,
  type Lease,
  leaseOwner,
  newRunId,
  type Run,
  type RunConsent,
  type RunEffect,
  type RunRecords,
  type RunStanding,
  type RunSummary,
  standingOf,
  type TakeAnswer,
} from '../../client/runs/run-records.ts';
import type { Clock } from '../../base/clock.ts';
import type { CodeLimits } from '../../base/code-limits.ts';
import type { Perform, ProgramRun } from '../platform/perform.ts';
import type { Platform } from '../platform/platform.ts';
import { programClient } from '../platform/program-client.ts';
import { unlessAborted } from '../../base/unless-aborted.ts';
import { Engines, sharePerCaller } from '../engine/engine.ts';
import type { ProgramEffects } from '../platform/effects.ts';
import { type Ending, Execution, type ExecutionParts, leaseLost, type RunProgress } from './execution.ts';
import { authorizationEnded, maxFailovers, serverFailed, stoppedFailure, triedTooOften } from './failure.ts';
import { ListedEffects, type PlannedCall } from './listed-effects.ts';
import { type RunFailure, runRefusal } from './outcome.ts';
import {
  differenceOf,
  permit,
  refuseKey,
  refuseOther,
  refuseProgram,
  type ProgramOrder,
  type ResumeOrder,
} from './program-order.ts';
import type { Attempt } from '../queue/run-failover.ts';
import { RememberedEffects } from './remembered-effects.ts';

export interface RunsParts {
  readonly client: Client;
  readonly clock: Clock;
  readonly limits: CodeLimits;
  /** The threads of this process for programs, shared by all callers. Absent: threads of its own, which end with it. */
  readonly engines?: Engines | undefined;
  /** Whether the process ends after one program. Default: no, and a thread is kept ready for the next one. */
  readonly endsAfterRun?: boolean | undefined;
  /** Whose share of the engines its programs use. Absent: callers are not told apart. */
  readonly caller?: string | undefined;
  /** Whether what the caller signed in for still stands. Absent: nobody signs in. Never rejects. */
  readonly isConnected?: (() => Promise<boolean>) | undefined;
  /** Refuses everything but reads. */
  readonly readOnly: boolean;
  /** Makes the calls of a program, over a client that enforces the program's grants. */
  readonly performOver: (client: Platform, run: ProgramRun) => Perform;
  /** Called with each run before it begins, where other servers continue it if this process dies. */
  readonly enqueue?: ((id: string) => Promise<void>) | undefined;
  /** Once aborted, waits return the state of the run at that moment. */
  readonly endWaits?: AbortSignal | undefined;
  readonly onDefect: (error: unknown) => void;
}

export interface RunOptions {
  /** Text about the program for the person who is asked for consent. */
  readonly consentText?: (() => string) | undefined;
  readonly consent?: RunConsent | undefined;
  /**
   * The caller's own name of the run: one that has it already is carried on, or keeps its result. Refused as `run_diverged` where
   * that one has another order.
   */
  readonly key?: string | undefined;
  /** What the run is for. Default: the label of the client. */
  readonly label?: string | undefined;
  /** Called with the run's id before the run is recorded, so that the caller can resume or cancel the run. */
  readonly announce?: ((id: string) => void | Promise<void>) | undefined;
}

/** A run in a list, as its caller sees it. */
export interface RunSummaryView {
  readonly run: RunSummary;
  readonly state: RunStanding;
  readonly failure?: RunFailure | undefined;
}

/** A run as its caller sees it. */
export interface RunView extends RunSummaryView {
  readonly run: Run;
  readonly log: readonly string[];
}

const leaseMs = 15_000;

/** Milliseconds for which the credits of a run whose process died stay held. */
const holdMs = 10 * 60_000;

/** Milliseconds for which runs that have ended stay on record. */
const keptMs = 30 * 86_400_000;

/** Milliseconds between two times that they are dropped. */
const cleanEveryMs = 3_600_000;

/** Runs that are not over, of which some are picked by how they stand. */
const maxUnfinished = 500;

/** Milliseconds between two reads of a run that another process holds. */
const lookEveryMs = 500;

/** Milliseconds for which an interrupted run is kept, so that the outcomes of requests that have left are recorded. */
const settleMs = 3_000;

/** Milliseconds that `close` waits for starts and waits under way. What asks the platform meanwhile fails once the client is closed. */
const closeGraceMs = 1_000;

/** Programs that run in this process, and recorded ones. One instance per process. */
export class Runs {
  readonly #parts: RunsParts;
  readonly #engines: Engines;
  readonly #here = new Map<string, RunHere>();
  /** Runs that this process was asked for by their key: whoever waits for one here carries it on when its process dies. */
  readonly #wanted = new Set<string>();
  readonly #closing = new AbortController();
  /** Runs that are about to begin or go on here, and waits: `close` waits for them. */
  readonly #beginning = new Set<Promise<unknown>>();
  readonly #waiting = new Set<Promise<unknown>>();
  readonly #owner = leaseOwner(randomUUID());
  readonly #lease: Lease = { owner: this.#owner, leaseMs, holdMs };
  /** Steady milliseconds at which old runs were last dropped. */
  #cleanedAt = -Infinity;

  constructor(parts: RunsParts) {
    this.#parts = parts;
    this.#engines = parts.engines ?? new Engines(parts.limits);
  }

  /** The label of runs that name no other. */
  get label(): string | undefined {
    return this.#parts.client.label;
  }

  /**
   * Records a program and starts it, or carries on the one of that key. Resolves with its id; rejects with a refusal, and nothing
   * was done. Where it was recorded while the runs are closed, the refusal is `interrupted` and names it.
   */
  async start(order: ProgramOrder, options: RunOptions = {}): Promise<string> {
    return among(this.#beginning, this.#start(order, options));
  }

  async #start(
    { code, input, may, maxCredits }: ProgramOrder,
    { consent, consentText, key, label = this.#parts.client.label, announce }: RunOptions,
  ): Promise<string> {
    const inputJson = JSON.stringify(input ?? null);
    refuseProgram(code, inputJson, this.#parts.limits);
    if (key !== undefined) refuseKey(key);
    if (label !== undefined && !isLabel(label)) throw runRefusal('invalid_arguments', `label is ${labelInWords}.`);
    const records = await this.#whileOpen(() => this.#parts.client.runs('start'));
    await this.#dropOld(records);
    const carryOn = (run: Run): Promise<string> =>
      this.#carryOn(run, { code, input: input ?? null, may, maxCredits, label: label ?? null });
    const earlier = key === undefined ? undefined : await records.findByKey(key);
    if (earlier) return carryOn(earlier);
    const leave = this.#reservePlace();
    try {
      const id = newRunId(this.#parts.clock.now());
      // With a key, whoever has that needs no id.
      if (key === undefined) await this.#whileOpen(() => announce?.(id));
      await this.#whileOpen(() => this.#parts.enqueue?.(id));
      const run = await records.begin(
        { id, code, input: inputJson, may, maxCredits, key, label },
        this.#lease,
        // A person may take long to answer.
        consent && ((...asked) => this.#whileOpen(() => consent(...asked))),
        consentText?.(),
      );
      if (run.id !== id) {
        leave();
        return await carryOn(run);
      }
      if (key !== undefined) {
        this.#wanted.add(id);
        await announce?.(id);
      }
      if (this.#isClosing) {
        await this.#release(records, id);
        throw leftAsItIs(id);
      }
      this.#execute(records, run, [], leave);
      return run.id;
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Goes on with the run that has a caller's key, unless a process carries it on or it has ended. */
  async #carryOn(run: Run, order: ResumeOrder): Promise<string> {
    const other = differenceOf(order, run);
    if (other !== undefined)
      throw runRefusal(
        'run_diverged',
        `The run of this key, ${run.id}, is on record with another ${other}.`,
        'Give what it was started with, or another key.',
      );
    if (run.state !== 'running') return run.id;
    this.#wanted.add(run.id);
    const { kind } = await this.#claimRun(run.id);
    if (kind === 'closing') throw leftAsItIs(run.id);
    return run.id;
  }

  /** The outcome of what may take long. Refuses once the runs are being closed. */
  async #whileOpen<T>(work: () => T | Promise<T>): Promise<T> {
    const refuse = (): never => {
      throw runRefusal(
        'unreachable',
        'This server is shutting down, and starts no program.',
        'Start it when the server runs again; nothing was carried out.',
      );
    };
    if (this.#isClosing) refuse();
    return unlessAborted(Promise.resolve(work()), this.#closing.signal, refuse);
  }

  get #isClosing(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Leaves a run that this process has leased to others. Where the store cannot be used any more, the lease lapses by itself. */
  async #release(records: RunRecords, id: string): Promise<void> {
    await records.release(id, this.#owner).catch(() => undefined);
  }

  async #dropOld(records: RunRecords): Promise<void> {
    const now = this.#parts.clock.steady();
    if (now - this.#cleanedAt < cleanEveryMs) return;
    this.#cleanedAt = now;
    await records.clean(keptMs);
  }

  /** Reserves a place among the programs of this process, until what is returned is called. Throws `run_limit` where there is none. */
  #reservePlace(): () => void {
    const { caller, limits } = this.#parts;
    const { promise: over, resolve: leave } = Promise.withResolvers<void>();
    const place = this.#engines.places.take(1, caller, over);
    if (place === 'taken') return leave;
    throw runRefusal(
      'run_limit',
      place === 'share'
        ? `${sharePerCaller(limits)} programs of yours are running, which is as many as one caller may run at once.`
        : `${limits.runs} programs are running in this server, which is as many as it runs at once.`,
      'Wait until one has ended (job_list shows yours), or end one: run_code {"cancel": "run_…"}. The operator can raise runs in VISIBILITY_CODE.',
    );
  }

  /**
   * Continues a run that no process holds. One that another process holds is left to it, and one that has ended keeps its
   * result. What `order` names must be as on record, however the run stands.
   */
  async resume(id: string, order: ResumeOrder = {}): Promise<void> {
    const { run } = await this.look(id);
    refuseOther(order, run);
    if (!this.#hasOwnLabel(run))
      throw runRefusal(
        'not_permitted',
        `${id} has ${run.label === undefined ? 'no label' : `the label ${run.label}`}, and everything here is done under the label ${this.label}: the operator has set it.`,
        `job_wait {"job_id": "${id}"} shows it; start it again as a run of its own.`,
      );
    for (let looks = 0; ; looks++) {
      const takeAnswer = await this.#claimRun(id);
      if (takeAnswer.kind === 'unknown') throw unknownRun(id);
      if (takeAnswer.kind === 'closing') throw leftAsItIs(id);
      if (takeAnswer.kind !== 'busy') return;
      // A process of another machine that died keeps its lease until it lapses; one that lives renews it.
      if (looks > (leaseMs + 2_000) / lookEveryMs || takeAnswer.ms > leaseMs * 0.9) return;
      await this.#parts.clock.sleep(Math.min(takeAnswer.ms, lookEveryMs));
    }
  }

  /** Continues a run if its process has died or released it, and there is a place for it. Returns at once. */
  async takeOver(id: string): Promise<Attempt> {
    let takeAnswer;
    try {
      const records = await this.#parts.client.runs('look');
      const run = await records.find(id);
      // A server with the label of the run, or with none, continues it.
      if (run && !this.#hasOwnLabel(run)) return 'later';
      takeAnswer = await this.#claimRun(id, true);
    } catch (error) {
      // Another server may have a place, or this one later.
      if (isVisibilityError(error) && error.code === 'run_limit') return 'later';
      throw error;
    }
    return takeAnswer.kind === 'over' || takeAnswer.kind === 'unknown' ? takeAnswer.kind : 'later';
  }

  /** Whether the run has the label that the operator has set for this process, where there is one: its limits hold for what is done here. */
  #hasOwnLabel(run: RunSummary): boolean {
    return this.label === undefined || run.label === this.label;
  }

  /** Whether programs run here, or are about to. */
  get isBusy(): boolean {
    return this.#here.size + this.#beginning.size > 0;
  }

  async #claimRun(id: string, isFailover = false): Promise<Taken> {
    return among(this.#beginning, this.#claim(id, isFailover));
  }

  async #claim(id: string, isFailover: boolean): Promise<Taken> {
    if (this.#here.has(id)) return { kind: 'here' };
    if (this.#isClosing) return { kind: 'closing' };
    const opening = this.#parts.client.runs('start');
    const records = await unlessAborted(opening, this.#closing.signal, () => undefined);
    if (!records) return { kind: 'closing' };
    const leave = this.#reservePlace();
    let isExecuted = false;
    try {
      const takeAnswer = await records.take(id, this.#lease, { isFailover });
      if (takeAnswer.kind !== 'taken') return takeAnswer;
      const { run, effects, failovers } = takeAnswer;
      if (failovers > maxFailovers) {
        const tookPlace = effects.some(
          ({ outcome, entry, mayHaveLeft }) => outcome?.ok ?? (entry !== null || mayHaveLeft),
        );
        const hasCalled = effects.length > 0 || Object.keys(run.calls).length > 0;
        const failure = stoppedFailure(triedTooOften, tookPlace ? 'unknown' : hasCalled ? 'rejected' : 'not_sent');
        const end = { state: 'failed', error: JSON.stringify(failure), log: [], calls: run.calls } as const;
        await records.end(id, this.#owner, end);
        return { kind: 'over', run };
      }
      if (this.#isClosing) {
        await this.#release(records, id);
        return { kind: 'closing' };
      }
      this.#execute(records, run, effects, leave);
      isExecuted = true;
      return takeAnswer;
    } finally {
      if (!isExecuted) leave();
    }
  }

  /**
   * Resolves when the run has ended, or no process holds it and none will by itself; at the latest after `ms`. Rejects with
   * `unknown_run`. A run that this process was asked for by its key is carried on here when its process dies.
   */
  async wait(
    id: string,
    ms: number,
    signal?: AbortSignal,
    onProgress?: (progress: RunProgress) => void,
  ): Promise<RunView> {
    return among(this.#waiting, this.#wait(id, ms, signal, onProgress));
  }

  async #wait(
    id: string,
    ms: number,
    signal: AbortSignal | undefined,
    onProgress: ((progress: RunProgress) => void) | undefined,
  ): Promise<RunView> {
    const { clock, endWaits } = this.#parts;
    const until = clock.steady() + ms;
    for (;;) {
      const view = await this.#waitWhileHeld(id, until, signal, onProgress);
      const isOpen = view.state === 'running' || view.state === 'interrupted';
      const isStopping = this.#isClosing || signal?.aborted || endWaits?.aborted || until <= clock.steady();
      if (!isOpen || !this.#wanted.has(id) || isStopping) return view;
      if (view.state === 'interrupted') await this.#claimRun(id);
    }
  }

  async #waitWhileHeld(
    id: string,
    until: number,
    signal?: AbortSignal,
    onProgress: (progress: RunProgress) => void = () => undefined,
  ): Promise<RunView> {
    const { clock, endWaits } = this.#parts;
    const over = new AbortController();
    const ending = AbortSignal.any([over.signal, ...(signal ? [signal] : []), ...(endWaits ? [endWaits] : [])]);
    const here = this.#here.get(id);
    if (here) {
      here.listeners.add(onProgress);
      await Promise.race([here.over, clock.sleep(until - clock.steady(), ending).catch(() => undefined)]);
      over.abort();
      here.listeners.delete(onProgress);
      return this.look(id);
    }
    const endingElsewhere = AbortSignal.any([ending, this.#closing.signal]);
    const isOver = (): boolean => until <= clock.steady() || endWaits?.aborted === true || this.#isClosing;
    for (;;) {
      const view = await this.look(id);
      if (!this.#mayGoOn(view.state) || isOver()) return view;
      do {
        await clock.sleep(Math.min(lookEveryMs, until - clock.steady()), endingElsewhere).catch(() => undefined);
        signal?.throwIfAborted();
      } while (!isOver() && (await this.#isStillGoingOn(id)));
    }
  }

  /** Whether a run that another process may hold goes on, by its state alone: that is cheaper to read than the run. */
  async #isStillGoingOn(id: string): Promise<boolean> {
    const recorded = await (await this.#parts.client.runs('look')).standing(id);
    return recorded !== undefined && this.#mayGoOn(this.#standing({ id, ...recorded }));
  }

  /** Whether to wait for it: another server may continue an interrupted run. */
  #mayGoOn(state: RunView['state']): boolean {
    return state === 'running' || (state === 'interrupted' && this.#parts.enqueue !== undefined);
  }

  /** What a run that this process carries on has logged so far. */
  logOf(id: string): readonly string[] {
    return this.#here.get(id)?.execution.log ?? [];
  }

  async look(id: string): Promise<RunView> {
    const run = await (await this.#parts.client.runs('look')).find(id);
    if (!run) throw unknownRun(id);
    return this.#view(run);
  }

  /** Newest first. */
  async list({ state, limit = 50 }: { state?: RunStanding | undefined; limit?: number | undefined } = {}): Promise<
    RunSummaryView[]
  > {
    const records = await this.#parts.client.runs('look');
    const recorded = state === 'interrupted' ? 'running' : state;
    // One that is running may turn out to be interrupted, so that the limit applies afterwards.
    const runs = await records.list({ state: recorded, limit: recorded === 'running' ? maxUnfinished : limit });
    const views = runs.map((run) => this.#summary(run));
    return views.filter((view) => state === undefined || view.state === state).slice(0, limit);
  }

  /** Ends the program, whichever process holds it; never a job that it paid for. */
  async cancel(id: string): Promise<RunView> {
    const records = await this.#parts.client.runs('look');
    await records.cancel(id);
    const here = this.#here.get(id);
    here?.execution.interrupt();
    await here?.over;
    return this.look(id);
  }

  /** Stops the runs of this process, to be resumed. Those that are about to begin here are left to others. */
  async close(): Promise<void> {
    this.#closing.abort();
    const here = [...this.#here.values()];
    for (const { execution } of here) execution.interrupt();
    await Promise.all(here.map(({ over }) => over));
    const patience = new AbortController();
    const late = this.#parts.clock.sleep(closeGraceMs, patience.signal).catch(() => undefined);
    await Promise.race([this.#idle(), late]);
    patience.abort();
    if (!this.#parts.engines) await this.#engines.close();
  }

  /** Resolves once no run is about to begin here, and nobody waits for one. */
  async #idle(): Promise<void> {
    while (this.#beginning.size + this.#waiting.size > 0)
      await Promise.allSettled([...this.#beginning, ...this.#waiting]);
  }

  #execute(records: RunRecords, run: Run, recorded: readonly RunEffect[], leave: () => void): void {
    const orLost = (isHeld: boolean): void => {
      if (isHeld) return;
      execution.interrupt();
      throw leaseLost;
    };
    const effects = new RememberedEffects({
      recorded,
      note: async (effect, isDelivered) => orLost(await records.noteEffect(run.id, this.#lease, effect, isDelivered)),
      forget: async (effect) => orLost(await records.forgetEffect(run.id, this.#lease, effect)),
      fail: (error) => execution.fail(error),
    });
    const listeners = new Set<(progress: RunProgress) => void>();
    const execution: Execution = this.#prepare(run, effects, {
      charged: async () => (await records.find(run.id))?.charged ?? 0,
      onProgress: (progress) => {
        for (const listener of listeners) listener(progress);
      },
    });
    const over = execution.ending.then(async (ending) => {
      await this.#record(records, run, execution, effects, ending);
      leave();
      this.#here.delete(run.id);
      if (ending.kind !== 'interrupted' && !this.#parts.endsAfterRun) this.#engines.prepare();
    });
    this.#here.set(run.id, { execution, listeners, over });
    void this.#keepLease(records, run, execution).catch((error: unknown) => execution.fail(error));
    execution.begin();
  }

  #prepare(
    run: Run,
    effects: ProgramEffects,
    { isDry = false, ...parts }: Pick<ExecutionParts, 'charged' | 'onProgress'> & { readonly isDry?: boolean },
  ): Execution {
    const { client, clock, limits, performOver, onDefect, readOnly, isConnected = always } = this.#parts;
    const endAuthorization = (): void => execution.stop(authorizationEnded);
    const own = programClient(client, {
      clock,
      permit: (operation) => permit(operation, run, readOnly),
      onUnauthorized: async () => {
        if (await isTokenRefused(client)) endAuthorization();
      },
      options: {
        beforeAttempt: async () => {
          if (await isConnected()) return;
          endAuthorization();
          throw runRefusal('unauthorized', authorizationEnded.message, authorizationEnded.next);
        },
        // The calls of a dry run are not the run's: it has no record.
        run: isDry ? undefined : run.id,
        label: run.label ?? null,
        consent: () => run.consent ?? 'not_needed',
        effects,
      },
    });
    const perform = performOver(own, { id: run.id, effects, isDry });
    const execution = new Execution({
      ...parts,
      run,
      engines: this.#engines,
      perform,
      limits,
      clock,
      isDry,
      onDefect,
    });
    return execution;
  }

  /** Renews the lease of a run until that ends here, the lease is lost, or its caller may not be acted for any more. */
  async #keepLease(records: RunRecords, run: Run, execution: Execution): Promise<void> {
    const { clock, isConnected = always } = this.#parts;
    for (;;) {
      await clock.sleep(leaseMs / 3, execution.signal);
      if (!(await records.renew(run.id, this.#lease, execution.calls))) return execution.interrupt();
      if (!(await isConnected())) return execution.stop(authorizationEnded);
    }
  }

  /** Records how a program ended, or leaves its run to others. Never rejects. */
  async #record(
    records: RunRecords,
    run: Run,
    { log, calls }: Execution,
    effects: RememberedEffects,
    ending: Ending,
  ): Promise<void> {
    if (ending.kind !== 'interrupted') {
      const failed = (failure: RunFailure) =>
        ({ state: 'failed', error: JSON.stringify(failure), log, calls }) as const;
      const end =
        ending.kind === 'failed'
          ? failed(ending.failure)
          : ({ state: 'completed', result: ending.result, exitCode: ending.exitCode, log, calls } as const);
      this.#wanted.delete(run.id);
      try {
        await records.end(run.id, this.#owner, end);
        return;
      } catch (error) {
        // Where the store cannot be reached, the run is left to others. Otherwise it may have refused the result itself.
        if (!isVisibilityError(error)) {
          this.#parts.onDefect(error);
          const isEnded = await records
            .end(run.id, this.#owner, failed(stoppedFailure(serverFailed, 'unknown')))
            .catch(() => false);
          if (isEnded) return;
        }
      }
    }
    const patience = new AbortController();
    const late = this.#parts.clock.sleep(settleMs, patience.signal).catch(() => undefined);
    await Promise.race([effects.idle(), late]);
    patience.abort();
    await records.release(run.id, this.#owner, calls).catch(() => undefined);
  }

  /**
   * Runs a program whose effects are listed instead of sent. Nothing of it is on record.
   *
   * @param sample what an operation answers, by its declaration
   */
  async dryRun(
    { code, input, may, maxCredits }: ProgramOrder,
    sample: (operation: Operation) => unknown,
    label = this.#parts.client.label,
  ): Promise<{ readonly view: RunView; readonly planned: readonly PlannedCall[] }> {
    const { client, clock, limits } = this.#parts;
    const inputJson = JSON.stringify(input ?? null);
    refuseProgram(code, inputJson, limits);
    const leave = this.#reservePlace();
    const id = newRunId(clock.now());
    const run: Run = { ...unrecordedRun, id, code, input: inputJson, may, maxCredits, label, createdAt: clock.now() };
    const effects = new ListedEffects(client, sample);
    const execution = this.#prepare(run, effects, {
      isDry: true,
      charged: async () => 0,
      onProgress: () => undefined,
    });
    const over = execution.ending.then(() => this.#here.delete(id)).then(leave);
    this.#here.set(id, { execution, listeners: new Set(), over });
    execution.begin();
    const ending = await execution.ending;
    if (ending.kind === 'interrupted') throw runRefusal('interrupted', 'This server is shutting down.');
    const { log, calls } = execution;
    const isCompleted = ending.kind === 'completed';
    const ended = isCompleted ? { result: ending.result, exitCode: ending.exitCode ?? null } : {};
    return {
      planned: effects.planned,
      view: {
        run: { ...run, calls, ...ended },
        state: ending.kind,
        failure: isCompleted ? undefined : ending.failure,
        log,
      },
    };
  }

  #view(recorded: Run): RunView {
    const run = this.#asHere(recorded);
    const here = this.#here.get(run.id);
    return { ...this.#summary(run), run, log: here && run.state === 'running' ? here.execution.log : run.log };
  }

  /** The record of a run counts its calls some seconds late. */
  #asHere<R extends RunSummary>(run: R): R {
    const here = run.state === 'running' ? this.#here.get(run.id) : undefined;
    return here ? { ...run, calls: here.execution.calls } : run;
  }

  #standing(run: Pick<Run, 'id' | 'state' | 'isLeased'>): RunStanding {
    return run.state === 'running' && this.#here.has(run.id) ? 'running' : standingOf(run);
  }

  #summary(recorded: RunSummary): RunSummaryView {
    const run = this.#asHere(recorded);
    return {
      run,
      state: this.#standing(run),
      failure: run.error === null ? undefined : (JSON.parse(run.error) as RunFailure),
    };
  }
}

/** A run that this process executes. */
interface RunHere {
  readonly execution: Execution;
  readonly listeners: Set<(progress: RunProgress) => void>;
  /** Resolves when its end is recorded, or it is left to others. */
  readonly over: Promise<void>;
}

/** The fields of a run of which nothing is on record. */
const unrecordedRun = {
  consent: 'not_needed',
  key: undefined,
  state: 'running',
  result: null,
  exitCode: null,
  error: null,
  log: [],
  charged: 0,
  held: 0,
  calls: {},
  endedAt: null,
  isLeased: true,
  unused: 0,
} as const satisfies Partial<Run>;

type Taken = Exclude<TakeAnswer, { kind: 'refused' }> | { readonly kind: 'here' | 'closing' };

/** Keeps the work in the set until it is over. */
async function among<T>(all: Set<Promise<unknown>>, work: Promise<T>): Promise<T> {
  all.add(work);
  try {
    return await work;
  } finally {
    all.delete(work);
  }
}

const leftAsItIs = (id: string): VisibilityError =>
  runRefusal(
    'interrupted',
    `${id} is on record, and does not go on here: this server is shutting down.`,
    `run_code {"resume": "${id}"} carries it on, from any server.`,
  );

const always = async (): Promise<boolean> => true;

/**
 * Whether the platform refuses the token itself. A call that it answers with 401 says that of some tokens which are only not
 * allowed to make that call (contract 1, "Errors").
 */
async function isTokenRefused(client: Client): Promise<boolean> {
  try {
    await client.call(operation('account.get'), {});
    return false;
  } catch (error) {
    return isVisibilityError(error) && error.status === 401;
  }
}

const unknownRun = (id: string): Error =>
  runRefusal('unknown_run', `There is no run ${id.slice(0, 60)}.`, 'job_list shows the runs on record.');
