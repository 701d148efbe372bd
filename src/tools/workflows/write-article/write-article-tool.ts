import { waitArgument } from '../../calling/waiting.ts';
import { anyId, defineWorkflow } from '../shared/define-workflow.ts';

/** From a keyword, or a researched storyline, to a finished text in one call. */
export const writeArticleTool = defineWorkflow({
  name: 'write_article',
  title: 'Write an article',
  about: 'Write an article for a keyword',
  description:
    'Write a blog article for a keyword in a project: waits (about 90 s), returns id, status and first lines (fields ["text"]: all). Costs 5 credits, 10 from a storyline. Asked again, it joins the job or returns the text without paying.',
  input: {
    type: 'object',
    properties: {
      project: { type: 'string', description: 'Name, domain or id; optional if only one' },
      keyword: { type: 'string', description: 'Required without storyline' },
      title: { type: 'string', description: 'Default: the keyword' },
      target_length: { type: 'integer', minimum: 100, maximum: 10_000, description: 'Words, default 1200' },
      storyline: { type: 'string', description: 'Id of a completed storyline to write from' },
      wait_s: waitArgument,
      again: { type: 'boolean', description: 'Pay for another one of the same title' },
    },
  },
  view: 'article',
  maxCredits: 5,
  paidCall: ({ storyline, keyword = 'any', target_length = 1200 }) =>
    storyline === undefined
      ? ['articles.generate', { id: anyId, keyword, article_type: 'blog', target_length }]
      : ['storylines.assemble_article', { id: storyline }],
  run: async (task, order) => (await import('./write-article.ts')).writeArticle(task, order),
});
