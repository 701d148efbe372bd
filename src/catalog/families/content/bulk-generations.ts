import * as z from 'zod';
import { id, text } from '../../fields.ts';
import { answer, family, fixed, get, one, paged, post } from '../../operation.ts';

const generation = { id, status: text };

/** Document 3, "Monitors and automation". */
export const bulkGenerations = family(
  'bulk_generations',
  'Many articles at once, one for each keyword',
  { words: 'mass batch articles generate content' },
  () => ({
    list: get('/bulk-generations', { does: 'List bulk generations', words: 'history', output: paged(generation) }),
    create: post('/bulk-generations', {
      does: 'Write an article for each of several keywords',
      changes: 'Creates one article a keyword in the project; no operation stops it.',
      words: 'mass batch generate start many',
      input: {
        project_id: id,
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
        state: 'status',
        done: ['completed', 'ready', 'finished', 'partial'],
        failed: ['failed'],
        usually: 300,
      },
    }),
    get: get('/bulk-generations/{id}', {
      does: 'Show a bulk generation',
      words: 'status progress result',
      output: one(generation),
    }),
  }),
);
