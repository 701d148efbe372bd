import { implement } from '../../engine/implement.ts';
import { openDocuments } from '../shared/open-documents.ts';

const incidents = openDocuments('incident');

/** Document 3, "Supplementary endpoints". A report without a token belongs to no team, and nobody reads it back. */
export const incidentFamily = implement('incidents', {
  operations: {
    list: incidents.list,
    report: (call) => ({ data: incidents.show(call.add(incidents.kind, { ...call.openBody, status: 'received' })) }),
    get: incidents.get,
  },
  seed: ({ store, now }) => {
    store.add(incidents.kind, {
      team: 1,
      at: now(),
      body: { title: 'An assistant invented a recall', severity: 'medium', status: 'received' },
    });
    store.add(incidents.kind, {
      team: 2,
      at: now(),
      body: { title: 'Wrong opening hours', severity: 'low', status: 'closed' },
    });
  },
});
