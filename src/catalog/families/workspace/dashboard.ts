import * as z from 'zod';
import { count, number } from '../../fields.ts';
import { family, get, assumed, maybe } from '../../operation.ts';

/** Document 3, "Account, team, billing": the shape is not shown. */
export const dashboard = family(
  'dashboard',
  'The start page of the application',
  { words: 'overview home summary' },
  () => ({
    get: get('/dashboard', {
      does: 'Show the overview of the start page',
      words: 'home summary figures',
      output: assumed({
        data: z.looseObject(maybe({ projects: count, articles: count, tracking_projects: count, credits: number })),
      }),
    }),
  }),
);
