import type { Clock } from '../../base/clock.ts';
import type { CodeLimits } from '../../base/code-limits.ts';
import type { Client } from '../../client/client.ts';
import type { Engines } from '../engine/engine.ts';
import type { Perform, ProgramRun } from '../platform/perform.ts';
import type { Platform } from '../../client/platform.ts';

/** What programs of one process are run with. */
export interface RunsParts {
  readonly client: Client;
  readonly clock: Clock;
  readonly limits: CodeLimits;
  /** The threads of this process for programs, shared by all callers. Absent: threads of its own, which end with it. */
  readonly engines?: Engines | undefined;
  /** Whether the process ends after one program. Default: no, and a thread is kept ready for the next one. */
  readonly endsAfterRun?: boolean | undefined;
  /** Whose share of the engines its programs use. Absent: callers are not told apart. */
  readonly caller?: string | undefined;
  /** Whether what the caller signed in for still stands. Absent: nobody signs in. Never rejects. */
  readonly isConnected?: (() => Promise<boolean>) | undefined;
  /** Refuses everything but reads. */
  readonly readOnly: boolean;
  /** Makes the calls of a program, over a client that enforces the program's grants. */
  readonly performOver: (client: Platform, run: ProgramRun) => Perform;
  /** Called with each run before it begins, where other servers continue it if this process dies. */
  readonly enqueue?: ((id: string) => Promise<void>) | undefined;
  /** Once aborted, waits return the state of the run at that moment. */
  readonly endWaits?: AbortSignal | undefined;
  readonly onDefect: (error: unknown) => void;
}
