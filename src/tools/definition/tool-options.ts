import type { Runs } from '../../programs/index.ts';

export interface ToolOptions {
  /** Families whose operations become tools of their own. */
  readonly toolsets: readonly string[] | 'all';
  /** Leaves out everything that writes, deletes or pays. */
  readonly readOnly: boolean;
  /** Credits above which a person is asked before a call. Absent: nobody is asked. */
  readonly confirmAbove?: number | undefined;
  /** Seconds a call waits for its job, unless it says otherwise. Undefined: as long as its host allows. */
  readonly maxWaitSeconds: number | undefined;
  /** Runs programs. Absent: `run_code` is left out. */
  readonly runs?: (() => Promise<Runs>) | undefined;
}
