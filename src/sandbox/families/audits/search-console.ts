import { implement } from '../../engine/implement.ts';
import { openDocuments } from '../shared/open-documents.ts';

const uploads = openDocuments('search_console_upload');

/** Document 3, "Supplementary endpoints". */
export const searchConsoleFamily = implement('search_console', {
  operations: { list: uploads.list, get: uploads.get },
  seed: ({ store, now }) => {
    const performance = {
      insights: [{ query: 'camping box', clicks: 84, impressions: 2100, advice: 'One place from the first page' }],
    };
    const indexing = { insights: [{ reason: 'crawled, not indexed', pages: 12, advice: 'Thin pages' }] };
    store.add(uploads.kind, {
      team: 1,
      at: now(),
      body: { name: 'performance.csv', type: 'performance', ...performance },
    });
    store.add(uploads.kind, { team: 1, at: now(), body: { name: 'indexing.csv', type: 'indexing', ...indexing } });
  },
});
