import { family, get, id, list, maybe, one, text, timestamp } from '../../vocabulary/index.ts';

const location = { id, ...maybe({ name: text, address: text, country: text, created_at: timestamp }) };

/** Rules: docs/platform/tracking.md#locations. */
export const locations = family(
  'locations',
  'Business locations for local search',
  { words: 'branches shops local seo maps address shops branches addresses opening' },
  () => ({
    list: get('/locations', {
      does: "List the team's business locations",
      asked: 'branches shops, our shops branches stores offices addresses, store list',
      output: list(location),
    }),
    get: get('/locations/{id}', {
      does: 'Show a business location',
      asked: 'branch shop, details of one shop branch store, opening hours address phone, phone number of the store',
      output: one(location),
    }),
  }),
);
