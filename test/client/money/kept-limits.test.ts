import { expect, test } from 'vitest';
import { budgetPresets } from '../../../src/config/budget-presets.ts';
import { parseBudget } from '../../../src/config/parse-budget.ts';
import { bench, refusal, type Bench } from '../../support/bench.ts';
import { json } from '../../support/platform.ts';
import { article, chat, generate, writeArticles } from '../../support/stories.ts';

const keep = async (it: Bench, text: string): Promise<void> => {
  const records = await (await it.client()).records();
  await records.keepLimits(parseBudget(text).map(({ credits, window: span }) => ({ credits, span })));
};
const limitsOf = async (it: Bench, config: Parameters<Bench['client']>[0]): Promise<unknown> =>
  (await (await it.client(config)).money()).limits.map(({ limit, from }) => [limit, from]);

test('limits in the store bind every process, running ones too; a setting can narrow them and not widen them', async () => {
  await using it = await bench();
  writeArticles(it.platform);
  const running = await it.client({ budget: parseBudget('1000/day') });
  await running.call(generate, article(1));
  await keep(it, '9/day,500/call');
  expect(await refusal(running.call(generate, article(2)))).toMatchObject({
    code: 'budget_exceeded',
    facts: { limit: '9/day', spent: 5 },
  });
  expect(await limitsOf(it, { budget: parseBudget('1000/day,4/call') })).toEqual([
    ['4/call', 'setting'],
    ['9/day', 'store'],
  ]);
  await keep(it, '10/day');
  await running.call(generate, article(2));
});

test('without a setting and without limits in the store a default holds; either one replaces it', async () => {
  await using it = await bench();
  const defaultBudget = budgetPresets.standard;
  expect(await limitsOf(it, { defaultBudget })).toEqual([
    ['100/call', 'default'],
    ['200/day', 'default'],
  ]);
  expect(await limitsOf(it, { defaultBudget, budget: parseBudget('7/hour') })).toEqual([['7/hour', 'setting']]);
  // A limit of a label bounds nothing without it.
  expect(await limitsOf(it, { defaultBudget, budget: parseBudget('7/day@nightly') })).toEqual([
    ['100/call', 'default'],
    ['200/day', 'default'],
    ['7/day@nightly', 'setting'],
  ]);
  await keep(it, '50/week');
  expect(await limitsOf(it, { defaultBudget })).toEqual([['50/week', 'store']]);
  // Of equal ones, the setting is named.
  expect(await limitsOf(it, { budget: parseBudget('50/week') })).toEqual([['50/week', 'setting']]);
});

test('under the default a call without a stated bound reserves its limit for a call, not the balance', async () => {
  await using it = await bench();
  it.platform.on(
    'POST /agentic/chat',
    json({ session_id: 7, message_id: 1, text: 'Done.', tool_calls: [], credits_used: 12, resumed: false }),
  );
  it.platform.on(
    'GET /agentic/sessions/7',
    json({ session_id: 7, agentic_status: 'completed', is_terminal: true, text: 'Done.' }),
  );
  const client = await it.client({ defaultBudget: budgetPresets.standard });
  const { credits } = await client.call(chat, { message: 'Hello' });
  expect(credits).toMatchObject({ estimated: 100, charged: 12 });
});
