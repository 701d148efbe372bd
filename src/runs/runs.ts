import { randomUUID } from 'node:crypto';
import type { Operation } from '../catalog/operation.ts';
import type { Client } from '../client/client.ts';
import {
  type Lease,
  newRunId,
  type Run,
  type RunConsent,
  type RunRecords,
  type Taken,
} from '../client/runs/run-records.ts';
import type { Clock } from '../clock.ts';
import type { Perform } from '../platform/perform.ts';
import { withProgramOptions } from '../platform/with-program-options.ts';
import { Engines } from './engine/engine.ts';
import { type Ending, Execution, type ExecutionParts, type RunProgress } from './execution.ts';
import { limitFailure } from './failure.ts';
import { hasEnded, leaseOwner } from './has-ended.ts';
import { type RunFailure, runRefusal } from './outcome.ts';
import type { RunLimits } from './run-limits.ts';

export interface RunsParts {
  readonly client: Client;
  readonly clock: Clock;
  readonly limits: RunLimits;
  /** Refuses everything but reads. */
  readonly readOnly: boolean;
  /** Makes the calls of a program, over a client that enforces the program's grants. */
  readonly performOver: (client: Client) => Perform;
  /** Called with each run before it begins, where other servers continue it if this process dies. */
  readonly enqueue?: ((id: string) => Promise<void>) | undefined;
  /** Once aborted, waits return the state of the run at that moment. */
  readonly endWaits?: AbortSignal | undefined;
  readonly onDefect: (error: unknown) => void;
}

/** Effects that a program may be granted. Spending is granted by `maxCredits`. */
export type Grant = 'read' | 'write' | 'delete';

export interface ProgramOrder {
  /** TypeScript or JavaScript, the body of an async function. */
  readonly code: string;
  /** What the program finds as `input`. */
  readonly input?: unknown;
  readonly may: readonly Grant[];
  readonly maxCredits: number;
}

export interface RunOptions {
  /** What a person is shown of the program who is asked for consent. */
  readonly shown?: string | undefined;
  readonly consent?: RunConsent | undefined;
  readonly caller?: string | undefined;
}

/** A run as its caller sees it. */
export interface RunView {
  readonly run: Run;
  readonly state: 'running' | 'interrupted' | 'completed' | 'failed' | 'cancelled';
  /** Of this process's last attempt to resume it. */
  readonly failure?: RunFailure;
  readonly log: readonly string[];
}

const leaseMs = 15_000;

/** Milliseconds for which the credits of a run whose process died stay held. */
const holdMs = 10 * 60_000;

/** Milliseconds for which runs that have ended stay on record. */
const keptMs = 30 * 86_400_000;

/** Milliseconds between two reads of a run that another process holds. */
const lookEvery = 500;

/** Programs that run in this process, and recorded ones. One instance per process. */
export class Runs {
  readonly #parts: RunsParts;
  readonly #engines = new Engines();
  readonly #here = new Map<
    string,
    { readonly execution: Execution; readonly listeners: Set<(p: RunProgress) => void> }
  >();
  readonly #diverged = new Map<string, RunFailure>();
  readonly #owner = leaseOwner(randomUUID());
  readonly #lease: Lease = { owner: this.#owner, leaseMs, holdMs };
  #isClean = false;

  constructor(parts: RunsParts) {
    this.#parts = parts;
  }

