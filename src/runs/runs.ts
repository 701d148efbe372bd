import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Operation } from '../catalog/operation.ts';
import type { Client } from '../client/client.ts';
import type { Lease, Run, RunConsent, RunRecords } from '../client/runs/run-records.ts';
import type { Clock } from '../clock.ts';
import type { Perform } from '../platform/perform.ts';
import { withTerms } from '../platform/with-terms.ts';
import { Engines } from './engine/engine.ts';
import { type Ending, Execution, type RunProgress } from './execution.ts';
import { type RunFailure, runRefusal } from './outcome.ts';
import type { RunLimits } from './run-limits.ts';

export interface RunsParts {
  readonly client: Client;
  readonly clock: Clock;
  readonly limits: RunLimits;
  /** Refuses everything but reads. */
  readonly readOnly: boolean;
  /** What carries out the calls of a program, over a client that keeps to the program's grants. */
  readonly performOver: (client: Client) => Perform;
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
  readonly consent?: RunConsent | undefined;
  readonly caller?: string | undefined;
  readonly onProgress?: ((progress: RunProgress) => void) | undefined;
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

/** Milliseconds between two looks at a run that another process carries on. */
const lookEvery = 500;

/** Programs that run here, and those on record. One for each process. */
export class Runs {
  readonly #parts: RunsParts;
  readonly #engines = new Engines();
  readonly #here = new Map<
    string,
    { readonly execution: Execution; readonly listeners: Set<(p: RunProgress) => void> }
  >();
  readonly #diverged = new Map<string, RunFailure>();
  readonly #owner = `${hostname()} ${process.pid} ${randomUUID()}`;
  readonly #lease: Lease = { owner: this.#owner, leaseMs, holdMs };
  #isClean = false;

  constructor(parts: RunsParts) {
    this.#parts = parts;
  }

  /** Puts a program on record and starts it. Resolves with its id; rejects with a refusal, and nothing was done. */
  async start({ code, input, may, maxCredits }: ProgramOrder, { consent, caller }: RunOptions = {}): Promise<string> {
    if (code.trim() === '') throw runRefusal('invalid_arguments', 'run_code: code is empty.');
    const records = await this.#parts.client.runs('start');
    if (!this.#isClean) await records.clean(keptMs);
    this.#isClean = true;
    const run = await records.begin(
      { code, input: JSON.stringify(input ?? null), may, maxCredits, caller },
      this.#lease,
      consent,
    );
    this.#execute(records, run, [], caller);
    return run.id;
  }

  /** Carries a run on that no process does. One that goes on elsewhere is left there. */
  async resume(id: string, code?: string, { caller }: RunOptions = {}): Promise<void> {
    if (this.#here.has(id)) return;
    const records = await this.#parts.client.runs('start');
    let endedOwner: string | undefined;
    let looks = 0;
    for (;;) {
      const taken = await records.take(id, this.#lease, endedOwner);
      if (taken.kind === 'unknown') throw unknownRun(id);
      if (taken.kind === 'over') return;
      if (taken.kind === 'taken') {
        if (code !== undefined && code !== taken.run.code) {
          await records.release(id, this.#owner);
          throw runRefusal(
            'run_diverged',
            `${id} is on record with another program.`,
            `Leave code out to resume it, or start this one as a run of its own.`,
          );
        }
        this.#diverged.delete(id);
        return this.#execute(records, taken.run, taken.calls, caller);
      }
      if (hasEnded(taken.owner)) endedOwner = taken.owner;
      // A process of another machine that died keeps its lease until it lapses; one that lives renews it.
      else if (looks++ > (leaseMs + 2_000) / lookEvery || taken.ms > leaseMs * 0.9) return;
      else await this.#parts.clock.sleep(Math.min(taken.ms, lookEvery));
    }
  }

  /** Resolves when the run has ended or is carried on by nobody, at the latest after `ms`. Rejects with `unknown_run`. */
  async wait(
    id: string,
    ms: number,
    signal?: AbortSignal,
    onProgress?: (progress: RunProgress) => void,
  ): Promise<RunView> {
    const { clock } = this.#parts;
    const until = clock.steady() + ms;
    const here = this.#here.get(id);
    if (here) {
      if (onProgress) here.listeners.add(onProgress);
      const timeout = new AbortController();
      const over = clock.sleep(ms, signal ? AbortSignal.any([timeout.signal, signal]) : timeout.signal);
      await Promise.race([here.execution.ending, over.catch(() => undefined)]);
      timeout.abort();
      if (onProgress) here.listeners.delete(onProgress);
      return this.look(id);
    }
    for (;;) {
      const view = await this.look(id);
      const left = until - clock.steady();
      if (view.state !== 'running' || left <= 0) return view;
      await clock.sleep(Math.min(lookEvery, left), signal);
    }
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

  /** Ends the program, whoever carries it on; never a job that it paid for. */
  async cancel(id: string): Promise<RunView> {
    const records = await this.#parts.client.runs('look');
    await records.cancel(id);
    await this.#here.get(id)?.execution.interrupt();
    return this.look(id);
  }

  /** Gives up what runs here, to be resumed. */
  async close(): Promise<void> {
    await Promise.all([...this.#here.values()].map(({ execution }) => execution.interrupt()));
    await this.#engines.close();
  }

  #execute(
    records: RunRecords,
    run: Run,
    calls: ConstructorParameters<typeof Execution>[0]['calls'],
    caller?: string,
  ): void {
    const { client, clock, limits, performOver, onDefect } = this.#parts;
    const listeners = new Set<(progress: RunProgress) => void>();
    const own = withTerms(client, {
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

/** Throws `not_permitted` for an operation outside of the grants. What is paid is bounded by credits alone. */
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

const unknownRun = (id: string): Error =>
  runRefusal('unknown_run', `There is no run ${id.slice(0, 60)}.`, 'job_list shows the runs on record.');

/** Whether the process that took a lease was one of this machine's and is there no more. */
function hasEnded(owner: string): boolean {
  const [host, pid] = owner.split(' ');
  if (host !== hostname() || !Number.isSafeInteger(Number(pid)) || Number(pid) === process.pid) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
