import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { CallAnswer } from './call-answer.ts';
import { OpenCalls } from './open-calls.ts';
import type { PlainCall } from './plain-call.ts';

/** The SDK's transport of a session, which also takes plain calls as they are. */
export class SessionTransport extends WebStandardStreamableHTTPServerTransport {
  readonly #calls = new OpenCalls();

  /** False where the server does not take the call: nothing is written then. */
  call(call: PlainCall, request: Request, answer: CallAnswer): boolean {
    return this.#calls.deliver(call, answer, (message) => this.onmessage?.(message, { request }));
  }

  /** The client has cancelled a request. */
  cancelled(id: string | number): void {
    this.#calls.cancel(id, (message) => this.onmessage?.(message));
  }

  override async send(...sent: Parameters<WebStandardStreamableHTTPServerTransport['send']>): Promise<void> {
    if (!this.#calls.take(...sent)) await super.send(...sent);
  }

  override async close(): Promise<void> {
    this.#calls.close();
    await super.close();
  }
}
