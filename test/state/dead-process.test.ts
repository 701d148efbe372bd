import { once } from 'node:events';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { openState } from '../../src/state/open-state.ts';
import { inline, inlineElsewhere, type Inline } from '../support/inline.ts';
import { reservation } from '../support/state/recorded-call.ts';
import { preparedStore } from '../support/state/store.ts';

/** Milliseconds for which the processes may not have renewed their reservations before they count as dead. */
const leaseMs = 10_000;

/** Reserves, and lives on without sending anything, as one does that waits for the rate limit. */
const holding = `const state = await openState(args[0]);
  await state.ledger.reserve(JSON.parse(args[1]));
  console.log('reserved');
  setInterval(() => undefined, 60_000);`;

async function kill({ child }: Inline): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('a reservation is held while its process lives, and given back once that has died: at once on this machine, within 10 s on another', async () => {
  await using store = await preparedStore();
  const state = await openState(store.location);
  const held = async (account: string): Promise<number | undefined> =>
    (await state.ledger.usage(account, [{ window: 'total', session: 's' }]))[0]?.held;
  const request = (account: string): string =>
    JSON.stringify(reservation({ account, estimate: 5, expiresAfterMs: 120_000 }));
  const near = inline(holding, store.location, request('near'));
  const far = inlineElsewhere(holding, store.location, request('far'));
  for (const process of [near, far]) await process.received('reserved');
  // Longer than the lease: it is renewed in between. Real time, since real processes hold the reservations.
  await systemClock.sleep(leaseMs + 2_000);
  expect([await held('near'), await held('far')]).toEqual([5, 5]);
  for (const process of [near, far]) await kill(process);
  expect([await held('near'), await held('far')]).toEqual([0, 5]);
  await expect.poll(() => held('far'), { timeout: leaseMs + 5_000, interval: 200 }).toBe(0);
  await state.close();
}, 60_000);
