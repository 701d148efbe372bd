import { randomUUID } from 'node:crypto';
import { isLabel, labelInWords } from '../../base/budget-limit.ts';
import { within } from '../../base/within.ts';
import type { Operation } from '../../catalog/index.ts';
import type { AccountRuns } from '../../client/index.ts';
import { leaseOwner } from '../../state/lease-owner.ts';
import { type Lease, newRunId, type Run, type RunSummary, type TakeAnswer } from '../../state/run-store.ts';
import { Engines, sharePerCaller } from '../engine/engine.ts';
import type { RunAttempt } from '../queue/run-failover.ts';
import { beginRun, type RunConsent } from './begin-run.ts';
import { claimRun } from './claim-run.ts';
import { type DryRun, executeDry } from './dry-run.ts';
import type { Execution, RunProgress } from './execution.ts';
import { HeldRun, type TakenRun } from './held-run.ts';
import { type ProgramOrder, refuseKey, refuseOther, refuseProgram, type ResumeOrder } from './program-order.ts';
import { runRefusal } from './run-failure.ts';
import { type RunStanding, type RunSummaryView, runView, type RunView, summaryView } from './run-view.ts';
import type { RunsParts } from './runs-parts.ts';
import { RunsShutdown } from './shutdown.ts';
import { isVisibilityError, type VisibilityError } from '../../client/errors.ts';

export interface RunOptions {
  /** Text about the program for the person who is asked for consent. */
  readonly consentText?: (() => string) | undefined;
  readonly consent?: RunConsent | undefined;
  /** The caller's own name of the run, which is continued, or refused as `run_diverged` with other options. */
  readonly key?: string | undefined;
  /** The purpose of the run. Default: the label of the client. */
  readonly label?: string | undefined;
  /** Called with the run's id before the run is recorded, so that the caller can resume or cancel the run. */
  readonly announce?: ((id: string) => void | Promise<void>) | undefined;
}

const leaseMs = 15_000;

/** Milliseconds for which the credits of a run stay held after its process died. */
const holdMs = 10 * 60_000;

/** Milliseconds for which ended runs stay on record, and the interval at which older ones are dropped. */
const keptMs = 30 * 86_400_000;
const cleanEveryMs = 3_600_000;

/** Open runs, selected by their state. */
const maxUnfinished = 500;

/** Milliseconds between two reads of a run that another process holds. */
const lookEveryMs = 500;

/** Programs that run in this process, and recorded ones. One instance per process. */
export class Runs {
  readonly #parts: RunsParts;
  readonly #engines: Engines;
  readonly #shutdown: RunsShutdown;
  readonly #held = new Map<string, HeldRun>();
  readonly #dry = new Set<Execution>();
  /** Runs that were requested from this process by their key: a wait for one continues it here if its process dies. */
  readonly #wanted = new Set<string>();
  readonly #lease: Lease = { owner: leaseOwner(randomUUID()), leaseMs, holdMs };
  /** Steady milliseconds at which old runs were last dropped. */
  #cleanedAt = -Infinity;

  constructor(parts: RunsParts) {
    this.#parts = parts;
    this.#engines = parts.engines ?? new Engines(parts.limits);
    this.#shutdown = new RunsShutdown(parts.clock);
  }

  /** The default label of runs. */
  get label(): string | undefined {
    return this.#parts.client.label;
  }

  /** Whether programs are running or about to run here, or somebody waits for one. */
  get isBusy(): boolean {
    return this.#held.size + this.#dry.size > 0 || this.#shutdown.isAwaited;
  }

  /**
   * Records a program and starts it, or continues the run with that key. Resolves with its id. Rejects with a refusal if
   * nothing was done. If it was recorded during a shutdown, the refusal is `interrupted` and names it.
   */
  async start(order: ProgramOrder, options: RunOptions = {}): Promise<string> {
    return this.#shutdown.awaiting(this.#start(order, options));
  }

