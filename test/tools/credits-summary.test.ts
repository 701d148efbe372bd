import fc from 'fast-check';
import { expect, it } from 'vitest';
import { creditsByDay, creditsSummary } from '../../src/tools/results/credits-summary.ts';
import type { MoneyView } from '../../src/client/client.ts';

const amount = fc.record({ calls: fc.integer({ min: 1, max: 99 }), charged: fc.integer({ min: 1, max: 999 }) });

it('the lines of a summary are few, and add up to what was spent; its days are the latest', () => {
  fc.assert(
    fc.property(fc.array(amount, { maxLength: 20 }), fc.nat(40), (amounts, days) => {
      const spending = {
        by_operation: amounts.map((one, at) => ({ operation: `family.operation_${at}`, ...one })),
        by_day: Array.from({ length: days }, (_, n) => ({ day: `day ${n}`, charged: n })),
      };
      const money = { limits: [], reservations: [], recent: [], totals: {}, spending } as unknown as MoneyView;
      const { spent_30_days, spent_by_day } = creditsSummary(money) as {
        spent_30_days: { operation: string; calls: number; charged: number }[];
        spent_by_day: object[];
      };
      const sum = (of: readonly { calls: number; charged: number }[]) => [
        of.reduce((total, { calls }) => total + calls, 0),
        of.reduce((total, { charged }) => total + charged, 0),
      ];
      expect(spent_30_days.length).toBe(Math.min(8, amounts.length));
      expect(sum(spent_30_days)).toEqual(sum(amounts));
      if (amounts.length > 8) expect(spent_30_days.at(-1)?.operation).toBe(`${amounts.length - 7} others`);
      expect(spent_by_day).toEqual(spending.by_day.slice(Math.max(0, days - 3)));
      expect(creditsByDay(money)).toEqual({ spent_by_day: spending.by_day.slice(Math.max(0, days - 31)) });
    }),
    { seed: 1, numRuns: 100 },
  );
});
