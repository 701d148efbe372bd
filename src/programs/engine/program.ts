import type { QuickJSContext, QuickJSHandle, QuickJSWASMModule } from 'quickjs-emscripten-core';
import { systemClock } from '../../base/clock.ts';
import {
  type CallAnswer,
  type EngineCall,
  type EngineOutput,
  logLineChars,
  maxMessageChars,
  maxNameChars,
  type ProgramEnd,
  type ProgramError,
  type ToEngine,
} from './messages.ts';
import { prelude } from './prelude.ts';
import { openingLength, stripTypes } from './strip-types.ts';

type Start = Extract<ToEngine, { kind: 'start' }>;

const file = 'program.ts';

/** Milliseconds that this thread has computed or, if Node cannot measure that, milliseconds that have passed. */
const computedMs: () => number =
  typeof process.threadCpuUsage === 'function'
    ? () => {
        const { user, system } = process.threadCpuUsage();
        return (user + system) / 1000;
      }
    : systemClock.steady;

/** One program in its own QuickJS instance, in WebAssembly. Only texts and numbers are exchanged. */
export class Program {
  readonly #context: QuickJSContext;
  readonly #start: Start;
  readonly #hooks: QuickJSHandle;
  #calls: EngineCall[] = [];
  #asked = 0;
  #argumentChars = 0;
  #log: string[] = [];
  #logChars = 0;
  #end: ProgramEnd | undefined;
  #computedMs = 0;
  #computesSince = 0;
  readonly #tell: (output: EngineOutput) => void;

  constructor(module: QuickJSWASMModule, start: Start, tell: (output: EngineOutput) => void) {
    this.#start = start;
    this.#tell = tell;
    const runtime = module.newRuntime();
    runtime.setMemoryLimit(start.limits.memory * 1024 * 1024);
    runtime.setMaxStackSize(start.limits.depth * 1024);
    this.#context = runtime.newContext();
    this.#hooks = this.#prepare();
    runtime.setInterruptHandler(() => this.#isOverdue());
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
    this.#post();
  }

  /** Passes the answer of a call to the program, and runs the code that waited for it. */
  answer({ n, ok, json }: CallAnswer): void {
    if (!this.#end)
      this.#computing(() => {
        const context = this.#context;
        this.#call('answer', context.newNumber(n), ok ? context.true : context.false, context.newString(json));
        this.#settle();
      });
    this.#post();
  }

  #prepare(): QuickJSHandle {
    const context = this.#context;
    const host = context.newObject();
    /** Offers a function to the prelude only. Even in an attack, the program can pass it only texts. */
    const offer = (name: string, run: (first: string, second: string) => void): void => {
      const hostFunction = context.newFunction(name, (...args) => {
        const [first = '', second = ''] = args.map((arg) => String(context.dump(arg)));
        run(first, second);
      });
      context.setProp(host, name, hostFunction);
      hostFunction.dispose();
    };
    offer('ask', (name, args) => this.#ask(name, args));
    offer('log', (line) => this.#note(line));
    offer('returned', (json) => {
      const isTooLong = json.length > this.#start.limits.result * 1024;
      this.#end ??= isTooLong ? { kind: 'limit', limit: 'result' } : { kind: 'returned', json };
    });
    offer('exited', (code) => {
      this.#end ??= { kind: 'returned', json: 'null', exit: Number(code) };
    });
    offer('threw', (json) => {
      this.#end ??= endOf(JSON.parse(json) as Thrown);
    });
    const make = context.unwrapResult(context.evalCode(`(${prelude})`, 'prelude.js'));
    return context.unwrapResult(
      context.callFunction(
        make,
        context.undefined,
        host,
        context.newNumber(this.#start.seed),
        this.#start.isDry ? context.true : context.false,
      ),
    );
  }

  /** Calls a function of the prelude. Its arguments are freed as soon as the program no longer uses them. */
  #call(name: 'answer' | 'start', ...args: QuickJSHandle[]): void {
    const called = this.#context.getProp(this.#hooks, name);
    const answer = this.#context.callFunction(called, this.#context.undefined, ...args);
    for (const handle of [called, ...args]) handle.dispose();
    if (answer.error) this.#failed(answer.error);
    else answer.value.dispose();
  }

  /** Runs all code that is ready to run. */
  #settle(): void {
    const done = this.#context.runtime.executePendingJobs();
    if (done.error) this.#failed(done.error);
  }

  #failed(error: QuickJSHandle): void {
    const thrown = this.#context.dump(error) as Thrown | null | undefined;
    error.dispose();
    // If there is no memory for an error, the engine throws null.
    this.#end ??= thrown ? endOf(thrown) : { kind: 'limit', limit: 'memory' };
  }

  /** Counts calls in the same way as the prelude. */
  #ask(name: string, args: string): void {
    if (this.#end) return;
    const { calls, arguments: argumentsKb } = this.#start.limits;
    const n = this.#asked++;
    this.#argumentChars += args.length;
    if (this.#asked > calls) this.#end = { kind: 'limit', limit: 'calls' };
    else if (this.#argumentChars > argumentsKb * 1024) this.#end = { kind: 'limit', limit: 'arguments' };
    else this.#calls.push({ n, name, args });
  }

  #note(line: string): void {
    this.#logChars += line.length + logLineChars;
    if (this.#logChars > this.#start.limits.log * 1024) this.#end ??= { kind: 'limit', limit: 'log' };
    else this.#log.push(line);
  }

  #computing(work: () => void): void {
    this.#computesSince = computedMs();
    try {
      work();
    } catch (error) {
      // The engine's own memory, or the stack of its host, was not sufficient.
      this.#end ??= endOf({ name: 'InternalError', message: error instanceof Error ? error.message : String(error) });
    }
    this.#computedMs += computedMs() - this.#computesSince;
  }

  /** True interrupts the program: it has computed for too long, or has already ended. */
  #isOverdue(): boolean {
    if (this.#end?.kind === 'limit' || (this.#end?.kind === 'returned' && this.#end.exit !== undefined)) return true;
    if (this.#computedMs + computedMs() - this.#computesSince <= this.#start.limits.compute * 1000) return false;
    this.#end = { kind: 'limit', limit: 'compute' };
    return true;
  }

  #post(): void {
    this.#tell({ calls: this.#calls, log: this.#log, end: this.#end });
    this.#calls = [];
    this.#log = [];
  }
}

interface Thrown {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly stack?: unknown;
  readonly code?: unknown;
}

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

/** The first position in the program that a stack trace names. */
function placeIn(stack: string): { line?: number | undefined; column?: number | undefined } {
  const [, line, column] = /program\.ts:(\d+)(?::(\d+))?/.exec(stack) ?? [];
  if (line === undefined) return {};
  if (column === undefined) return { line: Number(line) };
  // A parenthesis and the function header shift the first line, on which the engine counts columns from 0 instead of 1.
  const moved = line === '1' ? openingLength : 0;
  return { line: Number(line), column: Math.max(1, Number(column) - moved) };
}
