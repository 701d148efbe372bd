import { expect, test } from 'vitest';
import { askedAbove, budgetInWords } from '../../src/app/compose.ts';
import { readConfig } from '../../src/app/config/config.ts';

test('a person is asked above a price unless nobody can be', () => {
  const env = { VISIBILITY_CONFIRM_ABOVE: '25' };
  expect(askedAbove(readConfig({}, env))).toEqual({ confirmAbove: 25 });
  expect(askedAbove(readConfig({ unattended: true }, env))).toEqual({});
  expect(askedAbove(readConfig({}, {}))).toEqual({});
});

test('the budget in the instructions is the one that is set, else the default of a real account, else none', () => {
  const remote = { VISIBILITY_API_URL: 'http://127.0.0.1:1/api/v1', VISIBILITY_API_TOKEN: 'x' };
  expect(budgetInWords(readConfig({}, { ...remote, VISIBILITY_BUDGET: '20/day' }))).toBe('20/day');
  expect(budgetInWords(readConfig({}, remote))).toContain('200/day,100/call (the default)');
  expect(budgetInWords(readConfig({}, {}))).toBeUndefined();
});
