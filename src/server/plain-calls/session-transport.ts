import { WebStandardStreamableHTTPServerTransport as SdkTransport } from '@modelcontextprotocol/server';
import { cancelledId, messagesIn } from '../http-entry/json-rpc.ts';
import type { CallAnswer } from './call-answer.ts';
import { OpenCalls } from './open-calls.ts';
import type { PlainCall } from './plain-call.ts';

/** The SDK's transport of a session, which also takes plain calls as they are. */
export class SessionTransport extends SdkTransport {
  readonly #calls = new OpenCalls();

  /** False where the server does not take the call: nothing is written then. */
  call(call: PlainCall, request: Request, answer: CallAnswer): boolean {
    return this.#calls.deliver(call, answer, (message) => this.onmessage?.(message, { request }));
  }

  /** Among what the SDK takes may be the cancellation of a plain call. */
  override async handleRequest(...[request, options]: Parameters<SdkTransport['handleRequest']>): Promise<Response> {
    const response = await super.handleRequest(request, options);
    if (!response.ok) return response;
    for (const message of messagesIn(options?.parsedBody)) {
      const cancelled = cancelledId(message);
      if (cancelled !== undefined) this.#calls.cancel(cancelled, (cancelling) => this.onmessage?.(cancelling));
    }
    return response;
  }

  override async send(...sent: Parameters<SdkTransport['send']>): Promise<void> {
    if (!this.#calls.take(...sent)) await super.send(...sent);
  }

  override async close(): Promise<void> {
    this.#calls.close();
    await super.close();
  }
}
