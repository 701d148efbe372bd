import * as z from 'zod';
import { id, integerId, text, count, number, timestamp } from '../../vocabulary/fields.ts';
import { answer, family, finishedStates, fixed, get, maybe, one, paged, post } from '../../vocabulary/index.ts';

const generation = {
  id,
  status: text,
  ...maybe({
    project_id: integerId,
    type: text,
    length: z.union([number, text]),
    total: count,
    completed: count,
    failed: count,
    items: z.array(z.looseObject(maybe({ keyword: text, status: text, article_id: integerId }))),
    created_at: timestamp,
  }),
};

/** Rules: docs/platform/content.md#bulk-generation. */
export const bulkGenerations = family(
  'bulk_generations',
  'Many articles at once, one for each keyword',
  { words: 'mass batch articles generate content many articles in one go' },
  () => ({
    list: get('/bulk-generations', {
      does: 'List bulk generations',
      asked: 'history, earlier mass productions of articles, past batches of articles',
      output: paged(generation),
    }),
    create: post('/bulk-generations', {
      does: 'Write an article for each of several keywords',
      changes: 'No operation stops it.',
      asked:
        'mass batch generate start many, write ten twenty fifty articles in one go, one for each keyword of a list, mass article generation from keyword list, produce articles texts in bulk, fifty texts by a date',
      input: {
        project_id: integerId,
        keywords: z.array(text).min(1),
        type: text.optional(),
        length: z.union([z.int().positive(), text]).optional(),
      },
      output: one(generation),
      price: fixed(15),
      job: {
        doing: 'Writing the articles',
        watch: 'bulk_generations.get',
        with: { id: answer('id', 'bulk_generation_id') },
        done: [...finishedStates, 'partial'],
        usually: 300,
      },
    }),
    get: get('/bulk-generations/{id}', {
      does: 'Show a bulk generation',
      asked: 'status, how many of the many articles are written, is the mass production done, batch article progress',
      output: one(generation),
    }),
  }),
);
