import type { Arguments, Operation } from '../../catalog/index.ts';
import type { ReadOptions } from '../money/reconciler.ts';
import { isRepeatable } from '../http/transport/classify-response.ts';
import { minAnswerMs, type Send } from '../http/transport/sender.ts';
import type { WireResponse } from '../http/transport/transport.ts';
import { encode } from '../http/request/encode.ts';
import { type PreparedCall, sendingOf } from './prepared-call.ts';
import type { Reply } from './reply.ts';
import { type DecodedResponse, describeAnswer, readAnswer, throwIfRefused, unexpectedForm } from '../answers/index.ts';
import { VisibilityError } from '../errors.ts';

/** Sends calls that cost nothing and start no job. They have no entry in the ledger. */
export class FreeCalls {
  readonly #send: Send;
  readonly #maxWaitSeconds: number;

  constructor(send: Send, maxWaitSeconds: number) {
    this.#send = send;
    this.#maxWaitSeconds = maxWaitSeconds;
  }

  /**
   * Sends a caller's free call. Throws `Unreadable` or `OutcomeUnknown` if the answer cannot be decoded, in addition to
   * the errors of sending.
   */
  async call(call: PreparedCall): Promise<Reply> {
    const { operation, options } = call;
    return toReply(operation, await decodeFree(operation, await this.#sendCall(call), options.anyForm));
  }

  /** Sends a caller's free call, and returns the response without decoding it. */
  async observe(call: PreparedCall): Promise<WireResponse> {
    const response = await this.#sendCall(call);
    throwIfRefused(call.operation, response);
    return response;
  }

  #sendCall(call: PreparedCall): Promise<WireResponse> {
    const { operation, input, request, options, deadline } = call;
    const trace = isRepeatable(operation) ? undefined : options.trace;
    return this.#send(operation, input, request, {
      ...sendingOf(call),
      deadlineMs: deadline.remainingMsToAnswer(),
      beforeAttempt: async () => {
        await options.beforeAttempt?.();
        await trace?.beforeAttempt();
      },
      onNotAccepted: trace?.onNotAccepted,
    });
  }

  /**
   * Sends a free read that the client itself needs, such as one for a price. `deadlineMs` defaults to a quarter of the longest
   * wait of a call, since one call may need several reads; waiting for a rate-limit slot may take the whole of it.
   */
  readonly read = async (
    operation: Operation,
    input: Arguments,
    options: ReadOptions = { urgency: 'call' },
    deadlineMs = Math.max(minAnswerMs, this.#maxWaitSeconds * 250),
  ): Promise<DecodedResponse> => {
    const response = await this.#send(operation, input, await encode(operation, input), {
      ...options,
      slotWaitMs: Math.max(deadlineMs, this.#maxWaitSeconds * 1000),
      deadlineMs,
    });
    return decodeFree(operation, response, options.anyForm);
  };
}

/** Decodes the answer to a free call. Throws if it says nothing about the call, or is in another form and `anyForm` is not set. */
async function decodeFree(
  operation: Operation,
  response: WireResponse,
  anyForm: true | undefined,
): Promise<DecodedResponse> {
  const decoded = await readAnswer(operation, response);
  const isWhole = decoded.data === null || unexpectedForm(operation, decoded.data) === undefined;
  if (!decoded.isUnreadable && (anyForm || isWhole)) return decoded;
  throw undecodable(operation, response.status, describeAnswer(operation, decoded));
}

const undecodable = (operation: Operation, status: number, description: string): VisibilityError =>
  operation.effect === 'read'
    ? new VisibilityError('unreadable', `The platform answered ${status} to ${operation.name} with ${description}.`, {
        status,
      })
    : new VisibilityError(
        'outcome_unknown',
        `The platform answered ${status} to ${operation.name}, but not in the documented form: ${description}.`,
        { status, next: 'Check whether its effect is there before repeating it.' },
      );

const toReply = (
  operation: Operation,
  { status: _status, rawJson: _rawJson, isUnreadable: _isUnreadable, ...answer }: DecodedResponse,
): Reply => ({
  ...answer,
  unexpected: answer.data === null ? undefined : unexpectedForm(operation, answer.data),
});
