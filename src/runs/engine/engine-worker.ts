import { parentPort, workerData } from 'node:worker_threads';
import * as release from '@jitl/quickjs-ng-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';
import { systemClock } from '../../clock.ts';
import type { EngineCall, EngineData, FromEngine, Outcome, ProgramEnd, ProgramError, ToEngine } from './messages.ts';
import { prelude } from './prelude.ts';
import { openingLength, stripTypes } from './strip-types.ts';

/**
 * The thread in which one program runs: a QuickJS of its own, in WebAssembly. Only texts and numbers pass between them; a
 * program has no object of this thread, and this thread can be ended at any time.
 */
type Wasm = NonNullable<Parameters<typeof newVariant>[1]['wasmModule']>;

type Start = Extract<ToEngine, { kind: 'start' }>;

const file = 'program.ts';

/** Milliseconds that this thread has computed; where Node cannot measure that, milliseconds that have passed. */
const computedMs: () => number =
  typeof process.threadCpuUsage === 'function'
    ? () => {
        const { user, system } = process.threadCpuUsage();
        return (user + system) / 1000;
      }
    : systemClock.steady;

class Program {
  readonly #context: QuickJSContext;
  readonly #start: Start;
  readonly #hooks: QuickJSHandle;
  #asks: EngineCall[] = [];
  #log: string[] = [];
  #logged = 0;
  #end: ProgramEnd | undefined;
  #computed = 0;
  #began: number | undefined;
  readonly #tell: (turn: FromEngine) => void;

  constructor(module: QuickJSWASMModule, start: Start, tell: (turn: FromEngine) => void) {
    this.#start = start;
    this.#tell = tell;
    const runtime = module.newRuntime();
    runtime.setMemoryLimit(start.limits.memoryMb * 1024 * 1024);
    runtime.setMaxStackSize(start.limits.depthKb * 1024);
    runtime.setInterruptHandler(() => this.#isOverdue());
    this.#context = runtime.newContext();
    this.#hooks = this.#prepare();
  }

  run(): void {
    const code = stripTypes(this.#start.code);
    if (typeof code !== 'string') {
      this.#end = { kind: 'threw', error: { name: 'SyntaxError', ...code } };
      return this.#post();
    }
    this.#computing(() => {
      const program = this.#context.evalCode(`(${code})`, file, { type: 'global', strict: true });
      if (program.error) return this.#failed(program.error);
      const input = this.#context.newString(this.#start.input);
      this.#call('start', program.value, input);
      this.#settle();
    });
    const { replay } = this.#start;
    const claimed = this.#deliver(replay);
    this.#post(replay.length - claimed);
  }

  take(outcomes: readonly Outcome[]): void {
    const claimed = this.#deliver(outcomes);
    this.#post(outcomes.length - claimed);
  }

