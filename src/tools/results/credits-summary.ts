import type { MoneyView } from '../../client/index.ts';

/** Balance, limits and spending of this installation. */
export const creditsSummary = ({ spending, failure: _, ...money }: MoneyView): Record<string, unknown> => ({
  unit: 'credits',
  ...money,
  spent_30_days: largest(spending.by_operation),
  spent_by_day: spending.by_day.slice(-3),
});

/** What the view shows in addition: the days of a month. */
export const creditsByDay = ({ spending }: MoneyView): Record<string, unknown> => ({
  spent_by_day: spending.by_day.slice(-31),
});

const maxOperations = 8;

/** The credits that an operation drew; `calls` if they are counted. */
export interface OperationSum {
  readonly operation: string;
  readonly calls?: number | undefined;
  readonly charged: number;
}

/** The most expensive operations, and the rest in one line. The lines add up to the total spent. */
export function largest(operations: readonly OperationSum[]): readonly OperationSum[] {
  if (operations.length <= maxOperations) return operations;
  const rest = operations.slice(maxOperations - 1);
  return [
    ...operations.slice(0, maxOperations - 1),
    {
      operation: `${rest.length} others`,
      calls: rest.reduce((total, { calls = 0 }) => total + calls, 0) || undefined,
      charged: rest.reduce((total, { charged }) => total + charged, 0),
    },
  ];
}
