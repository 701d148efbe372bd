import { waitArgument } from '../../calling/waiting.ts';
import { anyId, defineWorkflow } from '../shared/define-workflow.ts';

/** From seed terms, or a project alone, to clusters of keywords worth targeting. */
export const researchKeywordsTool = defineWorkflow({
  name: 'research_keywords',
  title: 'Research keywords',
  about: 'Find keywords in clusters, best opportunities first',
  description:
    "Find keywords worth writing for, from seed terms or, without seeds, by AI from a project's profile. Waits (about 2 min), returns clusters with volume and difficulty, best opportunities first; may store all. Costs 5 credits; one made here under 24 h ago is returned free, unless again.",
  input: {
    type: 'object',
    properties: {
      seeds: {
        type: 'array',
        items: { type: 'string' },
        minItems: 1,
        maxItems: 20,
        description: 'Terms to start from',
      },
      project: { type: 'string', description: 'Name, domain or id; optional if only one' },
      limit: { type: 'integer', minimum: 1, maximum: 50, description: 'How many without seeds, default 30' },
      wait_s: waitArgument,
      again: { type: 'boolean' },
    },
  },
  view: 'keywords',
  picture: true,
  maxCredits: 5,
  paidCall: ({ seeds }) =>
    seeds !== undefined && seeds.length > 0
      ? ['keywords.research', { body: { keywords: seeds } }]
      : ['keywords.ai_research', { project: anyId }],
  run: async (task, order) => (await import('./research-keywords.ts')).researchKeywords(task, order),
});
