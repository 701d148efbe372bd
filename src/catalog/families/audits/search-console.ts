import { id } from '../../fields.ts';
import { family, get, list, one } from '../../operation.ts';

/** Document 3, "Supplementary endpoints". */
export const searchConsole = family(
  'search_console',
  'Search Console exports that were uploaded, performance and indexing, and what they show',
  { words: 'gsc uploads clicks impressions indexing coverage' },
  () => ({
    list: get('/search-console', {
      does: 'List uploaded Search Console exports',
      words: 'gsc files',
      output: list({ id }),
    }),
    get: get('/search-console/{id}', {
      does: 'Show an uploaded Search Console export and its insights',
      words: 'gsc analysis',
      output: one({ id }),
    }),
  }),
);
