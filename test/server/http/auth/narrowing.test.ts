import { describe, expect, it } from 'vitest';
import { budgetPresets } from '../../../../src/client/money/budget-presets.ts';
import {
  narrowedToolsets,
  narrowedTwice,
  readNarrowing,
  type Narrowing,
} from '../../../../src/server/http/auth/narrowing.ts';

const none: Narrowing = { budget: [], readOnly: false };

describe('the headers of a caller', () => {
  it('set limits by number or by name, also in several headers', () => {
    const day = { credits: 200, window: 'day' };
    expect(readNarrowing({ 'visibility-budget': ' 200/day ' }).budget).toEqual([day]);
    expect(readNarrowing({ 'visibility-budget': ['200/day', '40/call'] }).budget).toEqual([
      day,
      { credits: 40, window: 'call' },
    ]);
    expect(readNarrowing({ 'visibility-budget': 'careful' }).budget).toBe(budgetPresets.careful.limits);
    expect(() => readNarrowing({ 'visibility-budget': '200' })).toThrow(/^budget: /);
  });

  it('refuse what is neither yes nor no', () => {
    expect(() => readNarrowing({ 'visibility-read-only': 'perhaps' })).toThrow(/neither true nor false/);
  });

  it.each(['a,,b', '9a', 'a.b', 'a b', 'Articles', '.a', 'a.', 'a'.repeat(42), Array(101).fill('a').join(',')])(
    'refuse %j as toolsets',
    (text) => {
      expect(() => readNarrowing({ 'visibility-toolsets': text })).toThrow(/not a list of family names/);
    },
  );
});

it('narrowed twice, a caller has the limits of both, and the toolsets that both name', () => {
  const [one, other] = [
    { budget: [{ credits: 1, window: 'day' }], readOnly: false, toolsets: ['a', 'b'] },
    { budget: budgetPresets.careful.limits, readOnly: true, toolsets: ['b', 'c'] },
  ] as const satisfies readonly Narrowing[];
  const budget = [...one.budget, ...other.budget];
  expect(narrowedTwice(one, other)).toEqual({ budget, readOnly: true, toolsets: ['b'] });
  expect(narrowedTwice(one, none).toolsets).toEqual(['a', 'b']);
});

it('never offers more toolsets than the operator', () => {
  expect(narrowedToolsets(['a', 'b'], none)).toEqual(['a', 'b']);
  expect(narrowedToolsets('all', none)).toBe('all');
  expect(narrowedToolsets('all', { ...none, toolsets: ['b'] })).toEqual(['b']);
  expect(narrowedToolsets(['a', 'b'], { ...none, toolsets: ['b', 'c'] })).toEqual(['b']);
});
