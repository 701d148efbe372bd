import { waitArgument } from '../../calling/waiting.ts';
import { defineWorkflow } from '../shared/define-workflow.ts';

/** The dialogue that ends with a brand being tracked. */
export const trackBrandTool = defineWorkflow({
  name: 'track_brand',
  title: 'Track a brand',
  about: 'Bring a brand into tracking',
  hint: 'set up AI tracking',
  description:
    'Bring a brand into AI-visibility tracking: analysis (about 90 s), confirmation, activation. Costs 5 credits; first_run costs more, shown as credits_per_run. Where something is missing or to be confirmed it returns question: put it to the person, then call again with the same arguments and the answer. Results: visibility_report.',
  input: {
    type: 'object',
    properties: {
      domain: { type: 'string', description: 'domain or brand is required' },
      brand: { type: 'string' },
      country: { type: 'string', description: 'Market, such as DE' },
      language: { type: 'string', description: 'Of the prompts, such as de' },
      prompts: {
        type: 'array',
        items: { type: 'string' },
        description: 'Questions to track instead of suggested ones',
      },
      platforms: {
        type: 'array',
        items: {
          type: 'string',
          enum: ['chatgpt', 'perplexity', 'claude', 'gemini', 'copilot', 'grok', 'google_ai_mode'],
        },
      },
      frequency: { type: 'string' },
      confirm: { type: 'boolean', description: 'Accept the suggestions that were shown' },
      auto_confirm: { type: 'boolean', description: 'Accept them unseen' },
      first_run: { type: 'boolean', description: 'Run once activated' },
      wait_s: waitArgument,
      again: { type: 'boolean' },
    },
  },
  paidCall: ({ domain, country, language, brand, first_run }) => [
    'ingest.start',
    {
      prompts: [],
      domain,
      brand: domain === undefined ? brand : undefined,
      country,
      language,
      start_run: first_run === true || undefined,
    },
  ],
  unlessPinned: ['tracking project'],
  run: async (task, order) => (await import('./track-brand.ts')).trackBrand(task, order),
});
