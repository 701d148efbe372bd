import type { JobState } from '../../base/job-states.ts';
import type { Entry } from '../../state/entry.ts';
import type { Ledger } from '../../state/ledger.ts';
import type { Account } from '../account/account.ts';
import type { PaidCall } from '../calls/paid-call.ts';
import type { Deadline } from '../calls/prepared-call.ts';
import type { CallOptions, JobView } from '../calls/reply.ts';
import type { Client } from '../client.ts';
import { toJobView } from './job-view.ts';
import { unknownJob } from '../refusals.ts';
import { VisibilityError } from '../errors.ts';

export interface RecordedJobsDependencies {
  /** Ledger view limited to this caller. */
  readonly ledger: Ledger;
  readonly account: Account;
  readonly paidCall: PaidCall;
  readonly deadlineOf: (options: CallOptions) => Deadline;
}

/** The client's methods that wait for, list and delete recorded jobs. */
export function recordedJobs({
  ledger,
  account,
  paidCall,
  deadlineOf,
}: RecordedJobsDependencies): Pick<Client, 'wait' | 'jobs' | 'forget'> {
  const find = async (id: string): Promise<Entry> => {
    const entry = await ledger.find(await account.toRead(), id);
    if (!entry) throw unknownJob(id);
    return entry;
  };
  return {
    async wait(id, options = {}) {
      await account.toRead();
      const reply = await paidCall.wait(id, options, deadlineOf(options));
      // State and data must be of the same moment, although the job may end after the wait.
      return { ...reply, job: reply.job ?? withoutData(await find(id)) };
    },

    async jobs({ operations, state, limit = 50 } = {}) {
      const states = state ? [state as JobState] : undefined;
      return (await ledger.list(await account.toRead(), { operations, states, limit })).map(withoutData);
    },

    async forget(id) {
      const { money, state } = await find(id);
      if (money !== 'settled' && money !== 'released')
        throw new VisibilityError('still_counts', `${id} still holds credits (${money}).`);
      const isOver = state === 'completed' || state === 'failed';
      const end = isOver ? {} : { state: 'failed' as const, error: 'forgotten by the operator' };
      await ledger.record(id, { ...end, delivered: true, answer: null, started: null });
    },
  };
}

function withoutData(entry: Entry): JobView {
  const { data: _, ...view } = toJobView(entry);
  return view;
}
