import type { JobState } from '../../job-states.ts';
import type { Ledger } from '../../state/ledger.ts';
import type { OpenAccount } from '../account/open-account.ts';
import type { PaidCall } from '../call/paid-call.ts';
import type { Deadline } from '../call/prepared-call.ts';
import type { CallOptions, JobView, Reply } from '../call/reply.ts';
import { StillCounts } from '../errors/still-counts.ts';
import { UnknownJob } from '../errors/unknown-job.ts';
import { toJobView } from './job-view.ts';
import type { Jobs } from './jobs.ts';

export interface RecordedJobsDependencies {
  /** Ledger view limited to this caller. */
  readonly ledger: Ledger;
  readonly account: OpenAccount;
  readonly paidCall: Pick<PaidCall, 'wait'>;
  readonly jobs: Jobs;
  readonly deadlineOf: (options: CallOptions) => Deadline;
}

/** Waits for, lists, watches and deletes recorded jobs. */
export class RecordedJobs {
  readonly #dependencies: RecordedJobsDependencies;

  constructor(dependencies: RecordedJobsDependencies) {
    this.#dependencies = dependencies;
  }

  /** Waits for a job and returns its state and result. Rejects with `UnknownJob`, or with the error that the job ended with. */
  async wait(
    id: string,
    options: CallOptions,
  ): Promise<JobView & Pick<Reply, 'raw' | 'started' | 'leftUnread' | 'file' | 'unexpected' | 'shows'>> {
    const { paidCall, deadlineOf } = this.#dependencies;
    const account = await this.#dependencies.account.toRead();
    const reply = await paidCall.wait(id, options, deadlineOf(options));
    const { data, raw, leftUnread, started, file, unexpected, shows } = reply;
    // State and data must be of the same moment, although the job may end after the wait.
    const job = reply.job ?? (await this.#viewOf(account, id));
    return {
      ...job,
      data: data ?? job.data,
      raw,
      leftUnread,
      started,
      file,
      unexpected,
      shows,
    };
  }

  async #viewOf(account: string, id: string): Promise<JobView> {
    const entry = await this.#dependencies.ledger.find(account, id);
    if (!entry) throw new UnknownJob(id);
    const { data: _, ...view } = toJobView(entry);
    return view;
  }

  /** Polls a job and calls `onChange` at each change of its state or progress; `over` settles when polling ends. Rejects with `UnknownJob`. */
  async watch(
    id: string,
    { onChange, signal }: { readonly onChange: () => void; readonly signal: AbortSignal },
  ): Promise<{ over: Promise<void> }> {
    const { ledger, jobs } = this.#dependencies;
    const entry = await ledger.find(await this.#dependencies.account.toRead(), id);
    if (!entry) throw new UnknownJob(id);
    return { over: jobs.watch(entry, onChange, signal) };
  }

  /** Jobs without their results, newest first. */
  async list({
    state,
    limit = 50,
  }: { readonly state?: string | undefined; readonly limit?: number | undefined } = {}): Promise<JobView[]> {
    const account = await this.#dependencies.account.toRead();
    const states = state ? { states: [state as JobState] } : {};
    const entries = await this.#dependencies.ledger.list(account, { ...states, limit });
    return entries.map((entry) => {
      const { data: _, ...view } = toJobView(entry);
      return view;
    });
  }

  /** Stops polling the job and deletes its answer; its charge stays in the ledger. Rejects with `UnknownJob`, or `StillCounts` if it is not settled. */
  async forget(id: string): Promise<void> {
    const account = await this.#dependencies.account.toRead();
    const entry = await this.#dependencies.ledger.find(account, id);
    if (!entry) throw new UnknownJob(id);
    if (entry.money !== 'settled' && entry.money !== 'released') throw new StillCounts(id, entry.money);
    const isOver = entry.state === 'completed' || entry.state === 'failed';
    const end = isOver ? {} : { state: 'failed' as const, error: 'forgotten by the operator' };
    await this.#dependencies.ledger.record(id, { ...end, delivered: true, answer: null, started: null });
  }
}
