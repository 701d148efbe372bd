import type { Prompt } from './prompt.ts';
import { goOn, lines } from './wording.ts';

export const trackBrand: Prompt = {
  name: 'track_brand',
  title: 'Track a brand',
  description:
    'Watch how AI assistants speak of a brand. Costs 5 credits; each later run costs more, shown beforehand.',
  tool: 'track_brand',
  arguments: [
    { name: 'domain', description: "The brand's own domain", required: true },
    { name: 'country', description: 'Market, such as DE', required: false },
  ],
  render: ({ domain = '', country = '' }) =>
    lines(
      `Bring the brand behind ${domain} into tracking with track_brand${country ? ` for the market ${country}` : ''}. ${goOn}`,
      'Put every question it returns to me, and show me the suggestions before you confirm them. Then tell me what a run costs; start none unasked.',
    ),
};
