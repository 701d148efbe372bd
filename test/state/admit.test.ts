import { expect, it } from 'vitest';
import { admit } from '../../src/state/admit.ts';

const limit = (name: 'day' | 'month', credits: number, spent: number, held = 0) => ({
  window: name,
  session: '',
  credits,
  usage: { spent, held, inDoubt: 0 },
});

it('admits what fills every limit to its last credit', () => {
  expect(admit(10, [limit('day', 100, 60, 30), limit('month', 90, 80)])).toEqual({ kind: 'admitted' });
  expect(admit(10, [])).toEqual({ kind: 'admitted' });
});

it('refuses for good what exceeds a limit by spending, and for now what exceeds one by holding', () => {
  const [day, month] = [limit('day', 100, 60, 31), limit('month', 90, 81)];
  expect(admit(10, [day])).toEqual({ kind: 'refused', limit: day, usage: day.usage, passes: true });
  expect(admit(10, [day, month])).toEqual({ kind: 'refused', limit: month, usage: month.usage, passes: false });
});
