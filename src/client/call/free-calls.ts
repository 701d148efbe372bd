import type { Arguments, Operation } from '../../catalog/operation.ts';
import { OutcomeUnknown } from '../errors/outcome-unknown.ts';
import { Unreachable } from '../errors/unreachable.ts';
import type { ReadOptions } from '../money/reconciler.ts';
import { decodeResponse, type DecodedResponse } from '../transport/decode-response.ts';
import { minAnswerMs, type Send } from '../transport/sender.ts';
import type { WireResponse } from '../transport/transport.ts';
import { encode } from './encode.ts';
import type { PreparedCall } from './prepared-call.ts';
import type { Reply } from './reply.ts';
import { reportWait } from './report-wait.ts';

/** Calls that cost nothing and start no job: they are sent and answered, and leave no record. */
export class FreeCalls {
  readonly #send: Send;
  readonly #maxWaitSeconds: number;

  constructor(send: Send, maxWaitSeconds: number) {
    this.#send = send;
    this.#maxWaitSeconds = maxWaitSeconds;
  }

  /** Carries out a caller's free call. */
  async call({ operation, input, request, options, deadline }: PreparedCall): Promise<Reply> {
    const response = await this.#send(operation, input, request, {
      urgency: 'call',
      slotWaitMs: deadline.waitMs,
      deadlineMs: deadline.leftToAnswer(),
      signal: options.signal,
      onWait: reportWait(options),
      ...(options.trace ? { leaving: options.trace.leaving, notTaken: options.trace.notTaken } : {}),
    });
    return toReply(await decodeFree(operation, response));
  }

  /**
   * Makes a free read that the program itself needs. `deadlineMs` is by default a quarter of what a call may take, since a
   * call may need several reads. Slots are waited for as long as a call may block.
   */
  async read(
    operation: Operation,
    input: Arguments,
    options: ReadOptions = { urgency: 'call' },
    deadlineMs = Math.max(minAnswerMs, this.#maxWaitSeconds * 250),
  ): Promise<DecodedResponse> {
    const response = await this.#send(operation, input, await encode(operation, input), {
      ...options,
      slotWaitMs: Math.max(deadlineMs, this.#maxWaitSeconds * 1000),
      deadlineMs,
    });
    return decodeFree(operation, response);
  }
}

async function decodeFree(operation: Operation, response: WireResponse): Promise<DecodedResponse> {
  try {
    return await decodeResponse(operation, response);
  } catch {
    const says = `The platform answered ${response.status} to ${operation.name}, and the answer cannot be read: it is not what the contract says.`;
    if (operation.effect === 'read')
      throw new Unreachable(
        says,
        'Nothing was changed. Repeat the call later; this does not mean that there is nothing.',
        response.status,
      );
    throw new OutcomeUnknown(says, 'Look whether its effect is there before repeating it.', response.status);
  }
}

const toReply = ({ data, page, raw, incomplete, leftUnread }: DecodedResponse): Reply => ({
  data,
  ...(page ? { page } : {}),
  ...(incomplete ? { incomplete } : {}),
  ...(raw ? { raw } : {}),
  ...(leftUnread ? { leftUnread } : {}),
});
