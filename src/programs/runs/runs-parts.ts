import type { Clock, CodeLimits } from '../../base/index.ts';
import type { Client, Platform } from '../../client/index.ts';
import type { Engines } from '../engine/engine.ts';
import type { Perform, ProgramRun } from '../platform/perform.ts';

/** The parts that run the programs of one process. */
export interface RunsParts {
  readonly client: Client;
  readonly clock: Clock;
  readonly limits: CodeLimits;
  /** The threads of this process for programs, shared by all callers. Absent: its own threads, which end with it. */
  readonly engines?: Engines | undefined;
  /** Whether the process ends after one program. Default: no, and a thread is kept ready for the next one. */
  readonly endsAfterRun?: boolean | undefined;
  /** The caller whose share of the engines the programs use. Absent: callers are not distinguished. */
  readonly caller?: string | undefined;
  /** Whether the caller's authorization is still valid. Absent: callers do not sign in. Never rejects. */
  readonly isConnected?: (() => Promise<boolean>) | undefined;
  /** Refuses everything but reads. */
  readonly readOnly: boolean;
  /** Makes the calls of a program, over a client that enforces the program's grants. */
  readonly performOver: (client: Platform, run: ProgramRun) => Perform;
  /** Called with each run before it begins, if other servers can continue it after a death of this process. */
  readonly enqueue?: ((id: string) => Promise<void>) | undefined;
  /** Once aborted, waits return the state of the run at that moment. */
  readonly endWaits?: AbortSignal | undefined;
  readonly onDefect: (error: unknown) => void;
}
