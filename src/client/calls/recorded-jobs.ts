import type { OperationName } from '../../catalog/operation-types.ts';
import type { JobState } from '../../base/job-states.ts';
import type { Entry } from '../../state/entry.ts';
import type { Ledger } from '../../state/ledger.ts';
import type { Account } from '../money/account.ts';
import type { PaidCall } from './paid-call.ts';
import type { Deadline } from './prepared-call.ts';
import type { CallOptions, JobReply, JobView } from './reply.ts';
import { toJobView } from '../jobs/job-view.ts';
import { unknownJob } from '../refusals.ts';
import { VisibilityError } from '../errors.ts';

/** Which recorded jobs are listed. */
export interface JobFilter {
  readonly operations?: readonly OperationName[] | undefined;
  readonly state?: string | undefined;
  readonly limit?: number | undefined;
}

/** Waits for, lists and deletes recorded jobs. */
export class RecordedJobs {
  readonly #ledger: Ledger;
  readonly #account: Account;
  readonly #paidCall: PaidCall;

  /** @param ledger view limited to this caller */
  constructor(ledger: Ledger, account: Account, paidCall: PaidCall) {
    this.#ledger = ledger;
    this.#account = account;
    this.#paidCall = paidCall;
  }

  async wait(id: string, options: CallOptions, deadline: Deadline): Promise<JobReply> {
    await this.#account.toRead();
    const reply = await this.#paidCall.wait(id, options, deadline);
    // State and data must be of the same moment, although the job may end after the wait.
    return { ...reply, job: reply.job ?? withoutData(await this.#find(id)) };
  }

  async list({ operations, state, limit = 50 }: JobFilter): Promise<JobView[]> {
    const states = state ? [state as JobState] : undefined;
    const entries = await this.#ledger.list(await this.#account.toRead(), { operations, states, limit });
    return entries.map(withoutData);
  }

  async forget(id: string): Promise<void> {
    const { money, state } = await this.#find(id);
    if (money !== 'settled' && money !== 'released')
      throw new VisibilityError('still_counts', `${id} still holds credits (${money}).`);
    const isOver = state === 'completed' || state === 'failed';
    const end = isOver ? {} : { state: 'failed' as const, error: 'forgotten by the operator' };
    await this.#ledger.record(id, { ...end, delivered: true, answer: null, started: null });
  }

  async #find(id: string): Promise<Entry> {
    const entry = await this.#ledger.find(await this.#account.toRead(), id);
    if (!entry) throw unknownJob(id);
    return entry;
  }
}

function withoutData(entry: Entry): JobView {
  const { data: _, ...view } = toJobView(entry);
  return view;
}
