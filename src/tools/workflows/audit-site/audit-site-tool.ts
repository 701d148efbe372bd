import type { Platform } from '../../../platform/platform.ts';
import { annotationsOf } from '../../annotations.ts';
import type { Tool } from '../../tool.ts';
import type { ToolOptions } from '../../tool-options.ts';
import { waitSecondsOf, waitArgument, waitOptions } from '../../calling/waiting.ts';
import { defineWorkflow } from '../shared/define-workflow.ts';

/** A whole site, crawled and scored. */
export const auditSiteTool = (client: Platform, { maxWaitSeconds }: ToolOptions): Tool =>
  defineWorkflow({
    name: 'audit_site',
    title: 'Audit a site',
    description:
      'Crawl a site and check its pages: score, issues by type, worst pages, what changed since the previous audit. Waits (about 3 min). Costs 10 credits; one under 24 h old is returned free, unless again. One page in depth: audit_page.',
    input: {
      type: 'object',
      properties: {
        site: { type: 'string', description: 'Domain, URL, or name of a project' },
        type: { type: 'string', enum: ['full', 'quick'] },
        wait_s: waitArgument,
        again: { type: 'boolean' },
      },
      required: ['site'],
    },
    annotations: annotationsOf('paid'),
    view: 'audit',
    run: async (order, context) =>
      (await import('./audit-site.ts')).auditSite(
        client,
        order,
        waitOptions(order, waitSecondsOf(maxWaitSeconds, context)),
        context,
      ),
  });
