import * as z from 'zod';
import { id, text, number } from '../../fields.ts';
import { family, fixed, get, input, one, answer, paged, post, type Job, likely, assumed } from '../../operation.ts';

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
const generation = (doing: string, article: Job['with'][string]) =>
  ({
    doing,
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
      changes:
        'The same title is accepted again: that makes a second article. Nothing is written until articles.generate.',
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
      changes: "Replaces the article's text and meta description. Calling it again writes and charges again.",
      words: 'ai draft produce create body',
      output: assumed({ article_id: id, status: text, processing_status: text }),
      input: {
        keyword: text,
        article_type: z.enum(['blog']).describe('blog'),
        target_length: z.int().positive().describe('Target length in words'),
      },
      price: fixed(5),
      job: generation('Writing the article', input('id')),
    }),
    optimize: post('/articles/{id}/optimize', {
      does: "Improve an article's text for search",
      changes: "Replaces the article's text; there is no operation for earlier versions.",
      words: 'rewrite seo refresh',
      output: assumed({ article_id: id, status: text, processing_status: text }),
      optionalBody: true,
      open: true,
      likely: {
        keyword: likely(text, 'what to optimize for; generate takes the same'),
        instructions: likely(text, 'what to change; optimizing a text takes a wish'),
      },
      price: fixed(5),
      job: generation('Improving the article for search', input('id')),
    }),
    repurpose: post('/articles/{id}/repurpose', {
      does: 'Turn an article into another format',
      changes:
        'Works on the article itself and replaces its text: copy a text that must stay with articles.create first.',
      words: 'convert adapt social newsletter reuse',
      output: assumed({ article_id: id, status: text, processing_status: text }),
      optionalBody: true,
      open: true,
      likely: {
        format: likely(text, 'what it becomes, such as newsletter; the name says into another format', [
          'target_format',
          'type',
        ]),
        tone: likely(text, 'how it sounds; assemble-article takes one'),
        language: likely(text, 'language of the result; storylines take one'),
      },
      price: fixed(3),
      job: generation('Turning the article into another format', input('id')),
    }),
    generate_standalone: post('/generate/article', {
      does: 'Write an article without preparing a stub first',
      changes:
        'Creates a new article each time, also for the same keyword; in a project only when project_id is given.',
      words: 'ai text one-off quick',
      output: assumed({ article_id: id, status: text }),
      example: { keyword: 'trail running shoes', project_id: 1, target_length: 1200 },
      open: true,
      likely: {
        keyword: likely(text, 'what to write about; articles.generate requires it', [
          'topic',
          'title',
          'prompt',
          'subject',
          'query',
          'text',
        ]),
        article_type: likely(text, 'blog; as in articles.generate'),
        target_length: likely(number, 'words; as in articles.generate'),
        project_id: likely(id, 'project to put it in; bulk_generations.create takes one'),
        language: likely(text, 'as in storylines.create'),
      },
      price: fixed(5),
      job: generation('Writing the article', answer('article_id')),
    }),
  }),
);
