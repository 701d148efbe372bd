import { once } from 'node:events';
import { expect, test } from 'vitest';
import { openState } from '../../src/state/open-state.ts';
import { inline } from '../support/inline.ts';
import { reservation } from '../support/state/recorded-call.ts';
import { preparedStore } from '../support/state/store.ts';

/** Reserves two calls, dispatches the second, and lives on. */
const holding = `const state = await openState(args[0]);
  for (const request of JSON.parse(args[1])) {
    const { entry } = await state.ledger.reserve(request);
    if (request.estimate === 7) await state.ledger.dispatch(entry.id, 60_000);
  }
  console.log('reserved');
  setInterval(() => undefined, 60_000);`;

test('calls are held while their process lives; once it has died, the unsent one is given back, and the other is in doubt', async () => {
  await using store = await preparedStore();
  const state = await openState(store.location);
  const usage = async () => (await state.ledger.usage('a', [{ window: 'total', session: 's' }]))[0];
  const requests = [5, 7].map((estimate) => reservation({ estimate, expiresAfterMs: 120_000 }));
  const { child, received } = inline(holding, store.location, JSON.stringify(requests));
  await received('reserved');
  expect(await usage()).toEqual({ spent: 0, held: 12, inDoubt: 0 });
  const [sent] = await state.ledger.list('a', { money: ['dispatching'], limit: 1 });
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await state.ledger.find('a', String(sent?.id))).toMatchObject({ money: 'in_doubt', state: 'unknown' });
  expect(await usage()).toEqual({ spent: 0, held: 7, inDoubt: 7 });
  await state.close();
});
