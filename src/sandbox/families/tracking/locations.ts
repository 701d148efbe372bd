import { implement } from '../../engine/implement.ts';
import { openDocuments } from '../shared/open-documents.ts';

const locations = openDocuments('location');

/** Document 3, "Supplementary endpoints". */
export const locationFamily = implement('locations', {
  operations: { list: locations.list, get: locations.get },
  seed: ({ store, now }) => {
    store.add(locations.kind, {
      team: 1,
      at: now(),
      body: { name: 'Fjordkiste Kiel', address: 'Hafenweg 0, 24103 Kiel', country: 'DE' },
    });
    store.add(locations.kind, {
      team: 1,
      at: now(),
      body: { name: 'Fjordkiste Bremen', address: 'Moosallee 0, 28195 Bremen', country: 'DE' },
    });
    store.add(locations.kind, {
      team: 2,
      at: now(),
      body: { name: 'Gasthof Zur Linde', address: 'Dorfplatz 0, 5020 Salzburg', country: 'AT' },
    });
  },
});
