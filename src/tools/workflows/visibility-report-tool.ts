import type { Client } from '../../client/client.ts';
import { annotationsOf } from '../annotations.ts';
import { defineTool } from '../define-tool.ts';
import type { Tool } from '../tool.ts';
import type { ToolOptions } from '../tool-options.ts';
import { usualWait } from '../usual-wait.ts';
import { waitingOf } from './waiting-of.ts';

const free = 'How AI assistants see a tracked brand: AVI score and tier, platforms and gaps, low-hanging fruit, competitors, cited sources. Free, some seconds.';
const paid = 'markdown_report adds a written report for 10 credits, once in 30 min. Not tracked yet: track_brand.';

const which = {
  brand: { type: 'string', description: 'Brand, name, domain or id; not needed if there is only one' },
  days: { type: 'integer', minimum: 1, maximum: 365 },
} as const;

const option = { markdown_report: { type: 'boolean', description: 'Pay for the written one too' }, again: { type: 'boolean', description: 'Pay for another' } } as const;

/** How a brand stands with AI assistants. A read-only server offers the free part alone. */
export const visibilityReportTool = (client: Client, { maxWaitSeconds, readOnly }: ToolOptions): Tool =>
  defineTool({
    name: 'visibility_report',
    title: 'Report on AI visibility',
    description: readOnly ? free : `${free} ${paid}`,
    // What a read-only server does not offer it refuses as no argument of the tool.
    input: { type: 'object', properties: readOnly ? (which as typeof which & typeof option) : { ...which, ...option } },
    annotations: annotationsOf(readOnly ? 'read' : 'paid'),
    run: async (order, context) => (await import('./visibility-report.ts')).visibilityReport(client, order, waitingOf(order, usualWait(maxWaitSeconds, context)), context),
  });
