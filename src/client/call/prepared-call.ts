import type { Arguments, Operation } from '../../catalog/operation.ts';
import type { Clock } from '../../clock.ts';
import { minAnswerMs } from '../transport/sender.ts';
import { encode, type WireRequest } from '../request/encode.ts';
import { fingerprint } from '../request/fingerprint.ts';
import type { CallOptions } from './reply.ts';
import { validate } from '../request/validate.ts';

/** A call whose arguments are checked and encoded. Nothing has been sent yet. */
export interface PreparedCall {
  readonly operation: Operation;
  readonly input: Arguments;
  readonly request: WireRequest;
  /** Equal for calls that are one: docs/decisions/0020. */
  readonly fingerprint: string;
  readonly options: CallOptions;
  readonly deadline: Deadline;
}

/** How long a call may block its caller. */
export interface Deadline {
  /** Milliseconds in all: also how long the call waits for a slot. */
  readonly waitMs: number;
  /** Milliseconds that are left; 0 when the time is up. */
  remainingMs(): number;
  /** The same for a request, which always has enough time to be answered. */
  remainingMsToAnswer(): number;
}

export function deadlineIn(waitMs: number, clock: Clock): Deadline {
  const until = clock.steady() + waitMs;
  return {
    waitMs,
    remainingMs: () => Math.max(0, until - clock.steady()),
    remainingMsToAnswer: () => Math.max(minAnswerMs, until - clock.steady()),
  };
}

/**
 * Rejects with `InvalidArguments` or `FileRefused`.
 * @param secretFiles real paths of files that are never uploaded
 */
export async function prepareCall(
  operation: Operation,
  given: Arguments,
  options: CallOptions,
  { clock, waitMs, secretFiles }: { clock: Clock; waitMs: number; secretFiles: ReadonlySet<string> },
): Promise<PreparedCall> {
  const input = validate(operation, given);
  const { files } = options;
  const encoded = (one: Arguments): Promise<WireRequest> => encode(operation, one, { secret: secretFiles, files });
  const request = await encoded(input);
  const compared = options.comparedAs ? await encoded(validate(operation, options.comparedAs)) : request;
  const deadline = deadlineIn(waitMs, clock);
  return { operation, input, request, fingerprint: fingerprint(compared), options, deadline };
}
