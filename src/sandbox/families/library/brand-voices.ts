import { implement } from '../../engine/implement.ts';
import { openDocuments } from '../shared/open-documents.ts';

const voices = openDocuments('brand_voice');

/** Document 3, "Supplementary endpoints". */
export const brandVoiceFamily = implement('brand_voices', {
  operations: { list: voices.list },
  seed: ({ store, now }) => {
    store.add(voices.kind, { team: 1, at: now(), body: { name: 'Fjordkiste', tone: 'plain, dry, helpful' } });
    store.add(voices.kind, { team: 2, at: now(), body: { name: 'Zur Linde', tone: 'warm, local' } });
  },
});
