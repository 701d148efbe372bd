import { AsyncLocalStorage } from 'node:async_hooks';
import type { AcknowledgeDelivery } from '../../client/call/reply.ts';

type RequestId = string | number;

const current = new AsyncLocalStorage<PendingAcknowledgements>();

/**
 * The answers of a connection on their way out. Paid ends that an answer tells count as heard once it is written, and
 * not before: a process that dies with the answer in its hands leaves them to the next identical call.
 */
export class PendingAcknowledgements {
  readonly #ends = new Map<RequestId, AcknowledgeDelivery[]>();

  /** What comes in by `work` belongs to this connection, whenever and wherever it is answered. */
  run<T>(work: () => T): T {
    return current.run(this, work);
  }

  add(id: RequestId, end: AcknowledgeDelivery): void {
    this.#ends.set(id, [...(this.#ends.get(id) ?? []), end]);
  }

  /** Takes out what the answer to that request tells. */
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

/** Takes note of ends that the answer to a request tells. Without a connection they are told at once. */
export const deferAcknowledgementOf =
  (id: RequestId) =>
  async (end: AcknowledgeDelivery): Promise<void> => {
    const pending = current.getStore();
    if (pending) pending.add(id, end);
    else await end(true);
  };

/** The answer is written (`true`), or whoever asked had stopped listening (`false`). Never rejects. */
export async function acknowledgeAll(ends: readonly AcknowledgeDelivery[], heard: boolean): Promise<void> {
  await Promise.all(ends.map((end) => end(heard)));
}
