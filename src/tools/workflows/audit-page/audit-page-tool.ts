import { text } from '../../definition/tool-arguments.ts';
import { defineWorkflow } from '../shared/define-workflow.ts';
import { webAddress } from '../shared/web-address.ts';

/** One page, as its visitors see it. */
export const auditPageTool = defineWorkflow({
  name: 'audit_page',
  title: 'Audit a page',
  about: 'Audit one page in depth',
  hint: 'one, in depth',
  description:
    'Audit one page as its visitors see it: scores, fit for personas, critical issues, improvements. Waits (about 90 s). Costs 30 credits plus up to 45 for renders, which follow minutes later. One made here under 24 h ago is returned free, unless again. Whole site: audit_site. Citability by AI: ground_urls.',
  input: () => ({
    url: text,
    persona: text.describe('Whose eyes to look with').optional(),
  }),
  view: 'audit',
  maxCredits: 75,
  paidCall: ({ url }) => ['page_audit.create', { url: webAddress(url) }],
  run: async (task, order) => (await import('./audit-page.ts')).auditPage(task, order),
});
