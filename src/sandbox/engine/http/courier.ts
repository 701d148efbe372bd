import { nextCallback, postCallbacks } from '../../families/audits/grounding/callback.ts';
import type { PlatformTime } from '../platform-time.ts';
import type { World } from '../world.ts';

/**
 * Posts callbacks when they are due, although nobody asks: jobs are otherwise carried out when a
 * request arrives. Returns what to call when there may be something new to wait for.
 */
export function startCourier(world: World, time: PlatformTime, closing: AbortSignal): () => void {
  let waiting = new AbortController();
  let awake = false;

  async function work(): Promise<void> {
    for (;;) {
      world.jobs.advance(world, world.now());
      await postCallbacks(world, closing);
      const next = closing.aborted ? undefined : nextCallback(world);
      if (next === undefined) return;
      waiting = new AbortController();
      await time.until(next, AbortSignal.any([closing, waiting.signal])).catch(() => undefined);
      if (closing.aborted) return;
    }
  }

  return () => {
    waiting.abort();
    if (awake || closing.aborted || nextCallback(world) === undefined) return;
    awake = true;
    void work().finally(() => (awake = false));
  };
}
