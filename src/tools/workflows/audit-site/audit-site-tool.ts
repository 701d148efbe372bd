import { reference } from '../../definition/tool-arguments.ts';
import { defineWorkflow } from '../shared/define-workflow.ts';
import { siteAddress } from '../shared/web-address.ts';

/** A whole site, crawled and scored. */
export const auditSiteTool = defineWorkflow({
  name: 'audit_site',
  title: 'Audit a site',
  about: 'Crawl a site and score its pages',
  hint: 'crawl',
  description:
    'Crawl a site and check its pages: score, issues by type, worst pages, what changed since the previous audit. Waits (about 3 min). Costs 10 credits; one under 24 h old is returned free, unless again. One page in depth: audit_page.',
  input: () => ({
    site: reference.describe('Domain, URL, or name of a project'),
  }),
  view: 'audit',
  maxCredits: 10,
  paidCall: ({ site }) => ['content_audits.create', { source_url: siteAddress(site) }],
  run: async (task, { site }) => (await import('./audit-site.ts')).auditSite(task, site),
});
