import type { ServerContext } from '@modelcontextprotocol/server';
import type { AcknowledgeDelivery } from '../../client/calls/reply.ts';
import type { ToolContext } from '../../tools/index.ts';

type RequestId = string | number;

/**
 * Acknowledgements that wait until answers are written, by request. A result counts as delivered only once its answer is
 * written: if the process dies before that, the next identical call gets the result.
 */
export class PendingAcknowledgements {
  readonly #byRequest = new Map<RequestId, AcknowledgeDelivery[]>();

  add(id: RequestId, acknowledge: AcknowledgeDelivery): void {
    this.#byRequest.set(id, [...(this.#byRequest.get(id) ?? []), acknowledge]);
  }

  /** Removes and returns the acknowledgements of one answer. */
  take(id: RequestId): readonly AcknowledgeDelivery[] {
    const pending = this.#byRequest.get(id) ?? [];
    this.#byRequest.delete(id);
    return pending;
  }

  /** Removes and returns the acknowledgements of all answers. */
  takeAll(): readonly AcknowledgeDelivery[] {
    return [...this.#byRequest.keys()].flatMap((id) => this.take(id));
  }
}

/** The acknowledgements of each HTTP request. The SDK passes the same `Request` object to the handlers. */
const ofRequests = new WeakMap<Request, PendingAcknowledgements>();

/** The acknowledgements that wait for the answer to an HTTP request. */
export function acknowledgementsOf(request: Request): PendingAcknowledgements {
  const pending = ofRequests.get(request) ?? new PendingAcknowledgements();
  ofRequests.set(request, pending);
  return pending;
}

/**
 * Defers acknowledgements until the answer to a request is written. If nobody reports that moment, they are made at once. The
 * answer to a cancelled request will not be written, so that delivery is reported as failed.
 * @param connection the acknowledgements of the connection, if the request is not an HTTP request
 */
export const deferAcknowledgementOf =
  (
    { mcpReq, http }: ServerContext,
    connection: PendingAcknowledgements | undefined,
  ): NonNullable<ToolContext['deferAcknowledgement']> =>
  async (acknowledge) => {
    if (mcpReq.signal.aborted) return acknowledge(false);
    const pending = http?.req ? acknowledgementsOf(http.req) : connection;
    if (!pending) return acknowledge(true);
    pending.add(mcpReq.id, acknowledge);
  };

/** Confirms delivery (`true`), or reports that the caller had stopped listening (`false`). Never rejects. */
export async function acknowledgeAll(
  acknowledgements: readonly AcknowledgeDelivery[],
  delivered: boolean,
): Promise<void> {
  await Promise.all(acknowledgements.map((acknowledge) => acknowledge(delivered)));
}
