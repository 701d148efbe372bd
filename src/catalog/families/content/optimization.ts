import * as z from 'zod';
import { family, get, id, maybe, one, post, text, timestamp } from '../../vocabulary/index.ts';

const run = {
  status: text,
  ...maybe({ id, iterations: z.array(z.unknown()), started_at: timestamp, completed_at: timestamp }),
};

/** Rules: docs/platform/content.md#optimization-runs. Nothing in the contract starts such a run. */
export const optimization = family(
  'optimization',
  'Runs that improve a text in iterations',
  { words: 'iterate improve loop run that improves a text step by step' },
  () => ({
    get: get('/optimization/runs/{id}', {
      does: 'Show an optimization run with its iterations',
      asked: 'status progress, how far is the optimization run, which iteration, iteration state of a run',
      output: one(run),
    }),
    abort: post('/optimization/runs/{id}/abort', {
      does: 'End an optimization run',
      changes: 'Its status becomes aborted. Embedded platform: iterations done so far stay.',
      asked: 'stop cancel, stop the optimization run, halt iterations',
      output: one(run),
    }),
  }),
);
