import type { Lease, Run, RunCall, RunRecords, RunStep } from '../client/runs/run-records.ts';
import type { Clock } from '../clock.ts';
import type { CodeLimits } from '../code-limits.ts';
import type { Perform } from '../platform/perform.ts';
import type { Engines } from './engine/engine.ts';

/** What a run needs to be executed in this process. */
export interface ExecutionParts {
  readonly run: Run;
  /** The recorded outcomes of its calls. */
  readonly calls: readonly RunCall[];
  /** The recorded steps of its workflows. */
  readonly steps: readonly RunStep[];
  readonly records: RunRecords;
  readonly lease: Lease;
  readonly engines: Pick<Engines, 'open'>;
  readonly perform: Perform;
  readonly limits: CodeLimits;
  readonly clock: Clock;
  readonly isDry: boolean;
  /** Whether nobody has taken over what that call of the run does once. */
  readonly isHeld: (claim: string) => Promise<boolean>;
  /** Whether the caller may still be acted for. Asked whenever the lease is renewed; never rejects. */
  readonly isAuthorized: () => Promise<boolean>;
  readonly onProgress: (progress: RunProgress) => void;
  readonly onDefect: (error: unknown) => void;
}

/** Progress of a run in this process. */
export interface RunProgress {
  /** Calls answered, those on record included. */
  readonly done: number;
  /** Calls under way. */
  readonly underWay: number;
  /** Credits that its calls drew so far, as the ledger has them: nothing counts twice that a resumed run asks for again. */
  readonly charged: number;
  readonly message: string;
  /** What the calls under way that wait for something report, each in one line. */
  readonly activities: readonly string[];
}
