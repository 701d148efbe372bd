import * as z from 'zod';
import { assumed, count, family, flag, get, limit, minute, number, post, rule, text } from '../../vocabulary/index.ts';

const route = z
  .string()
  .regex(/^\/(?!\/)[^?]*$/)
  .describe('Path inside the application, from / and without a query');

/** docs/platform/tracking.md#prefetch: meant for the application's own session. */
export const prefetch = family(
  'prefetch',
  'Which page of the application is likely to be opened next',
  { words: 'navigation routes speed preload prediction which page opens next, preloading' },
  () => ({
    report_transition: post('/prefetch/transition', {
      does: 'Report that somebody went from one page of the application to another',
      asked: 'track, a user navigated clicked from one page to the next, log navigation between routes',
      output: assumed({ recorded: flag }),
      input: { from: route, to: route },
      rules: [rule('to', 'must differ from from', (args) => args['from'] !== args['to'])],
      limits: [limit('prefetch', 60, minute)],
      refuses: { 422: 'for paths outside the application, or a page that leads to itself' },
    }),
    predictions: get('/prefetch/predictions', {
      does: 'List where people go from a page, likeliest first',
      asked: 'next route probability, where will the user go click next, likely next pages',
      input: { from: route, limit: z.int().min(1).max(10).default(5) },
      output: { from: text, predictions: z.array(z.looseObject({ to_route: text, count, prob: number })) },
    }),
    config: get('/prefetch/config', {
      does: 'Show how the application preloads pages',
      asked: 'settings weights, is preloading switched on, how is it set, preload settings',
      output: { enabled: flag, weights: z.unknown(), limit: z.unknown(), prerender_allowlist: z.unknown() },
    }),
  }),
);
