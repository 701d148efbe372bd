import type { JobView } from '../client/calls/reply.ts';
import type { SavedTable } from '../programs/platform/saving/save-table.ts';
import type { Verification } from '../app/verify/verification.ts';
import type { VerifyPlatformOptions } from '../app/verify-platform.ts';
import type { PeriodAndPrevious } from '../programs/platform/plain-calls.ts';
import type { DataOf, Result } from './platform-types.ts';
import type { Input as InputOf, OperationName } from '../catalog/operation-types.ts';

/** What `platform` has besides the operations and the workflows, in programs and in the library. */
export interface ProgramMembers extends PlainMembers {
  /** Whether this is a dry run: reads are real, what writes or costs is only priced and answered by a sample. */
  readonly dryRun: boolean;
  /** Prices a plan before any of it runs: the bound of each call, the sum, and whether limits and balance allow it. */
  estimate(
    plan: readonly (readonly [operation: string, input?: object])[],
    options?: { readonly account?: string | undefined },
  ): Promise<PlanEstimate>;
  /**
   * Saves rows under a name that ends in `.csv` or `.json`: for a day at `uri`, and in the folder of `outFolder`.
   * Takes what `all` gives as well as a list.
   */
  save(name: string, rows: readonly object[] | AsyncIterable<object>): Promise<SavedTable>;
  readonly jobs: {
    /**
     * Makes one operation's calls side by side and resolves when all have ended, each with its result or its error, in the order of `inputs`.
     * With `maxCredits` as many of the first are made as fit into it by their bounds.
     */
    all<const N extends OperationName>(
      operation: N,
      inputs: readonly InputOf<N>[],
      options?: { readonly maxCredits?: number | undefined; readonly account?: string | undefined },
    ): Promise<readonly (CallDone<InputOf<N>, DataOf<N>> | CallRefused<InputOf<N>>)[]>;
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
   * has it. A second caller waits for the first. What was thrown is not on record. `newerThan`: `30m`, `12h`, `7d`, `2w`.
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

/** Tables and dates for programs. */
export interface PlainMembers {
  readonly csv: {
    /** One record a row, by the names in the first line. Without `delimiter` the one of `,`, `;` and tab that this line has most of. */
    parse(
      text: string,
      options?: { readonly delimiter?: string | undefined },
    ): Promise<readonly Readonly<Record<string, string>>[]>;
    /** The records as CSV that no spreadsheet takes for formulas; `parse` gives the texts back. */
    format(rows: readonly object[], options?: { readonly columns?: readonly string[] | undefined }): Promise<string>;
  };
  /** The period asked for, 30 days that end today without more, and the one before it. `last`: the last whole week from Monday, or calendar month. In UTC. */
  period(asked?: {
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly days?: number | undefined;
    readonly last?: 'week' | 'month' | undefined;
  }): Promise<PeriodAndPrevious>;
}

/** One of many calls that was carried out. */
export interface CallDone<I, T> extends Result<T> {
  readonly ok: true;
  readonly input: I;
}

/** One of many calls that was refused, or failed. */
export interface CallRefused<I> {
  readonly ok: false;
  readonly input: I;
  readonly code: string;
  readonly message: string;
  readonly next?: string | undefined;
}

/** What `platform` has in the library alone. */
export interface LibraryMembers {
  /**
   * Compares the platform with the catalog by free reads alone, some two hundred at most, within the rate. What comes back holds no
   * value of the account.
   */
  verify(options?: VerifyPlatformOptions): Promise<Verification>;
  /** Closes everything that was opened. Jobs go on. */
  close(): Promise<void>;
}

/** Estimated cost of a plan. */
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
