import type { Clock } from '../../../src/base/index.ts';
import type { Deliveries, Outgoing } from '../implementation.ts';
import type { PlatformTime } from '../platform-time.ts';
import type { World } from '../world.ts';

/** Maximum requests in progress. */
const maxUnderWay = 20;

export interface DeliveryParts {
  readonly world: World;
  readonly time: PlatformTime;
  readonly clock: Clock;
  readonly all: readonly Deliveries[];
  readonly closing: AbortSignal;
}

/**
 * Sends outgoing requests when they are due, so that a slow receiver does not delay others. Otherwise, jobs run only when a
 * request arrives. Returns a function to call when there may be something new to send.
 */
export function startDeliveries({ world, time, clock, all, closing }: DeliveryParts): () => void {
  const underWay = new Set<string>();
  let waiting = new AbortController();
  let running = false;

  const wake = (): void => {
    waiting.abort();
    if (running || closing.aborted) return;
    running = true;
    void run().finally(() => (running = false));
  };
  return wake;

  async function run(): Promise<void> {
    while (!closing.aborted) {
      waiting = new AbortController();
      const next = sendDue();
      if (next === undefined) return;
      await time.until(next, AbortSignal.any([closing, waiting.signal])).catch(() => undefined);
    }
  }

  /** Starts requests that are due. Returns the platform time at which there may be more. */
  function sendDue(): number | undefined {
    world.jobs.advance(world, world.now());
    const times: number[] = [];
    for (const deliveries of all) {
      for (const outgoing of deliveries.outgoing(world)) {
        if (underWay.has(outgoing.id)) continue;
        if (outgoing.due > world.now()) times.push(outgoing.due);
        else if (underWay.size < maxUnderWay) void send(outgoing);
      }
      const expected = deliveries.expected(world);
      if (expected !== undefined) times.push(expected);
    }
    return times.length > 0 ? Math.min(...times) : undefined;
  }

  async function send({ id, attempt }: Outgoing): Promise<void> {
    underWay.add(id);
    try {
      const record = await attempt({ clock, signal: closing });
      if (!closing.aborted) world.store.atomically(record);
    } finally {
      underWay.delete(id);
      wake();
    }
  }
}
