import type { MoneyView, Spending } from '../../client/client.ts';

/** Balance, limits and spending as an agent sees them: in the tool and in the resource alike. */
export const creditsSummary = ({ spending, failure: _, ...money }: MoneyView): Record<string, unknown> => ({
  unit: 'credits',
  ...money,
  spent_30_days: spentOn(spending.by_operation),
  spent_by_day: spending.by_day.slice(-3),
});

/** What a picture of the same shows beyond it: the days of a month. */
export const creditsByDay = ({ spending }: MoneyView): Record<string, unknown> => ({
  spent_by_day: spending.by_day.slice(-31),
});

const maxOperations = 8;

/** The most expensive operations, and the rest in one line: the sum of the lines is what was spent. */
function spentOn(operations: Spending['by_operation']): Spending['by_operation'] {
  if (operations.length <= maxOperations) return operations;
  const rest = operations.slice(maxOperations - 1);
  const sum = (of: 'calls' | 'charged'): number => rest.reduce((total, one) => total + one[of], 0);
  return [
    ...operations.slice(0, maxOperations - 1),
    { operation: `${rest.length} others`, calls: sum('calls'), charged: sum('charged') },
  ];
}
