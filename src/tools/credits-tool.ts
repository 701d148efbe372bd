import type { Client, Spending } from '../client/client.ts';
import { defineTool } from './define-tool.ts';
import { successWithin } from './result.ts';
import type { Tool } from './tool.ts';

/** The team's balance and this installation's own accounts. */
export const creditsTool = (client: Client): Tool =>
  defineTool({
    name: 'credits',
    title: 'Credits',
    description: "The team's balance, what is left in each limit of the budget, reservations in flight, and what this installation spent in 30 days; for all of the team: credits.history.",
    input: { type: 'object', properties: {} },
    annotations: { readOnlyHint: true, openWorldHint: true },
    run: async () => {
      const { spending, ...money } = await client.money();
      return successWithin({ unit: 'credits', ...money, spent_30_days: spentOn(spending.by_operation), spent_by_day: spending.by_day.slice(-3) });
    },
  });

const mostShown = 8;

/** The dearest operations, and the rest in one line: the sum of the lines is what was spent. */
function spentOn(operations: Spending['by_operation']): Spending['by_operation'] {
  if (operations.length <= mostShown) return operations;
  const rest = operations.slice(mostShown - 1);
  const sum = (of: 'calls' | 'charged'): number => rest.reduce((total, one) => total + one[of], 0);
  return [...operations.slice(0, mostShown - 1), { operation: `${rest.length} others`, calls: sum('calls'), charged: sum('charged') }];
}
