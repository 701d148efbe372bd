import {
  PerRequestHTTPServerTransport,
  type JSONRPCMessage,
  type TransportSendOptions,
} from '@modelcontextprotocol/server';
import type { CallAnswer } from './call-answer.ts';
import { OpenCalls } from './open-calls.ts';
import { modernRevision, type PlainCall } from './plain-call.ts';

const classification = { era: 'modern', revision: modernRevision } as const;

/**
 * Takes the plain calls of clients without sessions to one server, each under an id of its own. The SDK makes a server, a
 * transport and a stream for each of them. It is one of the SDK's transports since a server takes the revision from these alone.
 */
export class SharedTransport extends PerRequestHTTPServerTransport {
  readonly #calls = new OpenCalls();
  #latest = 0;

  constructor() {
    super({ classification });
  }

  /** False where the server does not take the call: nothing is written then. */
  call({ message }: PlainCall, request: Request, answer: CallAnswer): boolean {
    const id = ++this.#latest;
    return this.#calls.deliver(id, answer, () => this.onmessage?.({ ...message, id }, { classification, request }));
  }

  override async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    this.#calls.take(message, options);
  }

  override async close(): Promise<void> {
    this.#calls.close();
    await super.close();
  }
}
