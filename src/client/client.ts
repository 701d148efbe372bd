import type { Pins } from '../catalog/pins.ts';
import type { DataFor, InputFor, OperationName } from '../catalog/operation-types.ts';
import type { Arguments, Operation } from '../catalog/operation.ts';
import type { AccountRecords } from './account/account-records.ts';
import type { CallerFiles } from './files/kept-files.ts';
import type { LimitSource } from './money/effective-limits.ts';
import type { VisibilityError } from './errors/visibility-error.ts';
import type { AccountMemory } from './runs/account-memory.ts';
import type { RunRecords } from './runs/run-records.ts';
import type { Reconciled } from './money/reconciler.ts';
import type { CallOptions, JobView, Quote, Reply } from './call/reply.ts';
import type { RawResponse } from './decoding/decoded-response.ts';
import type { WireResponse } from './transport/transport.ts';

/** Spending against one limit of the budget. */
export interface LimitView {
  /** As configured, such as `200/day`. */
  readonly limit: string;
  readonly spent: number;
  /** Held by calls under way, jobs charged at their end, and outcomes in doubt. */
  readonly reserved: number;
  readonly left: number;
  /** Where the limit was set: for this process, in the store by a person, or nowhere. */
  readonly from?: LimitSource | undefined;
  /** ISO 8601; absent for `call`, `session` and `total`. */
  readonly resets_at?: string | undefined;
}

/** Credits charged within the last 30 days, over this store and token. Days are UTC. */
export interface Spending {
  readonly by_operation: readonly { readonly operation: string; readonly calls: number; readonly charged: number }[];
  readonly by_day: readonly { readonly day: string; readonly charged: number }[];
  /** Absent where nothing was done under a label. */
  readonly by_label?:
    | readonly { readonly label: string; readonly calls: number; readonly charged: number }[]
    | undefined;
}

export interface MoneyView {
  /** The team's balance as the platform tells it. */
  readonly balance?: number | undefined;
  readonly plan?: string | undefined;
  /** ISO 8601: when the platform renews the allotment. */
  readonly renews_at?: string | undefined;
  /** Why there is no balance, where it could not be read. */
  readonly balance_unknown?: string | undefined;
  /** The same as the error that it was. */
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
  /** Sums over this store and token. */
  readonly totals: { readonly charged: number; readonly reserved: number; readonly in_doubt: number };
  readonly spending: Spending;
  /** Operations that drew more than their estimates within the last 30 days: sums, and the latest time. */
  readonly drift?:
    | readonly {
        readonly operation: string;
        readonly calls: number;
        readonly estimated: number;
        readonly charged: number;
        readonly at: string;
      }[]
    | undefined;
  /** Charges posted by their estimates that the platform's history has not confirmed yet. */
  readonly unconfirmed?: { readonly charges: number; readonly credits: number } | undefined;
  /** Present where the limits do not count what was spent before this store began, and says why. */
  readonly earlier_spending?: string | undefined;
}

/** The platform, as the rest of the program calls it. */
export interface Client {
  /** The projects that all calls are tied to. Absent: any. */
  readonly pins?: Pins | undefined;
  /** What everything is done for that names no other label. */
  readonly label?: string | undefined;
  /**
   * Calls one operation and waits for its job, if it starts one, as long as the options allow.
   *
   * @param operation a name, which types arguments and data: `call('articles.get', { id: 7 })`. An `Operation` is for names
   * that come from outside: its arguments are checked at run time only, and its data is `unknown`
   */
  call<O extends OperationName | Operation>(
    operation: O,
    input: InputFor<O>,
    options?: CallOptions,
  ): Promise<Reply<DataFor<O>>>;
  /**
   * Makes a free read and resolves with the answer as it came, whatever it is: for comparing it with its declaration.
   * Rejects as `call` does, and for every operation that is no free read.
   */
  observe(operation: Operation, input: Arguments, options?: CallOptions): Promise<WireResponse>;
  /** What a call would cost at most. Sends at most free reads. */
  quote<O extends OperationName | Operation>(operation: O, input: InputFor<O>): Promise<Quote>;
  /** Waits for a recorded job again. */
  wait(
    jobId: string,
    options?: CallOptions,
  ): Promise<JobView & Pick<Reply, 'raw' | 'started' | 'leftUnread' | 'file' | 'unexpected' | 'shows'>>;
  /** A file that was kept for this caller: `Reply.file`. Rejects with `not_found` where there is none of that id, or no longer. */
  keptFile(id: string): Promise<RawResponse>;
  /** The caller's own files: what this program makes of answers, and pages of lists that are being read. */
  readonly files: CallerFiles;
  /**
   * Follows a recorded job as a waiter does, without taking its result.
   * @param options `onChange` is called at each change of its state or progress
   * @throws UnknownJob
   */
  watch(
    jobId: string,
    options: { readonly onChange: () => void; readonly signal: AbortSignal },
  ): Promise<{ readonly over: Promise<void> }>;
  /**
   * The bytes at an address that the platform gave for something of the team's. Goes to the platform's own host only,
   * without the token, and counts against the rate. Rejects with `not_found` for any other host.
   */
  download(address: string): Promise<RawResponse>;
  /** Whether a job, a run or a kept file of that id is on record for this caller. Asks the platform nothing about it. */
  holds(id: string): Promise<boolean>;
  /** Jobs on record, newest first. */
  jobs(filter?: { readonly state?: string | undefined; readonly limit?: number | undefined }): Promise<JobView[]>;
  money(): Promise<MoneyView>;
  /** Settles calls in doubt by the platform's own history of charges. Resolves with the changes. */
  reconcile(): Promise<readonly Reconciled[]>;
  /** Accepts the balance as it is now: earlier unexplained decreases no longer stop paid calls. */
  acceptBalance(): Promise<void>;
  /** Stops waiting for the job and forgets its answer. Its charge stays in the ledger. */
  forget(jobId: string): Promise<void>;
  /** Recorded programs. Reading them does not ask the platform for the token's team. */
  runs(purpose: 'start' | 'look'): Promise<RunRecords>;
  /** What programs keep beyond their end, by label; `null`: under none. Default: the client's own. */
  memory(label?: string | null): Promise<AccountMemory>;
  /** What the store keeps for the account beside calls and jobs. */
  records(): Promise<AccountRecords>;
  close(): Promise<void>;
}
