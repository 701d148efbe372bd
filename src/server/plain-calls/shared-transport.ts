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
 * Takes the plain calls of clients without sessions to one server. The SDK makes a server, a
 * transport and a stream for each of them. It is one of the SDK's transports since a server takes the revision from these alone.
 */
export class SharedTransport extends PerRequestHTTPServerTransport {
  readonly #calls = new OpenCalls();

  constructor() {
    super({ classification });
  }

  /** False where the server does not take the call: nothing is written then. */
  call(call: PlainCall, request: Request, answer: CallAnswer): boolean {
    return this.#calls.deliver(call, answer, (message) => this.onmessage?.(message, { classification, request }));
  }

  override async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    this.#calls.take(message, options);
  }

  override async close(): Promise<void> {
    this.#calls.close();
    await super.close();
  }
}
