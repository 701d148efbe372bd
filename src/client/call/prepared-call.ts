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
  /** Idempotency key: equal for calls that count as the same one (docs/decisions/0020). */
  readonly fingerprint: string;
  readonly options: CallOptions;
  readonly deadline: Deadline;
}

/** How long a call may block its caller. */
export interface Deadline {
  /** Milliseconds in total: also the maximum wait for a rate-limit slot. */
  readonly waitMs: number;
  /** Milliseconds until the deadline; 0 once it has passed. */
  remainingMs(): number;
  /** Milliseconds for a request: those until the deadline, but at least enough for an answer. */
  remainingMsToAnswer(): number;
}

/** The deadline `waitMs` milliseconds from now. */
export function deadlineIn(waitMs: number, clock: Clock): Deadline {
  const until = clock.steady() + waitMs;
  return {
    waitMs,
    remainingMs: () => Math.max(0, until - clock.steady()),
    remainingMsToAnswer: () => Math.max(minAnswerMs, until - clock.steady()),
  };
}

/**
 * Validates and encodes the arguments of a call, and starts its deadline. Rejects with `InvalidArguments` or `FileRefused`.
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
