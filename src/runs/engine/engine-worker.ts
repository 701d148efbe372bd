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
import { codeLimits } from '../../code-limits.ts';
import {
  type EngineCall,
  type EngineData,
  type FromEngine,
  logLineChars,
  maxMessageChars,
  maxNameChars,
  type Outcome,
  type ProgramEnd,
  type ProgramError,
  type ToEngine,
} from './messages.ts';
import { prelude } from './prelude.ts';
import { openingLength, stripTypes } from './strip-types.ts';

/**
 * The thread in which one program runs: a QuickJS of its own, in WebAssembly. Only texts and numbers pass between them; a
 * program has no object of this thread, and this thread can be ended at any time.
 */
type Wasm = NonNullable<Parameters<typeof newVariant>[1]['wasmModule']>;
type WasmMemory = NonNullable<Parameters<typeof newVariant>[1]['wasmMemory']>;

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
  #asked = 0;
  #given = 0;
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
    runtime.setMemoryLimit(start.limits.memory * 1024 * 1024);
    runtime.setMaxStackSize(start.limits.depth * 1024);
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
    /** Offers a function of texts, and of a number before them where it takes one. Given anything else, it ends the run. */
    const offer = (name: string, types: readonly ('number' | 'string')[], run: (...args: never[]) => void): void => {
      const hostFunction = context.newFunction(name, (...args) => {
        const isCalledRightly =
          args.length === types.length && args.every((arg, at) => context.typeof(arg) === types[at]);
        if (!isCalledRightly) this.#end ??= misused;
        else run(...(args.map((arg) => context.dump(arg) as unknown) as never[]));
      });
      context.setProp(host, name, hostFunction);
      hostFunction.dispose();
    };
    offer('ask', ['number', 'string', 'string'], (n: number, name: string, args: string) =>
      this.#ask({ n, name, args }),
    );
    offer('log', ['string'], (line: string) => this.#note(line));
    offer('returned', ['string'], (json: string) => {
      const isTooLong = json.length > this.#start.limits.result * 1024;
      this.#end ??= isTooLong ? { kind: 'limit', limit: 'result' } : { kind: 'returned', json };
    });
    offer('exited', ['number'], (exit: number) => {
      this.#end ??= { kind: 'returned', json: 'null', exit };
    });
    offer('threw', ['string'], (json: string) => {
      this.#end ??= endOf(JSON.parse(json) as Thrown);
    });
    const make = context.unwrapResult(context.evalCode(`(${prelude})`, 'prelude.js'));
    return context.unwrapResult(
      context.callFunction(
        make,
        context.undefined,
        host,
        context.newNumber(this.#start.seed),
        context.newNumber(this.#start.now),
        this.#start.isDry ? context.true : context.false,
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

  #ask(call: EngineCall): void {
    if (this.#end) return;
    const { calls, arguments: argumentsKb } = this.#start.limits;
    this.#given += call.args.length;
    if (call.n !== this.#asked++) this.#end = misused;
    else if (this.#asked > calls) this.#end = { kind: 'limit', limit: 'calls' };
    else if (this.#given > argumentsKb * 1024) this.#end = { kind: 'limit', limit: 'arguments' };
    else this.#asks.push(call);
  }

  #note(line: string): void {
    this.#logged += line.length + logLineChars;
    if (this.#logged > this.#start.limits.log * 1024) this.#end ??= { kind: 'limit', limit: 'log' };
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
    if (this.#end?.kind === 'limit' || (this.#end?.kind === 'returned' && this.#end.exit !== undefined)) return true;
    if (this.#began === undefined) return false;
    if (this.#computed + computedMs() - this.#began <= this.#start.limits.compute * 1000) return false;
    this.#end = { kind: 'limit', limit: 'compute' };
    return true;
  }

  #post(unclaimed = 0): void {
    const turn: FromEngine = {
      kind: 'turn',
      asks: this.#asks,
      log: this.#log,
      end: this.#end,
      unclaimed: unclaimed > 0 ? unclaimed : undefined,
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

/** The functions of the host are out of a program's reach, and the prelude calls them rightly. */
const misused: ProgramEnd = {
  kind: 'threw',
  error: { name: 'Error', message: 'the program called a function of its host in a way that only an attack does' },
};

function endOf({ name, message, stack, code }: Thrown): ProgramEnd {
  const text = String(message ?? '');
  if (name === 'InternalError' || name === 'RangeError') {
    if (/out of memory|memory access out of bounds/i.test(text)) return { kind: 'limit', limit: 'memory' };
    if (/stack overflow|Maximum call stack/i.test(text)) return { kind: 'limit', limit: 'depth' };
  }
  const error: ProgramError = {
    name: String(name ?? 'Error').slice(0, maxNameChars),
    message: text.length <= maxMessageChars ? text : `${text.slice(0, maxMessageChars).toWellFormed()}…`,
    ...placeIn(String(stack ?? '')),
    code: typeof code === 'string' ? code.slice(0, maxNameChars) : undefined,
  };
  return { kind: 'threw', error };
}

/** The first place in the program that a stack names. */
function placeIn(stack: string): { line?: number | undefined; column?: number | undefined } {
  const [, line, column] = /program\.ts:(\d+)(?::(\d+))?/.exec(stack) ?? [];
  if (line === undefined) return {};
  if (column === undefined) return { line: Number(line) };
  const moved = line === '1' ? openingLength + 1 : 0;
  return { line: Number(line), column: Math.max(1, Number(column) - moved) };
}

const { wasm, memoryMb, isSpare } = workerData as EngineData;
// Its declarations are those of a CommonJS module, which it is not here.
const variant = release.default as unknown as QuickJSSyncVariant;
const load = (): Promise<QuickJSWASMModule> =>
  newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmModule: wasm as Wasm, wasmMemory: boundedMemory() }));

/**
 * Memory that ends where the program's does. The engine's own limit counts only the number of blocks in WebAssembly, where it
 * cannot ask how large they are: arrays of 8 MB each took 2 GB. What it starts with is its stack and its own data.
 */
function boundedMemory(): WasmMemory {
  const { WebAssembly } = globalThis as unknown as { WebAssembly: { Memory: new (pages: object) => WasmMemory } };
  const pagesPerMb = 16;
  const initial = 16 * pagesPerMb;
  return new WebAssembly.Memory({ initial, maximum: initial + memoryMb * pagesPerMb });
}
const post = (message: FromEngine): void => parentPort?.postMessage(message);

/**
 * Runs a program that nobody sees, in an engine that is then dropped: what the thread has executed before is some milliseconds
 * faster in the next program.
 */
async function warmUp(): Promise<void> {
  const rounds = 20;
  const limits = codeLimits({ memory: 16 });
  const code = `for (let n = 0; n < ${rounds}; n++) await platform.projects.get({ id: n })`;
  const warming = new Program(
    await load(),
    { kind: 'start', code, input: 'null', seed: 0, now: 0, isDry: false, limits, replay: [] },
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
