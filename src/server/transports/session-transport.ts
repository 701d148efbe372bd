import { WebStandardStreamableHTTPServerTransport as SdkTransport } from '@modelcontextprotocol/server';
import { acknowledgeAll, acknowledgementsOf } from '../handlers/pending-acknowledgements.ts';
import { refusalResponse } from '../http-entry/http-refusal.ts';
import { cancelledId, isRequest, messagesIn } from '../http-entry/json-rpc.ts';

type RequestId = string | number;

/** The requests of one body, which are answered on one stream. */
interface Stream {
  readonly request: Request;
  /** Requests that are neither answered nor cancelled. */
  readonly open: Set<RequestId>;
  readonly cancelled: Set<RequestId>;
}

/**
 * The SDK's transport of a session, with two corrections. It ends the stream of a cancelled request, which the SDK leaves open together
 * with its connection. And it refuses an id that an open request already has, as the protocol demands: the SDK would answer both requests
 * on the stream of the later one, and never end the first stream.
 */
export class SessionTransport extends SdkTransport {
  readonly #streams = new Map<RequestId, Stream>();

  override async handleRequest(...[request, options]: Parameters<SdkTransport['handleRequest']>): Promise<Response> {
    const messages = messagesIn(options?.parsedBody);
    const ids = messages.filter((message) => isRequest(message)).map(({ id }) => id as RequestId);
    const open = new Set(ids);
    if (open.size < ids.length || ids.some((id) => this.#streams.has(id))) return refusalResponse(idInUse);
    const stream = { request, open, cancelled: new Set<RequestId>() };
    for (const id of ids) this.#streams.set(id, stream);
    const response = await super.handleRequest(request, options);
    if (!response.ok) for (const id of ids) this.#streams.delete(id);
    else for (const message of messages) await this.#cancel(cancelledId(message));
    return response;
  }

  override async send(...[message, options]: Parameters<SdkTransport['send']>): Promise<void> {
    await super.send(message, options);
    if (!('method' in message) && message.id !== undefined) await this.#end(message.id);
  }

  async #cancel(id: RequestId | undefined): Promise<void> {
    const stream = id === undefined ? undefined : this.#streams.get(id);
    if (!stream || id === undefined) return;
    void acknowledgeAll(acknowledgementsOf(stream.request).take(id), false);
    stream.cancelled.add(id);
    await this.#end(id);
  }

  async #end(id: RequestId): Promise<void> {
    const stream = this.#streams.get(id);
    this.#streams.delete(id);
    stream?.open.delete(id);
    if (!stream || stream.open.size > 0 || stream.cancelled.size === 0) return;
    this.closeSSEStream(id);
    // The stream is closed, so these errors are not written; but only an answer makes the SDK forget a request.
    for (const one of stream.cancelled)
      await super.send({ jsonrpc: '2.0', id: one, error: { code: -32_800, message: 'Request cancelled' } });
  }
}

const idInUse = { status: 400, code: -32_600, message: 'Invalid Request: another open request has this id' };
