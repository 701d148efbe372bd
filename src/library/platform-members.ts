import type { JobView } from '../client/call/reply.ts';
import type { SavedTable } from '../platform/saving/save-table.ts';
import type { Verification } from '../verify/verification.ts';
import type { VerifyPlatformOptions } from '../cli/wiring/verify-platform.ts';
import type { LibraryRuns } from './library-runs.ts';
import type { Result } from './platform-types.ts';

/** What `platform` has beside the operations and the workflows, in programs and in the library. */
export interface ProgramMembers {
  /** Prices a plan before any of it runs: the bound of each call, the sum, and whether limits and balance allow it. */
  estimate(
    plan: readonly (readonly [operation: string, input?: object])[],
    options?: { readonly account?: string | undefined },
  ): Promise<PlanEstimate>;
  /**
   * Saves rows under a name that ends in `.csv`, `.json` or `.md`: for a day at `uri`, and in the folder of `outFolder`.
   * Takes what `all` gives as well as a list.
   */
  save(name: string, rows: readonly object[] | AsyncIterable<object>): Promise<SavedTable>;
  readonly jobs: {
    /** Waits for a job, also one that another process started. */
    wait<T = unknown>(id: string, options?: { readonly account?: string | undefined }): Promise<Result<T>>;
    /** Jobs on record, newest first; where there are several accounts, those of all, each with `account`. */
    list(filter?: {
      readonly account?: string | undefined;
      readonly state?: JobView['state'] | undefined;
      readonly limit?: number | undefined;
    }): Promise<readonly JobView[]>;
  };
  /**
   * Does `work` at most once for that name and span, across processes and machines on the same state, and resolves with its result as JSON
   * has it. Who comes second waits for the first. What was thrown is not on record. `newerThan`: `30m`, `12h`, `7d`, `2w`.
   */
  once<T>(name: string, options: { readonly newerThan?: string | undefined }, work: () => T | Promise<T>): Promise<T>;
  once<T>(name: string, work: () => T | Promise<T>): Promise<T>;
  /** Small values that stay between processes, by name: JSON, up to 64 kB each. */
  readonly state: {
    /** `null` where there is none of that name. */
    get<T = unknown>(name: string): Promise<T | null>;
    set(name: string, value: unknown): Promise<null>;
    delete(name: string): Promise<null>;
  };
}

/** What `platform` has in the library alone. */
export interface LibraryMembers {
  /**
   * Compares the platform with the catalog by free reads alone, some two hundred at most, within the rate. What comes back holds no
   * value of the account.
   */
  verify(options?: VerifyPlatformOptions): Promise<Verification>;
  /** Programs, as `run_code` runs them: bounded, durable, within a grant and a sum. */
  readonly runs: LibraryRuns;
  /** Closes everything that was opened. Jobs go on, and runs can be resumed. */
  close(): Promise<void>;
}

/** What a plan comes to. */
export interface PlanEstimate {
  readonly calls: readonly {
    readonly operation: string;
    /** Upper bound; `null` where none is known. */
    readonly credits: number | null;
    readonly basis: string;
    readonly error?: string | undefined;
  }[];
  /** The sum of the bounds. */
  readonly credits: number;
  /** Whether every limit and the balance allow all of it. */
  readonly fits: boolean;
  readonly [beside: string]: unknown;
}
