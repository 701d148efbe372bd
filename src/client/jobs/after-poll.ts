import type { Job, Operation } from '../../catalog/index.ts';
import type { Entry, EntryChange } from '../../state/index.ts';
import { StateUnavailable } from '../../state/sql/state-unavailable.ts';
import { platformState } from '../../base/text/platform-state.ts';
import { quoted } from '../../base/text/quoted.ts';
import { chargeOfFailure, chargeOfSuccess } from '../money/charge.ts';
import { pick } from '../http/request/path.ts';
import { giveUpMs, unnamedPatienceMs, withPatience } from './baseline.ts';
import type { JobStatus } from './job-status.ts';
import { isVisibilityError } from '../errors.ts';

/** Consecutive 404 or 410 answers after which a job is given up. */
const maxConsecutiveNotFound = 3;

/** What every answered poll changes. */
const polled: EntryChange = { consecutivePollFailures: 0, consecutiveNotFound: 0 };

/** The change that a poll's answer makes. An unreadable state leaves the job running: the platform may add states. */
export function afterPoll(
  started: Operation,
  entry: Entry,
  jobStatus: JobStatus | undefined,
  rawJson: unknown,
): EntryChange {
  if (!jobStatus) return polled;
  const statusChange: EntryChange = {
    ...polled,
    platformState: platformState(jobStatus.platformState),
    progress: jobStatus.progress,
  };
  if (jobStatus.kind === 'open') return { ...statusChange, state: 'running', delivered: false };
  if (jobStatus.kind === 'asks') return { ...statusChange, state: 'needs_you', answer: rawJson };
  const inDoubt = doubtful(entry);
  if (jobStatus.kind === 'lost')
    return { ...statusChange, ...afterGivingUp(started, entry, rawJson, jobStatus.reason ?? ''), ...inDoubt };
  if (jobStatus.kind === 'done') {
    const charge = jobStatus.unconfirmed ? inDoubt : chargeOfSuccess(started, entry, rawJson);
    return { ...statusChange, state: 'completed', delivered: false, progress: 100, answer: rawJson, ...charge };
  }
  return {
    ...statusChange,
    state: 'failed',
    error: failureText(jobStatus),
    answer: rawJson,
    ...(jobStatus.unconfirmed ? inDoubt : chargeOfFailure(started, entry, entry.money, rawJson)),
  };
}

/** What the platform says of a job that failed. */
export const failureText = ({ reason, platformState: stated }: JobStatus): string =>
  reason === undefined
    ? `the platform says ${String(platformState(stated))}`
    : `the platform says: ${quoted(reason, 280)}`;

/** The change for a job whose end the platform does not show: it is over with the answer that is there, or its outcome is unknown. */
function afterGivingUp(started: Operation, entry: Entry, rawJson: unknown, error: string): EntryChange {
  const answer = answerOf(started.job as Job, rawJson, entry);
  if (answer === undefined) return { state: 'unknown', error };
  return { state: 'completed', delivered: false, progress: 100, answer };
}

/** The latest answer that holds the requested output; undefined if none does, or if the declared job has no output before its end. */
const answerOf = ({ answered }: Job, rawJson: unknown, entry: Entry): unknown =>
  answered === undefined ? undefined : [rawJson, entry.answer].find((one) => (pick(one, answered) ?? '') !== '');

/** The money of a job whose end is not known: a charge that was due at the end is in doubt. */
const doubtful = ({ money }: Entry): EntryChange => ({ money: money === 'due' ? 'in_doubt' : undefined });

/**
 * The change that a failed poll makes: the job is given up once it has been removed, or has not appeared for too long.
 * A poll that was held back until a stated time is not a failure of the job.
 * @param elapsed milliseconds since the start
 */
export function afterFailedPoll(started: Operation, entry: Entry, error: unknown, elapsed: number): EntryChange {
  const job = started.job as Job;
  const status = isVisibilityError(error) ? error.status : undefined;
  const isMissing = status === 404 || status === 410;
  const consecutiveNotFound = isMissing ? entry.consecutiveNotFound + 1 : 0;
  const consecutivePollFailures = entry.consecutivePollFailures + (wasHeldBack(error) ? 0 : 1);
  const counts: EntryChange = { consecutivePollFailures, consecutiveNotFound };
  // A resource that is still being created may answer 404; only one that was seen before can have been removed.
  const wasSeen = entry.consecutivePollFailures < entry.polls || status === 410;
  const patienceMs = answerOf(job, null, entry) === undefined ? giveUpMs(job) : unnamedPatienceMs(job);
  if (consecutiveNotFound >= maxConsecutiveNotFound && (wasSeen || elapsed >= patienceMs)) {
    const reason = `the platform no longer knows the job: ${(error as Error).message}`;
    return { ...counts, ...afterGivingUp(started, entry, null, reason), ...doubtful(entry) };
  }
  if (!hasAnswered(error) || consecutivePollFailures < maxConsecutiveNotFound) return counts;
  const jobStatus = withPatience(undefined, job, entry, elapsed, false);
  return { ...afterPoll(started, entry, jobStatus, null), ...counts };
}

/** Whether a poll failed although the platform answered, because the answer says nothing about a job. Decoding errors are no `VisibilityError`. */
const hasAnswered = (failure: unknown): boolean =>
  isVisibilityError(failure)
    ? failure.status !== undefined && ![401, 403, 429].includes(failure.status)
    : !(failure instanceof StateUnavailable);

/** Whether the rate limit did not let a poll be sent. */
const wasHeldBack = (failure: unknown): boolean =>
  isVisibilityError(failure) && failure.outcome === 'not_sent' && failure.retryAfter !== undefined;
