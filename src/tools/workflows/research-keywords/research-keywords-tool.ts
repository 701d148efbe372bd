import * as z from 'zod';
import { reference, text } from '../../definition/tool-arguments.ts';
import { placeholderId, defineWorkflow } from '../shared/define-workflow.ts';

/** From seed terms, or a project alone, to clusters of keywords worth targeting. */
export const researchKeywordsTool = defineWorkflow({
  name: 'research_keywords',
  title: 'Research keywords',
  about: 'Find keywords in clusters, best opportunities first',
  description:
    "Find keywords worth writing for, from seed terms or, without seeds, by AI from a project's profile. Waits (about 2 min), returns clusters with volume and difficulty, best opportunities first. With a project or without seeds, the platform stores every keyword found in the project. Costs 5 credits; one made here under 24 h ago is returned free, unless again.",
  input: () => ({
    seeds: z.array(text).min(1).max(20).describe('Terms to start from').optional(),
    project: reference
      .describe('Name, domain or id; optional if only one. The keywords found are stored there')
      .optional(),
    limit: z.int().min(1).max(50).describe('How many to find and store without seeds, default 30').optional(),
  }),
  view: 'keywords',
  maxCredits: 5,
  paidCall: ({ seeds }) =>
    seeds !== undefined && seeds.length > 0
      ? ['keywords.research', { body: { keywords: seeds } }]
      : ['keywords.ai_research', { project: placeholderId }],
  run: async (task, order) => (await import('./research-keywords.ts')).researchKeywords(task, order),
});
