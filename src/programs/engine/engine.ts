import { once as nextEvent } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { once } from '../../base/once.ts';
import { Quota } from '../../base/quota.ts';
import type { CodeLimits } from '../../base/index.ts';
import type { CallAnswer, EngineData, EngineOutput, ToEngine } from './messages.ts';

/** A program in its thread. */
export interface Engine {
  start(program: Omit<Extract<ToEngine, { kind: 'start' }>, 'kind'>): void;
  answer(answer: CallAnswer): void;
  /** Ends the thread, whatever the program is doing. No message and no `onDeath` follows. */
  stop(): Promise<void>;
}

export interface EngineEvents {
  onOutput(output: EngineOutput): void;
  /** The thread ended without being stopped: it had no memory left, or has a defect. */
  onDeath(error: unknown): void;
}

/** The module is a source file when the program runs from its sources, and a bundle after a build. */
const isSource = import.meta.url.endsWith('.ts');
const workerFile = new URL(isSource ? './engine-worker.ts' : './engine-worker.js', import.meta.url);
const wasmFile = (): URL =>
  isSource
    ? new URL(import.meta.resolve('@jitl/quickjs-ng-wasmfile-release-sync/wasm'))
    : new URL('./quickjs.wasm', import.meta.url);

/** Maximum programs of one caller that run at once, if callers are distinguished. */
export const sharePerCaller = ({ runs }: Pick<CodeLimits, 'runs'>): number => Math.ceil(runs / 3);

/** Megabytes that the thread may take in addition to the program's memory. */
const threadMb = 96;

/** Threads for programs, one each, for all callers of the process. One is kept ready. */
export class Engines {
  /** Limits how many programs run at once, in total and for each caller. A caller takes a place before it opens an engine. */
  readonly places: Quota;
  readonly #memoryMb: number;
  readonly #script: string;
  readonly #wasm = once(compile);
  #spare: Promise<Worker> | undefined;

  /** @param script the file that each thread runs */
  constructor(limits: Pick<CodeLimits, 'runs' | 'memory'>, script: string = fileURLToPath(workerFile)) {
    this.#memoryMb = limits.memory;
    this.#script = script;
    this.places = new Quota(limits.runs, sharePerCaller(limits));
  }

  async open({ onOutput, onDeath }: EngineEvents): Promise<Engine> {
    const ready = this.#spare ?? this.#spawn();
    this.#spare = undefined;
    const worker = await ready;
    let isStopped = false;
    worker.on('message', (output: EngineOutput) => {
      if (!isStopped) onOutput(output);
    });
    for (const failure of ['error', 'messageerror'] as const)
      worker.on(failure, (error) => {
        if (!isStopped) onDeath(error);
      });
    worker.on('exit', () => {
      if (!isStopped) onDeath(new Error('the engine ended'));
    });
    const post = (message: ToEngine): void => worker.postMessage(message);
    worker.ref();
    return {
      start: (program) => post({ kind: 'start', ...program }),
      answer: (answer) => post({ kind: 'answer', ...answer }),
      stop: async () => {
        isStopped = true;
        await worker.terminate();
      },
    };
  }

  /** Makes a thread ready for the next program. */
  prepare(): void {
    if (this.#spare) return;
    const spare = this.#spawn();
    this.#spare = spare;
    spare.then(
      (worker) => worker.unref(),
      () => {
        if (this.#spare === spare) this.#spare = undefined;
      },
    );
  }

  async close(): Promise<void> {
    const spare = this.#spare;
    this.#spare = undefined;
    await (await spare?.catch(() => undefined))?.terminate();
  }

  async #spawn(): Promise<Worker> {
    const wasm = await this.#wasm();
    const worker = new Worker(this.#script, {
      workerData: { wasm, memoryMb: this.#memoryMb } satisfies EngineData,
      // The thread gets no settings of this process and no inspector; type stripping would print that it is experimental.
      env: {},
      execArgv: ['--disable-warning=ExperimentalWarning'],
      resourceLimits: { maxOldGenerationSizeMb: threadMb, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    });
    await nextEvent(worker, 'message');
    return worker;
  }
}

const compile = async (): Promise<object> => {
  const { WebAssembly } = globalThis as unknown as { WebAssembly: { compile(bytes: Uint8Array): Promise<object> } };
  return WebAssembly.compile(await readFile(wasmFile()));
};

/** Milliseconds without a message after which a computing program's thread is ended from outside. */
export const silenceMs = ({ compute }: Pick<CodeLimits, 'compute'>): number => compute * 4_000 + 5_000;
