import { AsyncLocalStorage } from 'node:async_hooks';
import type { AcknowledgeDelivery } from '../../client/call/reply.ts';

type RequestId = string | number;

const current = new AsyncLocalStorage<PendingAcknowledgements>();

/**
 * The results of paid calls that the answers of a connection carry. A result counts as delivered once its answer is
 * written, and not before: a process that dies with an unwritten answer leaves the result to the next identical call.
 */
export class PendingAcknowledgements {
  readonly #ends = new Map<RequestId, AcknowledgeDelivery[]>();

  /** Requests that `work` takes in belong to this connection, whenever and wherever they are answered. */
  run<T>(work: () => T): T {
    return current.run(this, work);
  }

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

/** Defers acknowledgements until the answer to a request is written. Without a connection they are made at once. */
export const deferAcknowledgementOf =
  (id: RequestId) =>
  async (end: AcknowledgeDelivery): Promise<void> => {
    const pending = current.getStore();
    if (pending) pending.add(id, end);
    else await end(true);
  };

/** Confirms delivery (`true`), or reports that the caller had stopped listening (`false`). Never rejects. */
export async function acknowledgeAll(ends: readonly AcknowledgeDelivery[], delivered: boolean): Promise<void> {
  await Promise.all(ends.map((end) => end(delivered)));
}
