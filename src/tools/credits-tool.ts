import type { Client } from '../client/client.ts';
import { defineTool } from './define-tool.ts';
import { successWithin } from './result.ts';
import type { Tool } from './tool.ts';

/** The team's balance and this installation's own accounts. */
export const creditsTool = (client: Client): Tool =>
  defineTool({
    name: 'credits',
    title: 'Credits',
    description: "The team's balance, what is left in each limit of the budget, reservations in flight, and recent spending.",
    input: { type: 'object', properties: {} },
    annotations: { readOnlyHint: true, openWorldHint: true },
    run: async () => {
      const { spending, ...money } = await client.money();
      return successWithin({ unit: 'credits', ...money, spending: spending.by_operation.slice(0, 5) });
    },
  });
