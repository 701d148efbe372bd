import { expect, test } from 'vitest';
import { bench, refusal } from '../../support/bench.ts';
import { hangUp } from '../../support/platform.ts';
import { creditBook, drawnAndLost } from '../../support/state/credit-book.ts';
import { article, generate, writeArticles } from '../../support/stories.ts';

const write = 'POST /articles/#/generate';

test('a lost start that the platform has charged is settled, and its job taken up without paying again', async () => {
  await using rig = await bench();
  const book = creditBook(rig);
  const client = await rig.client();
  writeArticles(rig.platform);
  rig.platform.on(write, drawnAndLost(book, 5));
  expect((await refusal(client.call(generate, article(1)))).code).toBe('outcome_unknown');
  expect(await client.reconcile()).toMatchObject([
    { operation: 'articles.generate', was: 'in_doubt', now: 'settled', charged: 5 },
  ]);
  const again = await client.call(generate, article(1));
  expect(again).toMatchObject({
    data: { id: 1, processing_status: 'ready' },
    job: { joined: true },
    credits: { charged: 5 },
  });
  expect(rig.platform.to('POST /articles/1/generate')).toHaveLength(1);
  expect((await client.money()).totals).toEqual({ charged: 5, reserved: 0, in_doubt: 0 });
});

test('a call that only a doubt holds up clears it up first', async () => {
  await using rig = await bench();
  const client = await rig.client({ budget: [{ credits: 9, window: 'day' }] });
  rig.platform.on(write, hangUp);
  await refusal(client.call(generate, article(1)));
  creditBook(rig);
  writeArticles(rig.platform);
  expect((await refusal(client.call(generate, article(2)))).code).toBe('budget_in_flight');
  await rig.clock.sleep(121_000);
  expect(await client.call(generate, article(2))).toMatchObject({ credits: { charged: 5 } });
  expect((await client.money()).totals).toEqual({ charged: 5, reserved: 0, in_doubt: 0 });
});
