import { assumed, count, family, get, number } from '../../vocabulary/index.ts';

/** docs/platform/workspace.md#dashboard: the shape is not shown. */
export const dashboard = family(
  'dashboard',
  'The start page of the application',
  { words: 'overview home summary' },
  () => ({
    get: get('/dashboard', {
      does: 'Show the overview of the start page',
      asked:
        'dashboard, home summary figures, show the home start page overview, how are things in general, at a glance, main screen summary, overall status, give me an overview of everything',
      output: assumed({ projects: count, articles: count, tracking_projects: count, credits: number }),
    }),
  }),
);
