import * as z from 'zod';
import { id, text } from '../../fields.ts';
import { family, fixed, get, input, one, answer, paged, post, type Job } from '../../operation.ts';

const article = {
  id,
  title: text,
  slug: text.nullable(),
  content: text.nullable(),
  status: text,
  processing_status: text.nullable(),
  storyline_id: id.nullable(),
};

/** Document 1, "States": a generation is over when `processing_status` is ready. */
const generation = (article: Job['with'][string]) =>
  ({
    watch: 'articles.get',
    with: { id: article },
    state: 'processing_status',
    done: ['ready'],
    failed: ['failed'],
    changes: ['content', 'title'],
    usually: 90,
  }) as const satisfies Job;

/** Document 1, "Articles under a project" and the credit table. */
export const articles = family(
  'articles',
  'Texts of a project: stubs, generation, optimization, repurposing',
  { words: 'blog post text copy content write' },
  () => ({
    list: get('/projects/{project}/articles', { does: "List a project's articles", output: paged(article, 20) }),
    create: post('/projects/{project}/articles', {
      does: 'Create an article stub or store a finished text',
      words: 'new draft add',
      input: {
        title: text,
        slug: text.optional(),
        content: text.optional(),
        status: text.optional().describe('draft for a stub'),
      },
      output: one(article),
      status: 201,
    }),
    get: get('/articles/{id}', {
      does: 'Show an article with its text and processing status',
      words: 'read',
      output: one(article),
    }),
    generate: post('/articles/{id}/generate', {
      does: 'Write the text of an existing article for a keyword',
      words: 'ai draft produce create body',
      input: {
        keyword: text,
        article_type: z.enum(['blog']).describe('blog'),
        target_length: z.int().positive().describe('Target length in words'),
      },
      price: fixed(5),
      job: generation(input('id')),
    }),
    optimize: post('/articles/{id}/optimize', {
      does: "Improve an article's text for search",
      words: 'rewrite seo refresh',
      open: true,
      price: fixed(5),
      job: generation(input('id')),
    }),
    repurpose: post('/articles/{id}/repurpose', {
      does: 'Turn an article into another format',
      words: 'convert adapt social newsletter reuse',
      open: true,
      price: fixed(3),
      job: generation(input('id')),
    }),
    generate_standalone: post('/generate/article', {
      does: 'Write an article without preparing a stub first',
      words: 'ai text one-off quick',
      open: true,
      price: fixed(5),
      job: generation(answer('article_id')),
    }),
  }),
);
