import type { CodeLimit, CodeLimits } from '../../base/code-limits.ts';

/** What the engine's thread is created with. */
export interface EngineData {
  /** The engine, compiled. Node's types do not declare the global that makes it. */
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
      /** Random numbers follow from it. */
      readonly seed: number;
      /** What the program finds as `platform.dryRun`. */
      readonly isDry: boolean;
      readonly limits: EngineLimits;
    }
  | ({ readonly kind: 'answer' } & CallAnswer);

/** Answer to the call `n` of the program. */
export interface CallAnswer {
  readonly n: number;
  readonly ok: boolean;
  /** JSON: what it gives, or the error. */
  readonly json: string;
}

/** What the program asked for and logged until it could only wait: one for each message to the engine. */
export interface EngineOutput {
  readonly calls: readonly EngineCall[];
  readonly log: readonly string[];
  readonly end?: ProgramEnd | undefined;
}

export interface EngineCall {
  /** From 0, in the order in which the program asks. */
  readonly n: number;
  readonly name: string;
  /** JSON: a list. */
  readonly args: string;
}

export type ProgramEnd =
  /** `exit`: the code that it ended itself with. */
  | { readonly kind: 'returned'; readonly json: string; readonly exit?: number | undefined }
  | { readonly kind: 'threw'; readonly error: ProgramError }
  | { readonly kind: 'limit'; readonly limit: CodeLimit };

/** The highest code that a program ends itself with: as 64 + n a shell cannot take it for a code of this program's, nor for a signal. */
export const maxExit = 63;

/** Characters that a line of the log counts in addition to its own, since an empty line takes room and work as well. */
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
