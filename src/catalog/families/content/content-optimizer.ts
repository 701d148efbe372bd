import * as z from 'zod';
import { id, integerId, text, url, number, timestamp } from '../../vocabulary/fields.ts';
import { nothing, one, paged, assumed, maybe } from '../../vocabulary/answer.ts';
import { alias, del, family, fixed, free, get, post, type Row, likely } from '../../vocabulary/index.ts';
import { answer, input, finishedStates } from '../../vocabulary/job.ts';

/** Both names of the id stay in the answers. */
const optimization = {
  id,
  optimization_id: id,
  status: text,
  ...maybe({
    keyword: text,
    subject: text,
    score: number,
    suggestions: z.array(z.unknown()),
    result: text,
    applied_at: timestamp,
    created_at: timestamp,
  }),
};

const over = {
  watch: 'content_optimizer.get',
  done: [...finishedStates, 'applied'],
} as const;

const showing = {
  does: 'Show an optimization: status and suggestions',
  asked: 'result, what does the optimizer suggest recommend, missing terms, optimizer result, suggestions, status',
  output: one(optimization),
} as const satisfies Row;

const applying = {
  does: 'Apply the suggestions of an optimization to its text',
  idFrom: { suggestion_ids: 'content_optimizer.get' },
  changes: 'Embedded platform: rewrites the text of the optimization; repeating charges again.',
  asked:
    'accept improve rewrite, put the suggestions of the optimizer into the text, take over proposals, accept optimizer suggestions, rewrite with them',
  likely: {
    suggestion_ids: likely(z.array(z.unknown()), 'which suggestions; the embedded platform applies all when left out'),
  },
  optionalBody: true,
  output: assumed({ message: text, id, optimization_id: id }),
  price: fixed(5),
  job: { doing: 'Applying the suggestions', ...over, with: { id: input('id') }, changes: ['status'], usually: 60 },
  refuses: { 402: { insufficient_credits: 'balance below the price' } },
} as const satisfies Row;

/** docs/platform/content.md#content-optimizer; which address is canonical: docs/platform/conventions.md#versions. */
export const contentOptimizer = family(
  'content_optimizer',
  'Analyzes a page or text for a keyword, and improves it',
  { words: 'on-page seo optimise score surfer nlp terms improve a page for a keyword against what ranks' },
  () => ({
    list: get('/content-optimizer', {
      does: 'List optimizations',
      asked: 'history, earlier optimizations, which texts did we optimize, past optimizer analyses',
      output: paged(optimization),
    }),
    get: get('/content-optimizer/{id}', showing),
    analyze: post('/content-optimizer/analyze', {
      does: 'Analyze a page or text for a keyword; what is analyzed goes into body',
      changes: 'Stores an optimization; the text changes only by content_optimizer.apply.',
      asked:
        'start optimise on-page check, compare my text page with the top results of google, how can I improve this page for a keyword, on-page analysis, optimise page for keyword, content score',
      example: { url: 'https://example.com/page', keyword: 'trail running shoes' },
      likely: {
        url: likely(url, 'the page to compare; or give content', 'page_url'),
        content: likely(text, 'the text to compare; apply improves a text', 'text'),
        keyword: likely(text, 'what it is to rank for'),
        article_id: likely(integerId, 'an article to write the result to'),
        language: likely(text, 'as in competitor_analyses.create'),
        country: likely(text, 'as in competitor_analyses.create'),
      },
      output: { message: text, id, optimization_id: id, poll_url: text },
      price: fixed(5),
      job: { doing: 'Analyzing the text', ...over, with: { id: answer('id', 'optimization_id') }, usually: 60 },
      refuses: { 402: { insufficient_credits: 'balance below the price' } },
    }),
    apply: post('/content-optimizer/{id}/apply', applying),
    delete: del('/content-optimizer/{id}', {
      does: 'Delete an optimization (soft delete)',
      changes: 'Soft delete. No operation brings it back.',
      asked: 'remove, throw away an optimization, remove optimizer run',
      price: free,
      output: nothing,
      status: 204,
    }),
    get_by_old_path: alias('content_optimizer.get', get('/content-optimizer/optimizations/{id}', showing)),
    apply_by_old_path: alias('content_optimizer.apply', post('/content-optimizer/optimizations/{id}/apply', applying)),
  }),
);
