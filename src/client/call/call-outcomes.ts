import { operationNamed } from '../../catalog/index.ts';
import type { Operation } from '../../catalog/operation.ts';
import type { Entry } from '../../state/entry.ts';
import { JobFailed } from '../errors/job-failed.ts';
import { OutcomeUnknown } from '../errors/outcome-unknown.ts';
import { UnknownJob } from '../errors/unknown-job.ts';
import { Unreachable } from '../errors/unreachable.ts';
import { watchArguments } from '../jobs/job-status.ts';
import { toJobView } from '../jobs/job-view.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { DecodedResponse } from '../transport/decode-response.ts';
import type { Acknowledgements } from './acknowledgements.ts';
import type { FreeCalls } from './free-calls.ts';
import type { PaidCallDispatcher } from './paid-call-dispatcher.ts';
import type { Deadline } from './prepared-call.ts';
import type { AcknowledgeDelivery, CallOptions, JobView, Reply } from './reply.ts';
import { beyondResult, hasShownOnce, whereItShows, withoutShownOnce } from './start-answer.ts';
import { resultOf } from '../jobs/result-of.ts';
import { keptIn, unexpectedForm, withoutKept } from './unexpected-form.ts';

export interface CallOutcomesDependencies {
  readonly jobs: Jobs;
  readonly dispatcher: PaidCallDispatcher;
  readonly acknowledgements: Acknowledgements;
  readonly reads: FreeCalls;
  /** Called for each charge of this process, with its credits. */
  readonly onCharged: (credits: number) => void;
  /** Called for each charge that is still to be looked up in the platform's history. */
  readonly onUnconfirmed: () => void;
}

/** Waits for calls on record, and turns their outcomes into replies and errors. */
export class CallOutcomes {
  readonly #dependencies: CallOutcomesDependencies;

  constructor(dependencies: CallOutcomesDependencies) {
    this.#dependencies = dependencies;
  }

  /** @param joined whether an earlier identical call started it */
  async wait(id: string, options: CallOptions, deadline: Deadline, joined: boolean): Promise<Reply> {
    const { jobs, dispatcher } = this.#dependencies;
    const { signal, onProgress } = options;
    const started = dispatcher.find(id);
    const entry = await jobs.follow(id, { waitMs: deadline.left(), signal, onProgress }, started);
    if (!entry) throw new UnknownJob(id);
    if ((entry.state === 'failed' || entry.state === 'unknown') && started) {
      await started;
      // The answer arrived after the store had already given the call up.
      return this.wait(id, options, deadline, joined);
    }
    throwFailure(entry);
    const fetched = entry.state === 'completed' ? await this.#fetchResult(entry, deadline, signal) : undefined;
    const reply = await this.#deliver(entry, fetched, options, joined);
    this.#reportCharge(entry, joined);
    return reply;
  }

  /** The reply, whose delivery its caller acknowledges. */
  async #deliver(
    entry: Entry,
    fetched: DecodedResponse | undefined,
    options: CallOptions,
    joined: boolean,
  ): Promise<Reply> {
    const operation = operationNamed(entry.operation);
    const delivery = {
      end: entry.state === 'completed' || entry.state === 'needs_you',
      oneTimeFields: !options.omitOneTimeFields && hasShownOnce(operation, entry.started),
    };
    const { acknowledgements } = this.#dependencies;
    if (delivery.end || delivery.oneTimeFields)
      await (options.deferAcknowledgement ?? acknowledgeNow)((received) =>
        acknowledgements.record(entry, received, delivery),
      );
    return toReply(operation, entry, fetched, { joined, ...delivery });
  }

  #reportCharge({ charged, confirmation }: Entry, joined: boolean): void {
    const { onCharged, onUnconfirmed } = this.#dependencies;
    if (charged === null || charged <= 0) return;
    if (!joined) onCharged(charged);
    if (confirmation === null) onUnconfirmed();
  }

  /** The result of a job whose result is another operation's answer. */
  async #fetchResult(
    { operation, watch, arguments: given, answer }: Entry,
    deadline: Deadline,
    signal: AbortSignal | undefined,
  ): Promise<DecodedResponse | undefined> {
    const { job } = operationNamed(operation);
    if (!job?.fetch || !watch) return undefined;
    const input = job.fetchWith ? watchArguments(job.fetchWith, given, answer) : watch.arguments;
    if (!input) return undefined;
    return this.#dependencies.reads.read(
      operationNamed(job.fetch),
      input,
      { urgency: 'call', signal, anyForm: true },
      deadline.leftToAnswer(),
    );
  }
}

/** A reservation that was released before its request was sent. */
export const isUnsent = ({ state, dispatchedAt }: Entry): boolean => state === 'failed' && dispatchedAt === null;

function throwFailure(entry: Entry): void {
  const reason = entry.error ?? 'no reason given';
  if (isUnsent(entry))
    throw new Unreachable(`${entry.operation} was not sent: ${reason}`, 'Repeat the call; nothing was sent.');
  if (entry.state === 'failed')
    throw new JobFailed(entry.operation, reason, { job_id: entry.id, charged: entry.charged ?? 0 });
  if (entry.state === 'unknown')
    throw new OutcomeUnknown(
      `${entry.operation} ${entry.id}: ${entry.error ?? 'its outcome is not known'}. It may have been charged (up to ${entry.estimate} credits).`,
      'Look whether its effect is there. To start another one all the same, repeat the call with again: true.',
      undefined,
      entry.started === null
        ? undefined
        : { started: withoutShownOnce(operationNamed(entry.operation), entry.started) },
    );
}

function toReply(
  operation: Operation,
  entry: Entry,
  fetched: DecodedResponse | undefined,
  { joined, end, oneTimeFields }: { joined: boolean; end: boolean; oneTimeFields: boolean },
): Reply {
  const result = fetched?.data ?? withoutKept(resultOf(entry));
  const data = end ? result : null;
  const isLater = isWithoutAnswer(operation, entry) && entry.started !== null;
  const { data: _, ...job }: JobView = toJobView(entry, { joined, result });
  const started = beyondResult(oneTimeFields ? entry.started : withoutShownOnce(operation, entry.started), data);
  return {
    data,
    started,
    page: fetched?.page,
    meta: fetched?.meta,
    incomplete: fetched?.incomplete,
    raw: fetched?.raw,
    leftUnread: fetched?.leftUnread,
    job: operation.job !== undefined || joined || entry.state !== 'completed' ? job : undefined,
    credits: job.credits,
    record: entry.id,
    file: keptIn(entry.answer),
    shows: isLater ? whereItShows(operation) : undefined,
    unexpected: end && !isLater ? unexpectedForm(fetched ? fetchedBy(operation) : operation, data) : undefined,
  };
}

/** Whether a call without a job is over, and nothing of what it made was in the answer. */
const isWithoutAnswer = ({ job }: Operation, { state, answer }: Entry): boolean =>
  job === undefined && state === 'completed' && answer === null;

const fetchedBy = (operation: Operation): Operation => operationNamed(operation.job?.fetch ?? operation.name);

const acknowledgeNow = (acknowledge: AcknowledgeDelivery): Promise<void> => acknowledge(true);
