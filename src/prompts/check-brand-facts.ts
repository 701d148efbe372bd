import type { Prompt } from './prompt.ts';
import { lines, quoted } from './wording.ts';

export const checkBrandFacts: Prompt = {
  name: 'check_brand_facts',
  title: "Check a brand's facts",
  description: 'What AI assistants get wrong about a tracked brand. Free.',
  tool: 'check_brand_facts',
  arguments: [
    {
      name: 'brand',
      description: 'Brand or domain; not needed if only one is tracked',
      required: false,
      suggests: 'tracking-projects',
    },
  ],
  render: ({ brand = '' }) =>
    lines(
      `Check what AI assistants get wrong${brand ? ` about ${quoted(brand)}` : ''} with check_brand_facts.`,
      'List the claims, most severe first, each with the platform, the truth and its source. Say where the truth is missing, and what could be published to set it right.',
    ),
};
