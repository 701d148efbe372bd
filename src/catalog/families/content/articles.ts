import * as z from 'zod';
import { family, fixed, get, id, integerId, likely, number, post, text } from '../../vocabulary/index.ts';
import { one, paged, assumed, maybe } from '../../vocabulary/answer.ts';
import { input, answer, type DeclaredJob, type Source } from '../../vocabulary/job.ts';

const article = {
  id: integerId,
  title: text,
  slug: text.nullable().optional(),
  content: text.nullable().optional(),
  status: text,
  processing_status: text.nullable(),
  storyline_id: id.nullable().optional(),
  ...maybe({ project_id: integerId, meta_description: text, language: text }),
};

/** docs/platform/content.md#articles: a generation is over when `processing_status` is ready. */
const generation = (doing: string, article: Source) =>
  ({
    doing,
    watch: 'articles.get',
    with: { id: article },
    state: 'processing_status',
    done: ['ready'],
    changes: ['content', 'title'],
    usually: 90,
  }) as const satisfies DeclaredJob;

/** Rules: docs/platform/content.md#articles. */
export const articles = family(
  'articles',
  'Texts of a project: stubs, generation, optimization, repurposing',
  { words: 'blog post text copy content write post text blog copy writing' },
  () => ({
    list: get('/projects/{project}/articles', {
      does: "List a project's articles",
      asked:
        'all our posts, which texts exist, articles so far, drafts, content inventory of a project, all blog texts, show every article page',
      output: paged(article, 20),
      concise: 'id title slug status processing_status storyline_id',
    }),
    create: post('/projects/{project}/articles', {
      does: 'Create an article stub or store a finished text',
      changes: 'Writes no text; articles.generate does. Embedded platform: the same title makes a second article.',
      asked:
        'new draft add, save my own finished text, empty draft placeholder with a headline only, put a text in, article stub record, store existing ready-made content, import own text, title and slug, new blog draft, already wrote it myself, just save my text, keep this text',
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
      asked:
        'read, read the text, is the post finished written ready, open an article, article body content, processing status of generation, poll article until ready, has the text been written',
      output: one(article),
    }),
    generate: post('/articles/{id}/generate', {
      does: 'Write the text of an existing article for a keyword',
      changes: 'Calling it again is charged again. Embedded platform: replaces text and meta description.',
      asked:
        'ai draft produce create body, let the ai write the post, fill the stub draft with text, how long words, write body text, produce content for stub with target length and keyword, fill article, generate blog post article about a topic, finish the text, let the robot write',
      output: assumed({ article_id: integerId, status: text, processing_status: text }),
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
      changes: "No operation shows earlier versions. Embedded platform: replaces the article's text.",
      asked:
        'rewrite seo refresh, make the post rank better, improve polish my text for google, more traffic, update an old article, seo rewrite, raise rankings, refine, better content quality, optimize blog post, tune blog article, enrich, pimp',
      output: assumed({ article_id: integerId, status: text, processing_status: text }),
      optionalBody: true,
      likely: {
        keyword: likely(text, 'what to optimize for; generate takes the same'),
        instructions: likely(text, 'what to change; optimizing a text takes a wish'),
      },
      price: fixed(5),
      job: generation('Improving the article for search', input('id')),
    }),
    repurpose: post('/articles/{id}/repurpose', {
      does: 'Turn an article into another format',
      changes: "Embedded platform: replaces the article's own text; articles.create keeps a copy.",
      asked:
        'convert adapt social newsletter reuse, turn the post into linkedin facebook instagram tweet newsletter email video script, another channel, reuse content on social media, thread, caption, derive other formats, blog article into a tweet, reformat blog post, make a newsletter out of the post',
      output: assumed({ article_id: integerId, status: text, processing_status: text }),
      optionalBody: true,
      likely: {
        format: likely(
          text,
          'what it becomes, such as newsletter; the name says into another format',
          'target_format type',
        ),
        tone: likely(text, 'how it sounds; assemble-article takes one'),
        language: likely(text, 'language of the result; storylines take one'),
      },
      price: fixed(3),
      job: generation('Turning the article into another format', input('id')),
    }),
    generate_standalone: post('/generate/article', {
      does: 'Write an article without preparing a stub first',
      changes: 'Embedded platform: a new article each time; in a project only when project_id is given.',
      asked:
        'ai text one-off quick, just write a text on a topic, one-off post without a project, quick copy, blog post about something, ad hoc article, article without project or stub, essay from a keyword, write blog post article about a topic',
      output: assumed({ article_id: integerId, status: text }),
      example: { keyword: 'trail running shoes', project_id: 1, target_length: 1200 },
      likely: {
        keyword: likely(
          text,
          'what to write about; articles.generate requires it',
          'topic title prompt subject query text',
        ),
        article_type: likely(text, 'blog; as in articles.generate'),
        target_length: likely(number, 'words; as in articles.generate'),
        project_id: likely(integerId, 'project to put it in; bulk_generations.create takes one'),
        language: likely(text, 'as in storylines.create'),
      },
      price: fixed(5),
      job: generation('Writing the article', answer('article_id')),
    }),
  }),
);