  /** Passes outcomes to the program one by one, each with all that follows from it. Returns how many the program had asked for. */
  #deliver(outcomes: readonly Outcome[]): number {
    let claimed = 0;
    for (const { n, ok, json, at } of outcomes) {
      if (this.#end) break;
      let isAsked = false;
      this.#computing(() => {
        const context = this.#context;
        const answered = this.#call(
          'answer',
          context.newNumber(n),
          ok ? context.true : context.false,
          context.newString(json),
          context.newNumber(at),
        );
        isAsked = answered !== undefined && context.dump(answered) === true;
        this.#settle();
      });
      if (!isAsked) break;
      claimed++;
    }
    return claimed;
  }

  #prepare(): QuickJSHandle {
    const context = this.#context;
    const host = context.newObject();
    const offer = (name: string, run: (...args: QuickJSHandle[]) => void): void => {
      const made = context.newFunction(name, (...args) => void run(...args));
      context.setProp(host, name, made);
      made.dispose();
    };
    offer('ask', (n, name, args) => {
      this.#asks.push({
        n: context.getNumber(n as QuickJSHandle),
        name: context.getString(name as QuickJSHandle),
        args: context.getString(args as QuickJSHandle),
      });
    });
    offer('log', (line) => this.#note(context.getString(line as QuickJSHandle)));
    offer('returned', (json) => {
      this.#end ??= { kind: 'returned', json: context.getString(json as QuickJSHandle) };
    });
    offer('threw', (json) => {
      this.#end ??= endOf(JSON.parse(context.getString(json as QuickJSHandle)) as Thrown);
    });
    const make = context.unwrapResult(context.evalCode(`(${prelude})`, 'prelude.js'));
    return context.unwrapResult(
      context.callFunction(
        make,
        context.undefined,
        host,
        context.newNumber(this.#start.seed),
        context.newNumber(this.#start.now),
      ),
    );
  }

  #call(name: 'answer' | 'start', ...args: QuickJSHandle[]): QuickJSHandle | undefined {
    const called = this.#context.getProp(this.#hooks, name);
    const answer = this.#context.callFunction(called, this.#context.undefined, ...args);
    called.dispose();
    if (!answer.error) return answer.value;
    this.#failed(answer.error);
    return undefined;
  }

  /** Runs whatever has become possible. */
  #settle(): void {
    const done = this.#context.runtime.executePendingJobs();
    if (done.error) this.#failed(done.error);
  }

  #failed(error: QuickJSHandle): void {
    const thrown = this.#context.dump(error) as Thrown | null | undefined;
    error.dispose();
    // Without memory for an error the engine throws null.
    this.#end ??= thrown ? endOf(thrown) : { kind: 'limit', limit: 'memory' };
  }

  #note(line: string): void {
    this.#logged += line.length;
    if (this.#logged > this.#start.limits.logKb * 1024) this.#end ??= { kind: 'limit', limit: 'log' };
    else this.#log.push(line);
  }

  #computing(work: () => void): void {
    this.#began = computedMs();
    try {
      work();
    } catch (error) {
      // The engine's own memory, or its host's stack, did not suffice.
      this.#end ??= endOf({ name: 'InternalError', message: error instanceof Error ? error.message : String(error) });
    }
    this.#computed += computedMs() - this.#began;
    this.#began = undefined;
  }

  /** True ends the program: it has computed for too long, or is over already. */
  #isOverdue(): boolean {
    if (this.#end?.kind === 'limit') return true;
    if (this.#began === undefined) return false;
    if (this.#computed + computedMs() - this.#began <= this.#start.limits.computeSeconds * 1000) return false;
    this.#end = { kind: 'limit', limit: 'compute' };
    return true;
  }

  #post(unclaimed = 0): void {
    const turn: FromEngine = {
      kind: 'turn',
      asks: this.#asks,
      log: this.#log,
      ...(this.#end ? { end: this.#end } : {}),
      ...(unclaimed > 0 ? { unclaimed } : {}),
    };
    this.#asks = [];
    this.#log = [];
    this.#tell(turn);
  }
}

interface Thrown {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly stack?: unknown;
  readonly code?: unknown;
}

/** Characters of what a program throws. */
const maxMessage = 4_000;
const maxName = 100;

function endOf({ name, message, stack, code }: Thrown): ProgramEnd {
  const text = String(message ?? '');
  if (name === 'InternalError' || name === 'RangeError') {
    if (/out of memory|memory access out of bounds/i.test(text)) return { kind: 'limit', limit: 'memory' };
    if (/stack overflow|Maximum call stack/i.test(text)) return { kind: 'limit', limit: 'depth' };
  }
  const error: ProgramError = {
    name: String(name ?? 'Error').slice(0, maxName),
    message: text.length <= maxMessage ? text : `${text.slice(0, maxMessage).toWellFormed()}…`,
    ...placeIn(String(stack ?? '')),
    ...(typeof code === 'string' ? { code: code.slice(0, maxName) } : {}),
  };
  return { kind: 'threw', error };
}

/** The first place in the program that a stack names. */
function placeIn(stack: string): { line?: number; column?: number } {
  const [, line, column] = /program\.ts:(\d+)(?::(\d+))?/.exec(stack) ?? [];
  if (line === undefined) return {};
  if (column === undefined) return { line: Number(line) };
  const moved = line === '1' ? openingLength + 1 : 0;
  return { line: Number(line), column: Math.max(1, Number(column) - moved) };
}

const { wasm, isSpare } = workerData as EngineData;
// Its declarations are those of a CommonJS module, which it is not here.
const variant = release.default as unknown as QuickJSSyncVariant;
const load = (): Promise<QuickJSWASMModule> =>
  newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmModule: wasm as Wasm }));
const post = (message: FromEngine): void => parentPort?.postMessage(message);

/**
 * Runs a program that nobody sees, in an engine that is then dropped: what the thread has executed before is some milliseconds
 * faster in the next program.
 */
async function warmUp(): Promise<void> {
  const rounds = 20;
  const limits = { memoryMb: 16, computeSeconds: 10, logKb: 1, depthKb: 256 };
  const code = `for (let n = 0; n < ${rounds}; n++) await platform.projects.get({ id: n })`;
  const warming = new Program(
    await load(),
    { kind: 'start', code, input: 'null', seed: 0, now: 0, limits, replay: [] },
    () => {},
  );
  warming.run();
  for (let n = 0; n < rounds; n++) warming.take([{ n, ok: true, json: '{"data":{"id":1},"credits":null}', at: 0 }]);
}

const module = await load();
// Loaded ahead, like the engine: the first program should not wait for it.
stripTypes('');
if (isSpare) await warmUp();
let program: Program | undefined;
parentPort?.on('message', (message: ToEngine) => {
  if (message.kind === 'outcomes') return program?.take(message.outcomes);
  program = new Program(module, message, post);
  program.run();
});
post({ kind: 'ready' });
