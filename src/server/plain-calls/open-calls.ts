import { randomUUID } from 'node:crypto';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import type { CallAnswer } from './call-answer.ts';
import type { PlainCall } from './plain-call.ts';

type RequestId = string | number;

interface Open {
  /** The client's id. */
  readonly id: RequestId;
  readonly answer: CallAnswer;
}

/**
 * The calls of a server that are answered straight to their connections, and which of its messages belong to them. The server
 * knows each by an id of its own, since ids of clients need not differ.
 */
export class OpenCalls {
  readonly #open = new Map<RequestId, Open>();
  /** Begins the ids: no client guesses them. */
  readonly #prefix = randomUUID();
  #latest = 0;
  /** The call that is being delivered, as long as its server has not refused it. */
  #delivering: RequestId | undefined;
  #isClosed = false;

  /**
   * Delivers a call to its server. False where that refuses it at once, or the calls are closed: then no handler has run, and
   * nothing is written.
   */
  deliver({ message }: PlainCall, answer: CallAnswer, deliver: (message: JSONRPCMessage) => void): boolean {
    if (this.#isClosed) return false;
    const own = `${this.#prefix}.${++this.#latest}`;
    this.#open.set(own, { id: message.id, answer });
    this.#delivering = own;
    try {
      deliver({ ...message, id: own });
      if (this.#delivering !== own) return false;
      answer.wait();
      return true;
    } finally {
      this.#delivering = undefined;
    }
  }

  /** Whether the message belongs to one of the calls; then it is written there. */
  take(message: JSONRPCMessage, options?: { readonly relatedRequestId?: RequestId | undefined }): boolean {
    const isAnswer = !('method' in message);
    const own = isAnswer ? message.id : options?.relatedRequestId;
    const open = own === undefined ? undefined : this.#open.get(own);
    if (own === undefined || !open) return false;
    if (!isAnswer) open.answer.send(message);
    else {
      this.#open.delete(own);
      // A handler answers later than in the moment of delivery.
      if (this.#delivering === own) this.#delivering = undefined;
      else open.answer.end({ ...message, id: open.id });
    }
    return true;
  }

  /** Cancels the calls that their client knows by that id: they are not answered any more. */
  cancel(id: RequestId, deliver: (message: JSONRPCMessage) => void): void {
    for (const [own, open] of this.#open) {
      if (open.id !== id) continue;
      deliver({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: own } });
      this.#end(own, open);
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const [own, open] of this.#open) this.#end(own, open);
  }

  #end(own: RequestId, { answer }: Open): void {
    this.#open.delete(own);
    answer.end();
  }
}