  async #start(
    { code, input, may, maxCredits }: ProgramOrder,
    { consent, consentText, key, label = this.label, announce }: RunOptions,
  ): Promise<string> {
    const inputJson = JSON.stringify(input ?? null);
    refuseProgram(code, inputJson, this.#parts.limits);
    if (key !== undefined) refuseKey(key);
    if (label !== undefined && !isLabel(label)) throw runRefusal('invalid_arguments', `label is ${labelInWords}.`);
    if (this.#shutdown.hasBegun)
      throw runRefusal(
        'unreachable',
        'This server is shutting down, and starts no program.',
        'Start it when the server runs again; nothing was carried out.',
      );
    const records = await this.#parts.client.runs('start');
    await this.#dropOld(records);
    const carryOn = (run: Run): Promise<string> =>
      this.#carryOn(run, { code, input: input ?? null, may, maxCredits, label: label ?? null });
    const earlier = key === undefined ? undefined : await records.store.findByKey(records.account, key);
    if (earlier) return carryOn(earlier);
    const leave = this.#reservePlace();
    try {
      const id = newRunId(this.#parts.clock.now());
      // A caller with a key needs no id.
      if (key === undefined) await announce?.(id);
      await this.#parts.enqueue?.(id);
      const run = await beginRun(
        records,
        { id, code, input: inputJson, may, maxCredits, key, label },
        this.#lease,
        consent,
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
      if (this.#shutdown.hasBegun) {
        await this.#release(records, id);
        throw leftToOthers(id);
      }
      this.#execute(records, { run, effects: [] }, leave);
      return id;
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Continues the run with a caller's key, unless a process is running it or it has ended. */
  async #carryOn(run: Run, order: ResumeOrder): Promise<string> {
    refuseOther(order, run, `The run of this key, ${run.id},`, () => 'Give what it was started with, or another key.');
    if (run.state !== 'running') return run.id;
    this.#wanted.add(run.id);
    if ((await this.#claimRun(run.id)).kind === 'closing') throw leftToOthers(run.id);
    return run.id;
  }

  /** Continues a run that no process holds. The options in `order` must match the record in any case. */
  async resume(id: string, order: ResumeOrder = {}): Promise<void> {
    const { run } = await this.look(id);
    refuseOther(order, run, id, (other) => `Leave ${other} out to resume it, or start this one as a run of its own.`);
    if (!this.#hasOwnLabel(run))
      throw runRefusal(
        'not_permitted',
        `${id} has ${run.label === undefined ? 'no label' : `the label ${run.label}`}, and every call here has the label ${this.label}, which the operator has set.`,
        `job_wait {"job_id": "${id}"} shows it; start it again as a run of its own.`,
      );
    for (let looks = 0; ; looks++) {
      const claim = await this.#claimRun(id);
      if (claim.kind === 'unknown') throw unknownRun(id);
      if (claim.kind === 'closing') throw leftToOthers(id);
      if (claim.kind !== 'busy') return;
      // The lease of a dead process on another machine lasts until it lapses; a living process renews it.
      if (looks > (leaseMs + 2_000) / lookEveryMs || claim.ms > leaseMs * 0.9) return;
      await this.#parts.clock.sleep(Math.min(claim.ms, lookEveryMs));
    }
  }

  /** Continues a run if its process has died or released it, and there is room for it. Returns at once. */
  async takeOver(id: string): Promise<RunAttempt> {
    try {
      const { store, account } = await this.#parts.client.runs('look');
      const run = await store.find(account, id);
      // A server with the label of the run, or with none, continues it.
      if (run && !this.#hasOwnLabel(run)) return 'later';
      const { kind } = await this.#claimRun(id, true);
      return kind === 'over' || kind === 'unknown' ? kind : 'later';
    } catch (error) {
      // Another server may have room, or this one later.
      if (isVisibilityError(error) && error.code === 'run_limit') return 'later';
      throw error;
    }
  }

  /** Whether the run has the label that the operator has set for this process, if there is one. */
  #hasOwnLabel(run: RunSummary): boolean {
    return this.label === undefined || run.label === this.label;
  }

  async #claimRun(id: string, isFailover = false): Promise<Claim> {
    return this.#shutdown.awaiting(this.#claim(id, isFailover));
  }

  async #claim(id: string, isFailover: boolean): Promise<Claim> {
    if (this.#held.has(id)) return { kind: 'here' };
    if (this.#shutdown.hasBegun) return { kind: 'closing' };
    const records = await this.#parts.client.runs('start');
    const leave = this.#reservePlace();
    let isExecuted = false;
    try {
      const answer = await claimRun(records, id, this.#lease, isFailover);
      if (answer.kind !== 'taken') return answer;
      if (this.#shutdown.hasBegun) {
        await this.#release(records, id);
        return { kind: 'closing' };
      }
      this.#execute(records, answer, leave);
      isExecuted = true;
      return answer;
    } finally {
      if (!isExecuted) leave();
    }
  }

  /** Reserves a place among this process's programs until the returned function is called. Throws `run_limit`. */
  #reservePlace(): () => void {
    const { limits, caller } = this.#parts;
    const { promise: over, resolve: leave } = Promise.withResolvers<void>();
    const place = this.#engines.places.take(1, caller, over);
    if (place === 'taken') return leave;
    throw runRefusal(
      'run_limit',
      place === 'share'
        ? `${sharePerCaller(limits)} programs of yours are running, the maximum that one caller may run at once.`
        : `${limits.runs} programs are running in this server, the maximum that it runs at once.`,
      'Wait until one has ended (job_list shows yours), or end one: run_code {"cancel": "run_…"}. The operator can raise runs in VISIBILITY_CODE.',
    );
  }

  /** Releases a leased run for other processes. If the store can no longer be used, the lease expires. */
  async #release({ store }: AccountRuns, id: string): Promise<void> {
    await store.release(id, this.#lease.owner).catch(() => undefined);
  }

  async #dropOld({ store, account }: AccountRuns): Promise<void> {
    const { clock } = this.#parts;
    if (clock.steady() - this.#cleanedAt < cleanEveryMs) return;
    this.#cleanedAt = clock.steady();
    await store.clean(account, clock.now() - keptMs);
  }

  #execute(records: AccountRuns, taken: TakenRun, leave: () => void): void {
    const { id } = taken.run;
    const held = new HeldRun(this.#parts, this.#engines, records, this.#lease, taken, ({ kind }) => {
      leave();
      this.#held.delete(id);
      if (kind === 'interrupted') return;
      this.#wanted.delete(id);
      if (!this.#parts.endsAfterRun) this.#engines.prepare();
    });
    this.#held.set(id, held);
    held.begin();
  }

  /**
   * Runs a program whose effects are listed instead of sent. The run is not recorded.
   * @param sample the answer of an operation, made from its declaration
   */
  async dryRun(order: ProgramOrder, sample: (operation: Operation) => unknown, label = this.label): Promise<DryRun> {
    const leave = this.#reservePlace();
    let execution: Execution | undefined;
    try {
      return await executeDry(this.#parts, this.#engines, order, sample, label, (begun) => {
        execution = begun;
        this.#dry.add(begun);
      });
    } finally {
      if (execution) this.#dry.delete(execution);
      leave();
    }
  }

  /**
   * Resolves when the run has ended, or when no process holds it and none will without a request, but at the latest after
   * `ms`. Rejects with `unknown_run`. A run that was requested from this process by its key is continued here if its process
   * dies.
   */
  async wait(
    id: string,
    ms: number,
    signal?: AbortSignal,
    onProgress: (progress: RunProgress) => void = () => undefined,
  ): Promise<RunView> {
    return this.#shutdown.awaiting(this.#wait(id, this.#parts.clock.steady() + ms, signal, onProgress));
  }

  async #wait(
    id: string,
    until: number,
    signal: AbortSignal | undefined,
    onProgress: (progress: RunProgress) => void,
  ): Promise<RunView> {
    const { clock, endWaits, enqueue } = this.#parts;
    const given = AbortSignal.any([signal, endWaits].filter((one) => one !== undefined));
    const ending = AbortSignal.any([given, this.#shutdown.signal]);
    for (;;) {
      const held = this.#held.get(id);
      // A shutdown ends the run, and the wait with it.
      if (held) await this.#untilOver(held, until, given, onProgress);
      const view = await this.look(id);
      const isOpen = view.state === 'running' || view.state === 'interrupted';
      if (!isOpen || until <= clock.steady() || ending.aborted) return view;
      if (view.state === 'interrupted' && this.#wanted.has(id)) await this.#claimRun(id);
      // Another server may continue it.
      else if (view.state === 'interrupted' && enqueue === undefined) return view;
      if (!this.#held.has(id))
        await clock.sleep(Math.min(lookEveryMs, until - clock.steady()), ending).catch(() => undefined);
    }
  }

  /** Waits for a run that this process executes. */
  async #untilOver(
    { over, listeners }: HeldRun,
    until: number,
    ending: AbortSignal,
    onProgress: (progress: RunProgress) => void,
  ): Promise<void> {
    const { clock } = this.#parts;
    listeners.add(onProgress);
    await within(clock, until - clock.steady(), over, ending);
    listeners.delete(onProgress);
  }

  /** The log so far of a run that this process executes. */
  logOf(id: string): readonly string[] {
    return this.#held.get(id)?.execution.log ?? [];
  }

  async look(id: string): Promise<RunView> {
    const { store, account } = await this.#parts.client.runs('look');
    const run = await store.find(account, id);
    if (!run) throw unknownRun(id);
    return runView(run, this.#held.get(id));
  }

  /** Newest first. */
  async list({ state, limit = 50 }: { state?: RunStanding | undefined; limit?: number | undefined } = {}): Promise<
    RunSummaryView[]
  > {
    const { store, account } = await this.#parts.client.runs('look');
    const recorded = state === 'interrupted' ? 'running' : state;
    // A run recorded as running may turn out to be interrupted, so the limit applies afterwards.
    const runs = await store.list(account, {
      state: recorded,
      limit: recorded === 'running' ? maxUnfinished : limit,
    });
    const views = runs.map((run) => summaryView(run, this.#held.get(run.id)));
    return views.filter((view) => state === undefined || view.state === state).slice(0, limit);
  }

  /** Ends the program, even if another process holds it, but never a job that it paid for. */
  async cancel(id: string): Promise<RunView> {
    const { store, account } = await this.#parts.client.runs('look');
    await store.cancel(account, id);
    const held = this.#held.get(id);
    held?.execution.interrupt();
    await held?.over;
    return this.look(id);
  }

  /** Stops the runs of this process, so that they can be resumed. Those that are about to begin are released for other processes. */
  async close(): Promise<void> {
    this.#shutdown.begin();
    for (const dry of this.#dry) dry.interrupt();
    const held = [...this.#held.values()];
    for (const { execution } of held) execution.interrupt();
    await Promise.all(held.map(({ over }) => over));
    await this.#shutdown.idle();
    if (!this.#parts.engines) await this.#engines.close();
  }
}

type Claim = Exclude<TakeAnswer, { kind: 'refused' }> | { readonly kind: 'here' | 'closing' };

const leftToOthers = (id: string): VisibilityError =>
  runRefusal(
    'interrupted',
    `${id} is on record, but does not continue here: this server is shutting down.`,
    `run_code {"resume": "${id}"} continues it, from any server.`,
  );

const unknownRun = (id: string): Error =>
  runRefusal('unknown_run', `There is no run ${id.slice(0, 60)}.`, 'job_list shows the runs on record.');
