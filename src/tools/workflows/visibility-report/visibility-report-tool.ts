import * as z from 'zod';
import { reference, text } from '../../definition/tool-arguments.ts';
import { outputSchema } from '../../results/output-schema.ts';
import { defineWorkflow } from '../shared/define-workflow.ts';

/** How a brand stands with AI assistants. */
export const visibilityReportTool = defineWorkflow({
  name: 'visibility_report',
  title: 'Report on AI visibility',
  about: 'Report how AI assistants see a brand',
  description:
    'How AI assistants see a tracked brand: AVI score and tier, platforms and gaps, low-hanging fruit, competitors, trend, cited sources. Free. A written report costs credits: reports.generate. Not tracked yet: track_brand.',
  input: () => ({
    brand: reference.describe('Brand, name, domain or id; "all": a row each; optional if only one').optional(),
    from: text.optional(),
    to: text.optional(),
    days: z.int().min(1).max(365).optional(),
    period: text.describe('2026-Q3, 2026-09, last_month').optional(),
    compare: z
      .union([text, z.record(z.string(), z.unknown())])
      .describe('"previous", 2026-Q2 or {from, to}')
      .optional(),
  }),
  output: outputSchema({
    tracking_project_id: 'integer',
    platforms: 'list',
    not_available: 'object',
  }),
  view: 'report',
  run: async (task, order) => (await import('./visibility-report.ts')).visibilityReport(task, order),
});
