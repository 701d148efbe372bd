import * as z from 'zod';
import { reference, text } from '../../definition/tool-arguments.ts';
import { placeholderId, defineWorkflow } from '../shared/define-workflow.ts';

/** From a keyword, or a researched storyline, to a finished text in one call. */
export const writeArticleTool = defineWorkflow({
  name: 'write_article',
  title: 'Write an article',
  about: 'Write an article for a keyword',
  description:
    'Write a blog article for a keyword in a project: waits (about 90 s), returns id, status and first lines (fields ["text"]: all). Costs 5 credits, 10 from a storyline. Asked again, it joins the job or returns the text without paying.',
  input: () => ({
    project: reference.describe('Name, domain or id; optional if only one').optional(),
    keyword: text.describe('Required without storyline').optional(),
    title: text.describe('Default: the keyword').optional(),
    target_length: z.int().min(100).max(10_000).describe('Words, default 1200').optional(),
    storyline: reference.describe('Id of a completed storyline to write from').optional(),
  }),
  view: 'article',
  maxCredits: 5,
  paidCall: ({ storyline, keyword = 'any', target_length = 1200 }) =>
    storyline === undefined
      ? ['articles.generate', { id: placeholderId, keyword, article_type: 'blog', target_length }]
      : ['storylines.assemble_article', { id: storyline }],
  run: async (task, order) => (await import('./write-article.ts')).writeArticle(task, order),
});
