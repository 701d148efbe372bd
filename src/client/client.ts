import type { Pins } from '../catalog/pins.ts';
import type { DataFor, InputFor, OperationName } from '../catalog/operation-types.ts';
import type { Arguments, Operation } from '../catalog/vocabulary/index.ts';
import type { AccountRecords } from './account/account-records.ts';
import type { CallerFiles } from './files/kept-files.ts';
import type { PageSizes } from './pages/index.ts';
import type { LimitSource } from './money/effective-limits.ts';
import type { AccountMemory, AccountRuns } from './account/account-runs.ts';
import type { Reconciled } from './money/reconciler.ts';
import type { CallOptions, JobReply, JobView, Quote, Reply } from './calls/reply.ts';
import type { RawResponse } from './answers/index.ts';
import type { WireResponse } from './http/transport/transport.ts';
import type { VisibilityError } from './errors.ts';

/** Spending against one limit of the budget. */
export interface LimitView {
  /** As configured, such as `200/day`. */
  readonly limit: string;
  readonly spent: number;
  /** Credits held for calls in flight, for jobs that are charged at their end, and for calls with an unknown outcome. */
  readonly reserved: number;
  readonly left: number;
  /** Where the limit comes from. */
  readonly from?: LimitSource | undefined;
  /** ISO 8601; absent for `call`, `session` and `total`. */
  readonly resets_at?: string | undefined;
}

/** Credits charged within the last 30 days to this token, as far as this store recorded them. Days are UTC. */
export interface Spending {
  readonly by_operation: readonly { readonly operation: string; readonly calls: number; readonly charged: number }[];
  readonly by_day: readonly { readonly day: string; readonly charged: number }[];
  /** Absent if no call had a label. */
  readonly by_label?:
    | readonly { readonly label: string; readonly calls: number; readonly charged: number }[]
    | undefined;
}

/** Balance, limits, reservations and spending of the account, in credits. */
export interface MoneyView {
  /** The team's balance as the platform reports it. */
  readonly balance?: number | undefined;
  readonly plan?: string | undefined;
  /** ISO 8601: when the platform renews the credits of the plan. */
  readonly renews_at?: string | undefined;
  /** Why the balance could not be read: error code and message. */
  readonly balance_unknown?: string | undefined;
  /** The error that `balance_unknown` describes. */
  readonly failure?: VisibilityError | undefined;
  readonly limits: readonly LimitView[];
  readonly reservations: readonly {
    entry: string;
    operation: string;
    credits: number;
    state: string;
    since: string;
    job_id?: string | undefined;
  }[];
  readonly recent: readonly {
    at: string;
    operation: string;
    estimated: number;
    charged: number;
    state: string;
    job_id?: string | undefined;
  }[];
  /** Totals of everything that this store recorded for the token. */
  readonly totals: { readonly charged: number; readonly reserved: number; readonly in_doubt: number };
  readonly spending: Spending;
  /** Operations that were charged more than their estimates within the last 30 days: totals, and the time of the latest such charge. */
  readonly drift?:
    | readonly {
        readonly operation: string;
        readonly calls: number;
        readonly estimated: number;
        readonly charged: number;
        readonly at: string;
      }[]
    | undefined;
  /** Charges recorded with their estimates until the platform's credit history confirms the amount. */
  readonly unconfirmed?: { readonly charges: number; readonly credits: number } | undefined;
  /** Why the limits do not count credits spent before this store was created; absent if they do. */
  readonly earlier_spending?: string | undefined;
}

/** Which recorded jobs are listed. */
export interface JobFilter {
  readonly operations?: readonly OperationName[] | undefined;
  readonly state?: string | undefined;
  readonly limit?: number | undefined;
}

/** One account of the platform: calls operations, waits for their jobs, and enforces the budget. */
export interface Client {
  /** The only projects that calls may use. Absent: all projects of the team. */
  readonly pins?: Pins | undefined;
  /** Label recorded with every call that states none of its own. */
  readonly label?: string | undefined;
  /** Page sizes that the platform has refused, for those who read lists (`client/pages`). */
  readonly pageSizes: PageSizes;
  /**
   * Calls one operation and, if it starts a job, waits for it as long as the options allow. Rejects with a `VisibilityError`.
   *
   * @param operation a name, which types arguments and data: `call('articles.get', { id: 7 })`. Pass an `Operation` where the name
   * is known at run time only: its arguments are then checked at run time, and its data is `unknown`
   */
  call<O extends OperationName | Operation>(
    operation: O,
    input: InputFor<O>,
    options?: CallOptions,
  ): Promise<Reply<DataFor<O>>>;
  /**
   * Sends a free read and resolves with the undecoded response, to compare it with the declared format.
   * Rejects as `call` does, and for every operation that is not a free read.
   */
  observe(operation: Operation, input: Arguments, options?: CallOptions): Promise<WireResponse>;
  /** The maximum credits that a call would cost. Sends free reads only where the price depends on them. */
  quote<O extends OperationName | Operation>(operation: O, input: InputFor<O>): Promise<Quote>;
  /** Waits for a recorded job and resolves with its state and result. Rejects with `UnknownJob` for any other id, or with the error that the job ended with. */
  wait(jobId: string, options?: CallOptions): Promise<JobReply>;
  /** Reads a file that was stored for this caller (`Reply.file`). Rejects with `not_found` if there is no such file, or it was deleted. */
  keptFile(id: string): Promise<RawResponse>;
  /** Files stored for this caller: documents built from answers, and pages of lists that are being saved. */
  readonly files: CallerFiles;
  /**
   * Downloads a file of the team from an address that the platform returned. The address must be on the platform's own host
   * (rejects with `not_found` otherwise). The request has no token and counts against the rate limit.
   */
  download(address: string): Promise<RawResponse>;
  /** Whether the store has a job, a run or a file with that id for this caller. Does not ask the platform about it. */
  holds(id: string): Promise<boolean>;
  /** Recorded jobs without their results, newest first. */
  jobs(filter?: JobFilter): Promise<JobView[]>;
  /** Reads the balance, settles what it explains, and returns the view. If the balance cannot be read, `failure` says why. */
  money(): Promise<MoneyView>;
  /** Settles calls with an unknown outcome by the platform's credit history. Resolves with the changes. Rejects if the history cannot be read. */
  reconcile(): Promise<readonly Reconciled[]>;
  /** Accepts the current balance, so that earlier unexplained decreases no longer stop paid calls. Rejects if it cannot be read. */
  acceptBalance(): Promise<void>;
  /** Stops polling the job and deletes its answer; its charge stays in the ledger. Rejects with `UnknownJob`, or `StillCounts` if it is not settled. */
  forget(jobId: string): Promise<void>;
  /** Program runs of the account. `look` only reads them, and sends no request to find the token's team. */
  runs(purpose: 'start' | 'look'): Promise<AccountRuns>;
  /** Values that programs store between runs, by label; `null`: without one. Default: the client's label. */
  memory(label?: string | null): Promise<AccountMemory>;
  /** Records of the account other than calls and jobs. */
  records(): Promise<AccountRecords>;
  /** Aborts waits and polling, gives requests in flight a few seconds to be answered, and closes connections. */
  close(): Promise<void>;
}
