import { id } from '../../fields.ts';
import { family, get, list, one } from '../../operation.ts';

/** Document 3, "Supplementary endpoints". */
export const locations = family(
  'locations',
  'Business locations for local search',
  { words: 'branches shops local seo maps address' },
  () => ({
    list: get('/locations', {
      does: "List the team's business locations",
      words: 'branches shops',
      output: list({ id }),
    }),
    get: get('/locations/{id}', { does: 'Show a business location', words: 'branch shop', output: one({ id }) }),
  }),
);
