import type { Arguments, Operation } from '../../catalog/index.ts';
import type { Clock } from '../../base/index.ts';
import { minAnswerMs, type Sending } from '../http/transport/sender.ts';
import { encode, type WireRequest } from '../http/request/encode.ts';
import { fingerprint } from '../http/request/fingerprint.ts';
import type { CallOptions } from './reply.ts';
import { readOperationArguments, validate } from '../http/request/validate.ts';

/** A call whose arguments are checked and encoded. Nothing has been sent yet. */
export interface PreparedCall {
  readonly operation: Operation;
  readonly input: Arguments;
  readonly request: WireRequest;
  /** Idempotency key: equal for calls that count as the same one (docs/decisions/0020). */
  readonly fingerprint: string;
  readonly options: CallOptions;
  readonly deadline: Deadline;
}

/** How long a call may block its caller. */
export interface Deadline {
  /** Milliseconds in total that it may wait for a rate-limit slot. */
  readonly roomMs: number;
  /** Milliseconds that it may still wait for its job; 0 once the deadline has passed. */
  remainingMs(): number;
  /** Milliseconds for a request: the rest of `roomMs`, but at least enough for an answer. */
  remainingMsToAnswer(): number;
}

/** The deadline of a call that begins now. */
export function deadlineOf(
  { waitSeconds, roomSeconds }: Pick<CallOptions, 'waitSeconds' | 'roomSeconds'>,
  { clock, maxWaitSeconds }: Pick<Preparation, 'clock' | 'maxWaitSeconds'>,
): Deadline {
  const begunAt = clock.steady();
  const waitMs = (waitSeconds ?? maxWaitSeconds) * 1000;
  const roomMs = roomSeconds === undefined ? waitMs : roomSeconds * 1000;
  return {
    roomMs,
    remainingMs: () => Math.max(0, begunAt + waitMs - clock.steady()),
    remainingMsToAnswer: () => Math.max(minAnswerMs, begunAt + roomMs - clock.steady()),
  };
}

/** How the requests of a call are sent for its caller. */
export const sendingOf = ({ options, deadline }: Pick<PreparedCall, 'options' | 'deadline'>): Sending => ({
  urgency: 'call',
  slotWaitMs: deadline.roomMs,
  signal: options.signal,
  onWait: options.onProgress && reportWait(options.onProgress),
  beforeAttempt: options.beforeAttempt,
});

/** Waits shorter than this many milliseconds are not reported. */
const minReportedMs = 1_000;

/** Returns a callback that reports a wait for a rate limit as progress. */
const reportWait =
  (onProgress: NonNullable<CallOptions['onProgress']>): NonNullable<Sending['onWait']> =>
  ({ ms, bucket }) => {
    if (ms < minReportedMs) return;
    const limit = bucket === 'token' ? "the platform's rate limit" : "the platform's limit for this operation";
    onProgress({ percent: 0, message: `Waiting ${Math.ceil(ms / 1000)} s for ${limit}` });
  };

/** What the preparation of a call depends on. */
export interface Preparation {
  readonly clock: Clock;
  /** Seconds that a call may block unless its options say otherwise. */
  readonly maxWaitSeconds: number;
  /** Real paths of files that are never uploaded. */
  readonly secretFiles: ReadonlySet<string>;
}

/** Validates and encodes the arguments of a call, and starts its deadline. Rejects with `invalid_arguments`. */
export async function prepareCall(
  operation: Operation,
  args: Arguments,
  options: CallOptions,
  preparation: Preparation,
): Promise<PreparedCall> {
  const input = validate(operation, args);
  const { files } = options;
  const encoded = (one: Arguments): Promise<WireRequest> =>
    encode(operation, one, { secret: preparation.secretFiles, files });
  const request = await encoded(input);
  const compared = options.comparedAs
    ? await encoded(validate(operation, readOperationArguments(operation, options.comparedAs)))
    : request;
  const deadline = deadlineOf(options, preparation);
  return { operation, input, request, fingerprint: fingerprint(compared), options, deadline };
}
