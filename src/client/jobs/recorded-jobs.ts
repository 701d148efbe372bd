import type { JobState } from '../../job-states.ts';
import type { Ledger } from '../../state/ledger.ts';
import type { OpenAccount } from '../account/open-account.ts';
import type { CallOutcomes } from '../call/call-outcomes.ts';
import type { Deadline } from '../call/prepared-call.ts';
import type { CallOptions, JobView, Reply } from '../call/reply.ts';
import { StillCounts } from '../errors/still-counts.ts';
import { UnknownJob } from '../errors/unknown-job.ts';
import { toJobView } from './job-view.ts';

/** Looks up, lists and drops jobs on record. */
export class RecordedJobs {
  readonly #ledger: Ledger;
  readonly #account: OpenAccount;
  readonly #outcomes: CallOutcomes;
  readonly #deadlineOf: (options: CallOptions) => Deadline;

  /** @param ledger the caller's own view of it */
  constructor(
    ledger: Ledger,
    account: OpenAccount,
    outcomes: CallOutcomes,
    deadlineOf: (options: CallOptions) => Deadline,
  ) {
    this.#ledger = ledger;
    this.#account = account;
    this.#outcomes = outcomes;
    this.#deadlineOf = deadlineOf;
  }

  async wait(id: string, options: CallOptions): Promise<JobView & Pick<Reply, 'raw' | 'started' | 'leftUnread'>> {
    const account = await this.#account.toRead();
    const reply = await this.#outcomes.wait(id, options, this.#deadlineOf(options), false);
    const { data: result, raw, leftUnread, started } = reply;
    const entry = await this.#ledger.find(account, id);
    if (!entry) throw new UnknownJob(id);
    return {
      ...toJobView(entry, { result }),
      ...(raw ? { raw } : {}),
      ...(leftUnread ? { leftUnread } : {}),
      ...(started === undefined ? {} : { started }),
    };
  }

  /** Newest first, without their results. */
  async list({ state, limit = 50 }: { readonly state?: string; readonly limit?: number } = {}): Promise<JobView[]> {
    const account = await this.#account.toRead();
    const states = state ? { states: [state as JobState] } : {};
    const entries = await this.#ledger.list(account, { ...states, limit });
    return entries.map((entry) => {
      const { data: _, ...view } = toJobView(entry);
      return view;
    });
  }

  /** Stops waiting for the job and drops its answer. Its charge stays in the ledger. */
  async forget(id: string): Promise<void> {
    const account = await this.#account.toRead();
    const entry = await this.#ledger.find(account, id);
    if (!entry) throw new UnknownJob(id);
    if (entry.money !== 'settled' && entry.money !== 'released') throw new StillCounts(id, entry.money);
    const isOver = entry.state === 'completed' || entry.state === 'failed';
    const end = isOver ? {} : { state: 'failed' as const, error: 'forgotten by the operator' };
    await this.#ledger.record(id, { ...end, delivered: true, answer: null, started: null });
  }
}
