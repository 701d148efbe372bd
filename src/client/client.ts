import type { Pins } from '../catalog/pins.ts';
import type { DataFor, InputFor, OperationName } from '../catalog/operation-types.ts';
import type { Arguments, Operation } from '../catalog/vocabulary/index.ts';
import type { AccountRecords } from './account-records.ts';
import type { CallerFiles } from './calls/kept-files.ts';
import type { PageSizes } from './answers/pages/index.ts';
import type { AccountMemory, AccountRuns } from './account-runs.ts';
import type { LimitView, MoneyView, Spending } from './money/money-view.ts';
import type { JobFilter } from './calls/recorded-jobs.ts';
import type { Reconciled } from './money/reconciler.ts';
import type { CallOptions, JobReply, JobView, Quote, Reply } from './calls/reply.ts';
import type { RawResponse } from './answers/index.ts';
import type { WireResponse } from './http/transport/transport.ts';

export type { JobFilter, LimitView, MoneyView, Spending };

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
