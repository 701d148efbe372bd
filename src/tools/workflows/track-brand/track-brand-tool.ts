import * as z from 'zod';
import { text } from '../../definition/tool-arguments.ts';
import { defineWorkflow } from '../shared/define-workflow.ts';

/** The dialogue that ends with a brand being tracked. */
export const trackBrandTool = defineWorkflow({
  name: 'track_brand',
  title: 'Track a brand',
  about: 'Bring a brand into tracking',
  hint: 'set up AI tracking',
  description:
    'Bring a brand into AI-visibility tracking: analysis (about 90 s), confirmation, activation. Costs 5 credits; first_run costs more, shown as credits_per_run. Where something is missing or to be confirmed it returns question: put it to the person, then call again with the same arguments and the answer. Results: visibility_report.',
  input: () => ({
    domain: text.describe('domain or brand is required').optional(),
    brand: text.optional(),
    country: text.describe('Market, such as DE').optional(),
    language: text.describe('Of the prompts, such as de').optional(),
    prompts: z.array(text).describe('Questions to track instead of suggested ones').optional(),
    platforms: z
      .array(z.enum(['chatgpt', 'perplexity', 'claude', 'gemini', 'copilot', 'grok', 'google_ai_mode']))
      .optional(),
    confirm: z.boolean().describe('Accept the suggestions that were shown').optional(),
    auto_confirm: z.boolean().describe('Accept them unseen').optional(),
    first_run: z.boolean().describe('Run once activated').optional(),
  }),
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
  isDialogue: true,
  unlessPinned: ['tracking project'],
  run: async (task, order) => (await import('./track-brand.ts')).trackBrand(task, order),
});
