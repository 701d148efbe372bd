import type { ServerContext } from '@modelcontextprotocol/server';
import type { AcknowledgeDelivery } from '../../client/call/reply.ts';
import type { ToolContext } from '../../tools/tool.ts';

type RequestId = string | number;

/**
 * Acknowledgements of the results that unwritten answers carry, by request. A result counts as delivered once its answer is
 * written, and not before: a process that dies with an unwritten answer leaves the result to the next identical call.
 */
export class PendingAcknowledgements {
  readonly #ends = new Map<RequestId, AcknowledgeDelivery[]>();

  add(id: RequestId, end: AcknowledgeDelivery): void {
    this.#ends.set(id, [...(this.#ends.get(id) ?? []), end]);
  }

  /** Removes and returns the acknowledgements of one answer. */
  take(id: RequestId): readonly AcknowledgeDelivery[] {
    const ends = this.#ends.get(id) ?? [];
    this.#ends.delete(id);
    return ends;
  }

  /** Removes and returns the acknowledgements of all answers. */
  takeAll(): readonly AcknowledgeDelivery[] {
    return [...this.#ends.keys()].flatMap((id) => this.take(id));
  }
}

/** What the answer to each HTTP request carries: the SDK hands the request to the handlers as it got it. */
const ofRequests = new WeakMap<Request, PendingAcknowledgements>();

/** The acknowledgements that the answer to an HTTP request carries. */
export function acknowledgementsOf(request: Request): PendingAcknowledgements {
  const pending = ofRequests.get(request) ?? new PendingAcknowledgements();
  ofRequests.set(request, pending);
  return pending;
}

/**
 * Defers acknowledgements until the answer to a request is written. Where nothing says when it is, they are made at once; that of a
 * cancelled request will not be written.
 *
 * @param connection of the connection that the request came by, where that is no HTTP request
 */
export const deferAcknowledgementOf =
  (
    { mcpReq, http }: ServerContext,
    connection: PendingAcknowledgements | undefined,
  ): NonNullable<ToolContext['deferAcknowledgement']> =>
  async (end) => {
    if (mcpReq.signal.aborted) return end(false);
    const pending = http?.req ? acknowledgementsOf(http.req) : connection;
    if (!pending) return end(true);
    pending.add(mcpReq.id, end);
  };

/** Confirms delivery (`true`), or reports that the caller had stopped listening (`false`). Never rejects. */
export async function acknowledgeAll(ends: readonly AcknowledgeDelivery[], delivered: boolean): Promise<void> {
  await Promise.all(ends.map((end) => end(delivered)));
}
