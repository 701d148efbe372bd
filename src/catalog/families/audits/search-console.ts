import * as z from 'zod';
import { family, get, id, list, maybe, one, text, timestamp } from '../../vocabulary/index.ts';

const upload = {
  id,
  ...maybe({ name: text, type: text, insights: z.array(z.unknown()), created_at: timestamp }),
};

/** Rules: docs/platform/audits.md#search-console-uploads. */
export const searchConsole = family(
  'search_console',
  'Search Console exports that were uploaded, performance and indexing, and what they show',
  { words: 'gsc uploads clicks impressions indexing coverage uploaded search console files' },
  () => ({
    list: get('/search-console', {
      does: 'List uploaded Search Console exports',
      asked: 'gsc files, which search console files did we upload, uploaded gsc exports',
      output: list(upload),
    }),
    get: get('/search-console/{id}', {
      does: 'Show an uploaded Search Console export and its insights',
      asked: 'gsc analysis, what does the uploaded search console file show, indexing problems, gsc upload findings',
      output: one(upload),
    }),
  }),
);
