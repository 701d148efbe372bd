import type { Client } from '../../client/client.ts';
import { annotationsOf } from '../annotations.ts';
import { defineTool } from '../define-tool.ts';
import type { Tool } from '../tool.ts';
import type { ToolOptions } from '../tool-options.ts';
import { usualWait } from '../usual-wait.ts';
import { waitingOf } from './waiting-of.ts';

const free = 'What AI assistants get wrong about a tracked brand: open claims, gravest first, with the truth and its source; and how much is known to check against. Free.';
const paid = 'reverify checks the open claims again (about 60 s): 5 credits if any was newly checked, once an hour.';

const which = { brand: { type: 'string', description: 'Brand, name, domain or id; not needed if there is only one' } } as const;

const option = { reverify: { type: 'boolean' }, wait_s: { type: 'integer', minimum: 0, maximum: 600 }, again: { type: 'boolean', description: 'Pay for another' } } as const;

/** What is said wrongly about a brand. A read-only server offers the free part alone. */
export const checkBrandFactsTool = (client: Client, { maxWaitSeconds, readOnly }: ToolOptions): Tool =>
  defineTool({
    name: 'check_brand_facts',
    title: "Check a brand's facts",
    description: readOnly ? free : `${free} ${paid}`,
    // What a read-only server does not offer it refuses as no argument of the tool.
    input: { type: 'object', properties: readOnly ? (which as typeof which & typeof option) : { ...which, ...option } },
    annotations: annotationsOf(readOnly ? 'read' : 'paid'),
    run: async (order, context) => (await import('./check-brand-facts.ts')).checkBrandFacts(client, order, waitingOf(order, usualWait(maxWaitSeconds, context)), context),
  });
