import type { Prompt } from './prompt.ts';
import { lines } from './wording.ts';

export const groundUrls: Prompt = {
  name: 'ground_urls',
  title: 'Check pages for AI citation',
  description: 'Audit pages for whether AI assistants can cite them. Costs 1 credit per page.',
  tool: 'ground_urls',
  arguments: [{ name: 'urls', description: 'Addresses, separated by spaces or commas', required: true }],
  render: ({ urls = '' }) =>
    lines(
      `Audit these pages for citation readiness with ground_urls: ${urls
        .split(/[\s,]+/)
        .filter(Boolean)
        .join(' ')}`,
      'Report the pages worst first, with score and tier. Then list what to fix: first what several pages have in common, then page by page.',
    ),
};