  /** Records a program and starts it. Resolves with its id; rejects with a refusal, and nothing was done. */
  async start(
    { code, input, may, maxCredits }: ProgramOrder,
    { consent, shown, caller }: RunOptions = {},
  ): Promise<string> {
    if (code.trim() === '') throw runRefusal('invalid_arguments', 'run_code: code is empty.');
    if (code.includes('\0') || !code.isWellFormed())
      throw runRefusal(
        'invalid_arguments',
        'run_code: code is no text: it has a NUL character or half of a character.',
      );
    const inputJson = JSON.stringify(input ?? null);
    this.#refuseTooLong(code, inputJson);
    const records = await this.#parts.client.runs('start');
    if (!this.#isClean) await records.clean(keptMs);
    this.#isClean = true;
    const id = newRunId(this.#parts.clock.now());
    await this.#parts.enqueue?.(id);
    const run = await records.begin(
      { id, code, input: inputJson, may, maxCredits, caller },
      this.#lease,
      consent,
      shown,
    );
    this.#execute(records, run, { calls: [], steps: [] }, caller);
    return run.id;
  }

  /** Continues a run that no process holds. One that another process holds is left to it. What `order` names must be as on record. */
  async resume(id: string, order: Partial<ProgramOrder> = {}, { caller }: RunOptions = {}): Promise<void> {
    let endedOwner: string | undefined;
    for (let looks = 0; ; looks++) {
      const taken = await this.#take(id, { order, caller, endedOwner });
      if (taken.kind === 'unknown') throw unknownRun(id);
      if (taken.kind !== 'busy') return;
      if (hasEnded(taken.owner)) endedOwner = taken.owner;
      // A process of another machine that died keeps its lease until it lapses; one that lives renews it.
      else if (looks > (leaseMs + 2_000) / lookEvery || taken.ms > leaseMs * 0.9) return;
      else await this.#parts.clock.sleep(Math.min(taken.ms, lookEvery));
    }
  }

  /** Continues a run if its process has died or released it. Returns at once. */
  async takeOver(id: string): Promise<'over' | 'unknown' | 'later'> {
    // It would diverge again.
    if (this.#diverged.has(id)) return 'over';
    const taken = await this.#take(id);
    if (taken.kind === 'busy' && hasEnded(taken.owner)) await this.#take(id, { endedOwner: taken.owner });
    return taken.kind === 'over' || taken.kind === 'unknown' ? taken.kind : 'later';
  }

  /** Whether programs run here. */
  get isBusy(): boolean {
    return this.#here.size > 0;
  }

  async #take(
    id: string,
    {
      order = {},
      caller,
      endedOwner,
    }: { order?: Partial<ProgramOrder>; caller?: string | undefined; endedOwner?: string | undefined } = {},
  ): Promise<Exclude<Taken, { kind: 'refused' }> | { readonly kind: 'here' }> {
    if (this.#here.has(id)) return { kind: 'here' };
    const records = await this.#parts.client.runs('start');
    const taken = await records.take(id, this.#lease, endedOwner);
    if (taken.kind !== 'taken') return taken;
    const other = differenceOf(order, taken.run);
    if (other !== undefined) {
      await records.release(id, this.#owner);
      throw runRefusal(
        'run_diverged',
        `${id} is on record with another ${other}.`,
        `Leave ${other} out to resume it, or start this one as a run of its own.`,
      );
    }
    this.#diverged.delete(id);
    this.#execute(records, taken.run, taken, caller ?? taken.run.caller);
    return taken;
  }

  /**
   * Resolves when the run has ended, or no process holds it and none will by itself; at the latest after `ms`. Rejects with
   * `unknown_run`.
   */
  async wait(
    id: string,
    ms: number,
    signal?: AbortSignal,
    onProgress?: (progress: RunProgress) => void,
  ): Promise<RunView> {
    const { clock, endWaits } = this.#parts;
    const over = new AbortController();
    const ending = AbortSignal.any([over.signal, ...(signal ? [signal] : []), ...(endWaits ? [endWaits] : [])]);
    const until = clock.steady() + ms;
    const here = this.#here.get(id);
    if (here) {
      if (onProgress) here.listeners.add(onProgress);
      await Promise.race([here.execution.ending, clock.sleep(ms, ending).catch(() => undefined)]);
      over.abort();
      if (onProgress) here.listeners.delete(onProgress);
      return this.look(id);
    }
    for (;;) {
      const view = await this.look(id);
      const left = until - clock.steady();
      if (!this.#mayGoOn(view) || left <= 0 || endWaits?.aborted) return view;
      await clock.sleep(Math.min(lookEvery, left), ending).catch(() => signal?.throwIfAborted());
    }
  }

  #refuseTooLong(code: string, input: string): void {
    const { limits } = this.#parts;
    const exceeded =
      Buffer.byteLength(code) > limits.codeKb * 1024
        ? 'code'
        : Buffer.byteLength(input) > limits.inputKb * 1024
          ? 'input'
          : undefined;
    if (exceeded === undefined) return;
    const { code: error, message, next } = limitFailure(exceeded, limits);
    throw runRefusal(error, message, next);
  }

  /** Another server may continue what was interrupted. */
  #mayGoOn({ state, failure }: RunView): boolean {
    return state === 'running' || (state === 'interrupted' && !failure && this.#parts.enqueue !== undefined);
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
  async list(limit = 50): Promise<RunView[]> {
    const runs = await (await this.#parts.client.runs('look')).list({ limit });
    return runs.map((run) => this.#view(run));
  }

  /** Ends the program, whichever process holds it; never a job that it paid for. */
  async cancel(id: string): Promise<RunView> {
    const records = await this.#parts.client.runs('look');
    await records.cancel(id);
    await this.#here.get(id)?.execution.interrupt();
    return this.look(id);
  }

  /** Stops the runs of this process, to be resumed. */
  async close(): Promise<void> {
    await Promise.all([...this.#here.values()].map(({ execution }) => execution.interrupt()));
    await this.#engines.close();
  }

  #execute(
    records: RunRecords,
    run: Run,
    { calls, steps }: Pick<ExecutionParts, 'calls' | 'steps'>,
    caller?: string,
  ): void {
    const { client, clock, limits, performOver, onDefect } = this.#parts;
    const listeners = new Set<(progress: RunProgress) => void>();
    const own = withProgramOptions(client, {
      permit: (operation) => permit(operation, run, this.#parts.readOnly),
      options: {
        run: run.id,
        consent: () => run.consent ?? 'not_needed',
        ...(caller === undefined ? {} : { caller }),
      },
    });
    const execution = new Execution({
      run,
      calls,
      steps,
      records,
      lease: this.#lease,
      engines: this.#engines,
      perform: performOver(own),
      limits,
      clock,
      onProgress: (progress) => {
        for (const listener of listeners) listener(progress);
      },
      onDefect,
    });
    this.#here.set(run.id, { execution, listeners });
    void execution.ending.then((ending) => this.#left(run.id, ending));
    execution.begin();
  }

  #left(id: string, ending: Ending): void {
    this.#here.delete(id);
    if (ending.kind === 'diverged') this.#diverged.set(id, ending.failure);
    if (ending.kind === 'ended') this.#engines.prepare();
  }

  #view(run: Run): RunView {
    const here = this.#here.get(run.id);
    const failure = run.error === null ? this.#diverged.get(run.id) : (JSON.parse(run.error) as RunFailure);
    return {
      run,
      state: run.state === 'running' && !run.isLeased && !here ? 'interrupted' : run.state,
      ...(failure ? { failure } : {}),
      log: here && run.state === 'running' ? here.execution.log : run.log,
    };
  }
}

/** Throws `not_permitted` for an operation outside of the grants. Paid calls are bounded by credits alone. */
function permit({ name, effect }: Operation, { may }: Run, readOnly: boolean): void {
  if (readOnly && effect !== 'read')
    throw runRefusal('not_permitted', `${name} is not only a read, and this server is read-only.`);
  if (effect === 'paid' || may.includes(effect)) return;
  throw runRefusal(
    'not_permitted',
    `${name} has the effect ${effect}, and this run may only ${may.join(', ') || 'compute'}.`,
    `Start a run with may: ${JSON.stringify([...may, effect])} if that is wanted.`,
  );
}

/** What a run is asked to be resumed with and does not have on record. */
function differenceOf({ code, input, may, maxCredits }: Partial<ProgramOrder>, run: Run): string | undefined {
  if (code !== undefined && code !== run.code) return 'code';
  if (input !== undefined && JSON.stringify(input) !== run.input) return 'input';
  if (may !== undefined && may.toSorted().join() !== run.may.toSorted().join()) return 'may';
  return maxCredits !== undefined && maxCredits !== run.maxCredits ? 'max_credits' : undefined;
}

const unknownRun = (id: string): Error =>
  runRefusal('unknown_run', `There is no run ${id.slice(0, 60)}.`, 'job_list shows the runs on record.');
