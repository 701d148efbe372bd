import * as z from 'zod';
import { text } from '../../definition/tool-arguments.ts';
import { defineWorkflow } from '../shared/define-workflow.ts';

/** How well AI assistants can ground an answer on pages, in one call. */
export const groundUrlsTool = defineWorkflow({
  name: 'ground_urls',
  title: 'Audit URLs for citation readiness',
  about: 'Check whether AI assistants can cite pages',
  hint: 'can AI cite them',
  description:
    'Audit public pages for whether AI assistants can cite them: score 0 to 100, tier and the findings worth fixing per URL, worst first. Waits (20 to 60 s). 1 credit for one URL, unstated for several; audits under 24 h are free, unless again.',
  input: () => ({
    urls: z.array(text).min(1).max(500).describe('http or https'),
  }),
  view: 'audit',
  paidCall: ({ urls }) => {
    const pages = [...new Set(urls.map((url) => url.trim()))];
    return pages.length === 1 ? ['grounding.analyze', { url: pages[0] }] : ['grounding.batch', { urls: pages }];
  },
  run: async (task, order) => (await import('./ground-urls.ts')).groundUrls(task, order),
});
