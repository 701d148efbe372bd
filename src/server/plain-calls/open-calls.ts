import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import type { CallAnswer } from './call-answer.ts';

type RequestId = string | number;

/** The calls of a server that are answered straight to their connections, and which of its messages belong to them. */
export class OpenCalls {
  readonly #answers = new Map<RequestId, CallAnswer>();
  /** The call that is being delivered, as long as its server has not refused it. */
  #delivering: RequestId | undefined;
  #isClosed = false;

  /**
   * Delivers a call to its server. False where that refuses it at once, works on one of the same id or is closed: then no handler
   * has run, and nothing is written.
   *
   * @param id what the server knows it by
   */
  deliver(id: RequestId, answer: CallAnswer, deliver: () => void): boolean {
    if (this.#isClosed || this.#answers.has(id)) return false;
    this.#answers.set(id, answer);
    this.#delivering = id;
    try {
      deliver();
      if (this.#delivering !== id) return false;
      answer.wait();
      return true;
    } finally {
      this.#delivering = undefined;
    }
  }

  /** Whether the message belongs to one of the calls; then it is written there. */
  take(message: JSONRPCMessage, options?: { readonly relatedRequestId?: RequestId | undefined }): boolean {
    const isAnswer = !('method' in message);
    const id = isAnswer ? message.id : options?.relatedRequestId;
    const answer = id === undefined ? undefined : this.#answers.get(id);
    if (id === undefined || !answer) return false;
    if (!isAnswer) answer.send(message);
    else {
      this.#answers.delete(id);
      // A handler answers later than in the moment of delivery.
      if (this.#delivering === id) this.#delivering = undefined;
      else answer.end(message);
    }
    return true;
  }

  /** Ends a call that will not be answered: it was cancelled. */
  end(id: RequestId): void {
    const answer = this.#answers.get(id);
    this.#answers.delete(id);
    answer?.end();
  }

  close(): void {
    this.#isClosed = true;
    for (const id of this.#answers.keys()) this.end(id);
  }
}
