import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxCredits, wholeCredits } from '../../../src/client/money/whole-credits.ts';
import { bench, refusal } from '../../support/bench.ts';
import { creditBook } from '../../support/state/credit-book.ts';
import { holds } from '../../support/state/holds.ts';
import { hangUp, json } from '../../support/platform.ts';
import { article, generate, writeArticles } from '../../support/stories.ts';

import { operation } from '../../../src/catalog/index.ts';

const anything = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.constantFrom(-0.5, 2 ** 53 - 1, 2 ** 63, Infinity, NaN, '5', null, undefined, {}),
);

test('an amount is whole, never less than what was said, never negative, and never beyond what sums can hold', async () => {
  await holds(
    fc.asyncProperty(anything, async (result) => {
      const amount = wholeCredits(result);
      if (typeof result !== 'number' || !(result >= 0 && result <= maxCredits)) return amount === undefined;
      return Number.isSafeInteger(amount) && (amount as number) >= result && (amount as number) - result <= 1;
    }),
    { numRuns: 500, seed: 20261104 },
  );
  expect([maxCredits, maxCredits + 1].map(wholeCredits)).toEqual([maxCredits, undefined]);
});

test.each([-0.5, 2 ** 53 - 1, Number.MAX_VALUE])(
  'a run that is said to cost %d has no known bound',
  async (credits_per_run) => {
    await using rig = await bench();
    rig.platform.on('GET /tracking-projects/1/prompts/cost-preview', json({ credits_per_run }));
    const client = await rig.client();
    expect(await client.quote(operation('tracking.run'), { id: 1 })).toMatchObject({ credits: null });
  },
);

test.each([2 ** 53 - 1, Number.MAX_VALUE, -2.5, 0.5])(
  'a history row of %d credits is rounded or skipped, and neither credits nor paid calls stop for it',
  async (delta) => {
    await using rig = await bench();
    creditBook(rig);
    writeArticles(rig.platform);
    const client = await rig.client({ budget: [{ credits: 100, window: 'day' }] });
    await client.call(generate, article(1));
    rig.platform.on('POST /articles/#/generate', hangUp);
    await refusal(client.call(generate, article(2)));
    const row = {
      delta,
      endpoint: 'POST /articles/{id}/generate',
      reference_id: 2,
      created_at: new Date(rig.clock.now()).toISOString(),
      balance_after: 5,
    };
    rig.platform.on(
      'GET /credits/history',
      json({ data: [row], meta: { total: 1, current_page: 1, per_page: 100, last_page: 1 } }),
    );
    const [reconciled] = await client.reconcile();
    expect(reconciled?.charged).toBe(delta === -2.5 ? 3 : undefined);
    writeArticles(rig.platform);
    await client.call(generate, article(3));
    expect((await client.money()).totals.charged).toBe(delta === -2.5 ? 13 : 10);
  },
);

test('a balance of 2^53 − 1 holds up neither credits nor a call without a bound', async () => {
  await using rig = await bench();
  writeArticles(rig.platform);
  rig.platform.on('GET /credits', json({ data: { balance: 2 ** 53 - 1 } }));
  rig.platform.on(
    'POST /agentic/chat',
    json({ session_id: 1, agentic_status: 'completed', text: 'Done.', credits_used: 2 ** 53 - 1 }),
  );
  const client = await rig.client({ budget: [{ credits: 3_000_000_000, window: 'total' }] });
  await client.call(operation('agentic_chat.chat'), { message: 'hello' });
  expect((await client.money()).balance).toBe(maxCredits);
  await client.call(generate, article(1));
});
