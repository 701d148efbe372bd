import { expect, test } from 'vitest';
import { allOperations, operationNamed } from '../../../src/catalog/index.ts';
import { chargeOfFailure, chargeOfStart, chargeOfSuccess, withoutCharge } from '../../../src/client/money/charge.ts';
import type { Entry, MoneyState } from '../../../src/state/entry.ts';

const entry = (money: MoneyState, unbounded = false): Entry =>
  ({ arguments: {}, estimate: 40, money, unbounded }) as unknown as Entry;

const released = { money: 'released' };
const inDoubt = { money: 'in_doubt' };
const due = { money: 'due' };
const estimated = { money: 'settled', charged: 40 };
const stated = (charged: number) => ({ money: 'settled', charged, confirmation: 'stated' });

/** By the row of the contract: what its start draws, and its end, good or bad, where the charge is due until then. */
test.each([
  // `over`: there is no job whose end could still be waited for.
  { of: 'articles.generate', start: estimated, over: estimated, success: estimated, failure: inDoubt },
  { of: 'deep_insights.refresh', start: due, over: estimated, success: estimated, failure: released },
  { of: 'ai_scanner.humanize', start: due, over: estimated, success: estimated, failure: inDoubt },
  { of: 'keywords.ai_research', start: estimated, over: estimated, success: estimated, failure: released },
  { of: 'agentic_chat.chat', start: due, over: inDoubt, success: inDoubt, failure: inDoubt },
  { of: 'prompts.classify_intent', start: due, over: inDoubt, success: inDoubt, failure: inDoubt },
  { of: 'projects.create', start: stated(0), over: stated(0), success: estimated, failure: inDoubt },
  { of: 'articles.list', start: stated(0), over: stated(0), success: estimated, failure: inDoubt },
])('$of is charged when its row says so', ({ of, start, over, success, failure }) => {
  const one = operationNamed(of);
  expect(chargeOfStart(one, entry('dispatching'), {}, false)).toEqual(start);
  expect(chargeOfStart(one, entry('dispatching'), {}, true)).toEqual(over);
  expect(chargeOfSuccess(one, entry('due'), {})).toEqual(success);
  expect(chargeOfFailure(one, entry('due'), 'due', {})).toEqual(failure);
});

test('an amount that the answer states is final, at the start and at either end', () => {
  const chat = operationNamed('agentic_chat.chat');
  const said = { credits_used: 7 };
  expect(chargeOfStart(chat, entry('dispatching'), said, false)).toEqual(stated(7));
  expect(chargeOfSuccess(chat, entry('due'), said)).toEqual(stated(7));
  expect(chargeOfFailure(chat, entry('due'), 'due', said)).toEqual(stated(7));
  // One that is only derived from it is still compared with the history.
  const suggestions = operationNamed('keyword_suggestions.sitemap_scan');
  expect(chargeOfStart(suggestions, entry('dispatching'), { status: 'no_sitemap' }, true)).toEqual({
    money: 'settled',
    charged: 0,
  });
});

test('of every operation: an end changes no charge that was final, but for a failure that gives it back', () => {
  for (const one of allOperations()) {
    expect(chargeOfSuccess(one, entry('settled'), {}), one.name).toEqual({});
    const isRefunded = 'refunded' in one.price && one.price.refunded === true;
    expect(chargeOfFailure(one, entry('settled'), 'settled', {}), one.name).toEqual(isRefunded ? released : {});
  }
});

test('of every operation: without a bound an estimate is no charge', () => {
  for (const one of allOperations().filter(({ price }) => price.kind === 'formula')) {
    expect(chargeOfStart(one, entry('dispatching', true), {}, false), one.name).toEqual(due);
    expect(chargeOfStart(one, entry('dispatching', true), {}, true), one.name).toEqual(inDoubt);
    expect(chargeOfSuccess(one, entry('due', true), {}), one.name).toEqual(inDoubt);
  }
});

test('a change without its charge has everything else', () => {
  expect(withoutCharge({ ...stated(5), money: 'settled', confirmation: 'stated', state: 'completed' })).toEqual({
    state: 'completed',
  });
});
