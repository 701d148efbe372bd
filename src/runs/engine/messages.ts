import type { RunLimits } from '../run-limits.ts';

/** What the engine's thread is created with. */
export interface EngineData {
  /** The engine, compiled. Node's types do not declare the global that makes it. */
  readonly wasm: object;
  /** Created before there is a program for it: it has time to prepare. */
  readonly isSpare: boolean;
}

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
      /** Milliseconds since the epoch, at which the program's clock starts. */
      readonly now: number;
      readonly limits: Pick<RunLimits, 'memoryMb' | 'computeSeconds' | 'logKb' | 'depthKb'>;
      /** Outcomes on record, in the order in which they reached the program. */
      readonly replay: readonly Outcome[];
    }
  | { readonly kind: 'outcomes'; readonly outcomes: readonly Outcome[] };

/** Outcome of the call `n`. */
export interface Outcome {
  readonly n: number;
  readonly ok: boolean;
  /** JSON: what it gives, or the error. */
  readonly json: string;
  /** Milliseconds since the epoch: what the program's clock shows from then on. */
  readonly at: number;
}

/** Calls and log lines of the program until it could only wait. */
export interface Turn {
  readonly asks: readonly EngineCall[];
  readonly log: readonly string[];
  readonly end?: ProgramEnd;
  /** How many of the outcomes on record the program did not ask for: it took another way. */
  readonly unclaimed?: number;
}

export interface EngineCall {
  readonly n: number;
  readonly name: string;
  /** JSON: a list. */
  readonly args: string;
}

export type ProgramEnd =
  | { readonly kind: 'returned'; readonly json: string }
  | { readonly kind: 'threw'; readonly error: ProgramError }
  | {
      readonly kind: 'limit';
      readonly limit: 'calls' | 'compute' | 'memory' | 'depth' | 'log' | 'result' | 'data' | 'wall';
    };

export interface ProgramError {
  readonly name: string;
  readonly message: string;
  /** Line and column in the program, from 1. */
  readonly line?: number;
  readonly column?: number;
  /** Of an error that a call ended in. */
  readonly code?: string;
}

/** Messages of the engine's thread. */
export type FromEngine = { readonly kind: 'ready' } | ({ readonly kind: 'turn' } & Turn);
