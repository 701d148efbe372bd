import type { Deliveries } from '../implementation.ts';
import type { PlatformTime } from '../platform-time.ts';
import type { World } from '../world.ts';

/**
 * Sends outgoing requests when they are due. Jobs are otherwise carried out only when a request arrives. Returns what
 * to call when there may be something new to send.
 */
export function startDeliveries(
  world: World,
  time: PlatformTime,
  all: readonly Deliveries[],
  closing: AbortSignal,
): () => void {
  let waiting = new AbortController();
  let running = false;

  function nextDue(): number | undefined {
    const times = all.map((deliveries) => deliveries.nextDue(world)).filter((due) => due !== undefined);
    return times.length ? Math.min(...times) : undefined;
  }

  async function run(): Promise<void> {
    for (;;) {
      world.jobs.advance(world, world.now());
      for (const deliveries of all) await deliveries.send(world, closing);
      const next = closing.aborted ? undefined : nextDue();
      if (next === undefined) return;
      waiting = new AbortController();
      await time.until(next, AbortSignal.any([closing, waiting.signal])).catch(() => undefined);
      if (closing.aborted) return;
    }
  }

  return () => {
    waiting.abort();
    if (running || closing.aborted || nextDue() === undefined) return;
    running = true;
    void run().finally(() => (running = false));
  };
}
