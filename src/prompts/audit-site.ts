import type { Prompt } from './prompt.ts';
import { goOn, lines } from './wording.ts';

export const auditSite: Prompt = {
  name: 'audit_site',
  title: 'Audit a site',
  description: 'Crawl a site, score its pages and compare with the previous audit. Costs 10 credits.',
  tool: 'audit_site',
  arguments: [{ name: 'site', description: 'Domain or address', required: true }],
  render: ({ site = '' }) =>
    lines(
      `Audit the site ${site} with audit_site. ${goOn}`,
      'Report the score, what changed since the previous audit, and the worst pages with their issues. Close with what to fix first.',
    ),
};
