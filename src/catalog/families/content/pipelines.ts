import * as z from 'zod';
import { id, text } from '../../fields.ts';
import { answer, family, fixed, get, input, one, paged, post, assumed, maybe } from '../../operation.ts';

const pipeline = { id, name: text, status: text, ...maybe({ stages: z.array(z.unknown()) }) };

const over = {
  watch: 'pipelines.get',
  state: 'status',
  done: ['completed', 'ready', 'finished', 'partial'],
  failed: ['failed'],
  usually: 300,
} as const;

/** Document 3, "Monitors and automation". */
export const pipelines = family(
  'pipelines',
  'Content work in stages that run one after the other',
  { words: 'workflow automation chain steps stages' },
  () => ({
    list: get('/pipelines', { does: 'List pipelines', words: 'history', output: paged(pipeline) }),
    create: post('/pipelines', {
      does: 'Run work in several stages, one after the other',
      changes: 'The stages run by themselves; no operation stops them.',
      words: 'start new chain workflow',
      input: { name: text, stages: z.array(z.unknown()).min(1) },
      output: one(pipeline),
      price: fixed(20),
      job: { doing: 'Running the pipeline', ...over, with: { id: answer('id', 'pipeline_id') } },
    }),
    get: get('/pipelines/{id}', {
      does: 'Show a pipeline and its stages',
      words: 'status progress result',
      output: one(pipeline),
    }),
    retry: post('/pipelines/{id}/retry', {
      does: 'Run a failed pipeline once more',
      changes: 'Runs the failed stages again and is charged again.',
      words: 'again restart resume',
      remedies: { 409: 'pipelines.get' },
      output: assumed(pipeline),
      // The row lists no cost; the stages that run again are those that starting a pipeline costs 20 for.
      price: fixed(20),
      job: { doing: 'Running the pipeline again', ...over, with: { id: input('id') }, changes: ['status'] },
    }),
  }),
);
