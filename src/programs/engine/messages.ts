import type { CodeLimit, CodeLimits } from '../../base/index.ts';

/** The data with which the engine's thread is created. */
export interface EngineData {
  /** The engine, compiled. Node's types do not declare the global `WebAssembly`. */
  readonly wasm: object;
  /** Megabytes of the program's memory. */
  readonly memoryMb: number;
}

/** Bounds that the engine's thread enforces. */
export type EngineLimits = Pick<CodeLimits, 'memory' | 'compute' | 'depth' | 'calls' | 'arguments' | 'log' | 'result'>;

/** Messages to the engine's thread. */
export type ToEngine =
  | {
      readonly kind: 'start';
      /** TypeScript or JavaScript: the body of an async function. */
      readonly code: string;
      /** JSON. */
      readonly input: string;
      /** Seed of the random numbers. */
      readonly seed: number;
      /** The value of `platform.dryRun`. */
      readonly isDry: boolean;
      readonly limits: EngineLimits;
    }
  | ({ readonly kind: 'answer' } & CallAnswer);

/** Answer to the call `n` of the program. */
export interface CallAnswer {
  readonly n: number;
  readonly ok: boolean;
  /** JSON of the result, or of the error. */
  readonly json: string;
}

/** The calls and log lines of the program until it had to wait; one such message answers each message to the engine. */
export interface EngineOutput {
  readonly calls: readonly EngineCall[];
  readonly log: readonly string[];
  readonly end?: ProgramEnd | undefined;
}

export interface EngineCall {
  /** Number of the call, from 0 in the order of the program. */
  readonly n: number;
  readonly name: string;
  /** JSON: a list. */
  readonly args: string;
}

export type ProgramEnd =
  /** `exit`: the exit code that the program chose. */
  | { readonly kind: 'returned'; readonly json: string; readonly exit?: number | undefined }
  | { readonly kind: 'threw'; readonly error: ProgramError }
  | { readonly kind: 'limit'; readonly limit: CodeLimit };

/** Maximum exit code of a program: 64 + n is neither another exit code of this command nor that of a signal. */
export const maxExit = 63;

/** Characters that a line of the log counts in addition to its own, since an empty line also takes memory and time. */
export const logLineChars = 16;

/** Maximum length of the message of a program's final error, and of its name. */
export const maxMessageChars = 4_000;
export const maxNameChars = 100;

export interface ProgramError {
  readonly name: string;
  readonly message: string;
  /** Line and column in the program, from 1. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** Code of an error that a call ended in. */
  readonly code?: string | undefined;
}
