import { text } from '../../fields.ts';
import { family, get, one, post } from '../../operation.ts';

/** Document 3, "Supplementary endpoints". Nothing in the contract starts such a run. */
export const optimization = family(
  'optimization',
  'Runs that improve a text in iterations',
  { words: 'iterate improve loop' },
  () => ({
    get: get('/optimization/runs/{id}', {
      does: 'Show an optimization run with its iterations',
      words: 'status progress',
      output: one({ status: text }),
    }),
    abort: post('/optimization/runs/{id}/abort', {
      does: 'End an optimization run',
      changes: 'Iterations done so far stay.',
      words: 'stop cancel',
      output: one({ status: text }),
    }),
  }),
);
