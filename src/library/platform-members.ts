import type { JobView } from '../client/index.ts';
import type { PeriodAndPrevious, SavedTable } from '../programs/index.ts';
import type { Verification, VerifyPlatformOptions } from '../app/index.ts';
import type { DataOf, Result } from './platform-types.ts';
import type { Input as InputOf, OperationName } from '../catalog/operation-types.ts';

/** Members of `platform` other than operations and workflows, in programs and in the library. */
export interface ProgramMembers extends PlainMembers {
  /** Whether this is a dry run: reads are real; other calls are only priced, and answered with a sample. */
  readonly dryRun: boolean;
  /** Prices a plan before any of it runs: the bound of each call, the sum, and whether limits and balance allow it. */
  estimate(
    plan: readonly (readonly [operation: string, input?: object])[],
    options?: { readonly account?: string | undefined },
  ): Promise<PlanEstimate>;
  /** Saves a list, or what `all` yields, as `.csv` or `.json`: for a day at `uri`, and in `outFolder`. */
  save(name: string, rows: readonly object[] | AsyncIterable<object>): Promise<SavedTable>;
  readonly jobs: {
    /**
     * Makes calls of one operation in parallel and resolves when all have ended, each with its result or its error, in the
     * order of `inputs`. With `maxCredits`, only the first calls whose maximum prices fit are made.
     */
    all<const N extends OperationName>(
      operation: N,
      inputs: readonly InputOf<N>[],
      options?: { readonly maxCredits?: number | undefined; readonly account?: string | undefined },
    ): Promise<readonly (CallDone<InputOf<N>, DataOf<N>> | CallRefused<InputOf<N>>)[]>;
    /** Waits for a job, even if another process started it. */
    wait<T = unknown>(id: string, options?: { readonly account?: string | undefined }): Promise<Result<T>>;
    /** Jobs on record, newest first; if there are several accounts, those of all, each with `account`. */
    list(filter?: {
      readonly account?: string | undefined;
      readonly state?: JobView['state'] | undefined;
      readonly limit?: number | undefined;
    }): Promise<readonly JobView[]>;
  };
  /**
   * Does `work` at most once for that name and span, across processes and machines on the same state, and resolves with its
   * result as JSON. A second caller waits for the first. An error is not recorded. `newerThan`: `30m`, `12h`, `7d`, `2w`.
   */
  once<T>(name: string, options: { readonly newerThan?: string | undefined }, work: () => T | Promise<T>): Promise<T>;
  once<T>(name: string, work: () => T | Promise<T>): Promise<T>;
  /** Small values by name that outlast the process: JSON, up to 64 kB each. */
  readonly state: {
    /** `null` if there is no value with that name. */
    get<T = unknown>(name: string): Promise<T | null>;
    set(name: string, value: unknown): Promise<null>;
    delete(name: string): Promise<null>;
  };
}

/** Tables and dates for programs. */
export interface PlainMembers {
  readonly csv: {
    /** One record for each row, with the names of the first line as fields. Default `delimiter`: the most frequent. */
    parse(
      text: string,
      options?: { readonly delimiter?: string | undefined },
    ): Promise<readonly Readonly<Record<string, string>>[]>;
    /** The records as CSV that no spreadsheet reads as formulas; `parse` restores the texts. */
    format(rows: readonly object[], options?: { readonly columns?: readonly string[] | undefined }): Promise<string>;
  };
  /** The requested period in UTC (default: 30 days up to today), and the one before it. `last`: the last whole one. */
  period(asked?: {
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly days?: number | undefined;
    readonly last?: 'week' | 'month' | undefined;
  }): Promise<PeriodAndPrevious>;
}

/** A call of `jobs.all` that succeeded. */
export interface CallDone<I, T> extends Result<T> {
  readonly ok: true;
  readonly input: I;
}

/** A call of `jobs.all` that was refused or failed. */
export interface CallRefused<I> {
  readonly ok: false;
  readonly input: I;
  readonly code: string;
  readonly message: string;
  readonly next?: string | undefined;
}

/** Members of `platform` in the library only. */
export interface LibraryMembers {
  /** Compares the platform with the catalog by about two hundred free reads. No value of the account is kept. */
  verify(options?: VerifyPlatformOptions): Promise<Verification>;
  /** Closes everything that was opened. Jobs go on. */
  close(): Promise<void>;
}

/** Estimated cost of a plan. */
export interface PlanEstimate {
  readonly calls: readonly {
    readonly operation: string;
    /** Upper bound; `null` if none is known. */
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
