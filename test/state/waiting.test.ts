import { expect, test } from 'vitest';
import { virtualClock } from '../support/clock/virtual-clock.ts';
import { recordedCall } from '../support/state/recorded-call.ts';
import { engine, openStore, preparedStore } from '../support/state/store.ts';

test.runIf(engine === 'sqlite')(
  'a waiter is woken at once by a write of its own process, within half a second by one of another, and else when the time is up',
  async () => {
    await using store = await preparedStore();
    const clock = virtualClock();
    const [own, other] = [await openStore(store.location, clock), await openStore(store.location, clock)];
    const { id } = await recordedCall(own);
    const waitedMs = async (write?: () => Promise<unknown>): Promise<number> => {
      const from = clock.steady();
      let end: number | undefined;
      const waiting = own.ledger.waitForChange(id, 5_000).then(() => (end = clock.steady()));
      await write?.();
      while (end === undefined) await clock.advance(100);
      await waiting;
      return end - from;
    };
    expect(await waitedMs(() => own.ledger.record(id, { platformState: 'a' }))).toBeLessThanOrEqual(100);
    expect(await waitedMs(() => other.ledger.record(id, { platformState: 'b' }))).toBeLessThanOrEqual(500);
    expect(await waitedMs()).toBe(5_000);
    const stopped = new AbortController();
    const waiting = own.ledger.waitForChange(id, 5_000, stopped.signal);
    stopped.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
    for (const one of [own, other]) await one.close();
  },
);
