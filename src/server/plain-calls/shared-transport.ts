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
 * Takes the plain calls of clients without sessions to one server, where the SDK makes a server and a transport for each. It extends
 * the SDK's transport since a server learns from that class alone which revision it serves.
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
