import * as z from 'zod';
import { count, family, fixed, get, id, post, text, timestamp } from '../../vocabulary/index.ts';
import { one, paged, assumed, maybe } from '../../vocabulary/answer.ts';
import { answer, input, finishedStates } from '../../vocabulary/job.ts';

const pipeline = {
  id,
  name: text,
  status: text.optional(),
  ...maybe({ stages: z.array(z.unknown()), attempts: count, created_at: timestamp }),
};

const over = {
  watch: 'pipelines.get',
  done: [...finishedStates, 'partial'],
  usually: 300,
} as const;

/** Rules: docs/platform/content.md#pipelines. */
export const pipelines = family(
  'pipelines',
  'Content work in stages that run one after the other',
  { words: 'workflow automation chain steps stages several steps in a row' },
  () => ({
    list: get('/pipelines', {
      does: 'List pipelines',
      asked: 'history, which workflows did we run, finished workflows',
      output: paged(pipeline),
    }),
    create: post('/pipelines', {
      does: 'Run work in several stages, one after the other',
      changes: 'The stages run by themselves; no operation stops them.',
      asked:
        'start new chain workflow, research then write then optimize in a row, chain several steps, workflow, multi-stage workflow, chain research outline and writing',
      input: { name: text, stages: z.array(z.unknown()).min(1) },
      output: one(pipeline),
      price: fixed(20),
      job: { doing: 'Running the pipeline', ...over, with: { id: answer('id', 'pipeline_id') } },
    }),
    get: get('/pipelines/{id}', {
      does: 'Show a pipeline and its stages',
      asked: 'status result, which stage step is the workflow at, is the pipeline done, workflow stage and progress',
      output: one(pipeline),
    }),
    retry: post('/pipelines/{id}/retry', {
      does: 'Run a failed pipeline once more',
      changes: 'Embedded platform: runs the failed stages again and is charged again.',
      asked: 'again restart resume, the workflow pipeline crashed broke failed, try again, rerun failed workflow',
      remedies: { 409: 'pipelines.get' },
      output: assumed(pipeline),
      price: fixed(20, { statedBy: 'pipelines.create' }),
      job: { doing: 'Running the pipeline again', ...over, with: { id: input('id') }, changes: ['status'] },
    }),
  }),
);
