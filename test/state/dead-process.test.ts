import { once } from 'node:events';
import { expect, test } from 'vitest';
import { openState } from '../../src/state/open-state.ts';
import { inline } from '../support/inline.ts';
import { reservation } from '../support/state/recorded-call.ts';
import { preparedStore } from '../support/state/store.ts';

/** Reserves, and lives on without sending anything, as one does that waits for the rate limit. */
const holding = `const state = await openState(args[0]);
  await state.ledger.reserve(JSON.parse(args[1]));
  console.log('reserved');
  setInterval(() => undefined, 60_000);`;

test('a reservation is held while its process lives, and given back once that has died', async () => {
  await using store = await preparedStore();
  const state = await openState(store.location);
  const held = async (): Promise<number | undefined> =>
    (await state.ledger.usage('a', [{ window: 'total', session: 's' }]))[0]?.held;
  const request = reservation({ estimate: 5, expiresAfterMs: 120_000 });
  const { child, received } = inline(holding, store.location, JSON.stringify(request));
  await received('reserved');
  expect(await held()).toBe(5);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await held()).toBe(0);
  await state.close();
});
