import type { Implementation } from '../implementation.ts';
import { openDocuments } from '../open-documents.ts';

const made = openDocuments('export');

/** Document 3, "Supplementary endpoints". */
export const exportFamily: Implementation = {
  family: 'exports',
  operations: { list: made.list },
  seed: ({ store, now }) => {
    store.add(made.kind, { team: 1, at: now(), body: { name: 'keywords-autumn.csv', type: 'keywords', status: 'ready' } });
    store.add(made.kind, { team: 2, at: now(), body: { name: 'menu-terms.csv', type: 'keywords', status: 'ready' } });
  },
};
