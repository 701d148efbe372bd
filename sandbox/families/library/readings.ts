import { changed, inBody, inRecords, isRecord, needsField, objectOf, renamed, without } from '../../readings/change.ts';
import type { Reading } from '../../readings/reading.ts';

const styleUrl = 'Document 1, "POST …/style-profiles/from-url": a URL; body field names: not shown.';
const knowledgeUrl = 'Document 1, "POST /knowledge-base/url": URL; body: not shown.';
const image = 'Document 1, "Generate image", POST /generate/image: neither body nor answer are shown.';

/** Readings of what document 1 says of style profiles, knowledge, images and files. */
export const libraryReadings: readonly Reading[] = [
  needsField('style-source-url', styleUrl, 'style_profiles.from_url', ['source_url', 'url']),
  needsField('style-website', styleUrl, 'style_profiles.from_url', ['website', 'url']),
  {
    name: 'style-scraped',
    turnsOn: 'Document 1, "Style profile": pending (pending_review true); the state after the scrape is not shown.',
    behaviour: 'pending stays; scraped_pages above 0 and pending_review show that it is over.',
    operations: ['style_profiles.scrape_status'],
    changeResponse: inRecords((record) => ({
      ...record,
      status: record['failure_reason'] ? record['status'] : 'pending',
    })),
  },
  needsField('knowledge-url', knowledgeUrl, 'knowledge_base.add_url', ['source_url', 'url'], { beside: 'project_id' }),
  {
    name: 'knowledge-urls',
    turnsOn: 'Document 1, "POST /knowledge-base/url": URL; async ingestion; the answer is not shown.',
    behaviour: '{data: {id, status}}.',
    operations: ['knowledge_base.add_url'],
    changeResponse: inRecords(({ document_id, status }) => ({ data: { id: document_id, status } })),
  },
  {
    name: 'documents-once-named',
    turnsOn: 'Document 1, "Knowledge-base document": id (also document_id).',
    behaviour: 'document_id alone in the list.',
    operations: ['knowledge_base.list'],
    changeResponse: inRecords(({ id, document_id, ...rest }) => ({ document_id: document_id ?? id, ...rest })),
  },
  {
    name: 'hits-scaled',
    turnsOn: 'Document 1, "A search hit": score; its scale is not shown.',
    behaviour: 'From 0 to 100.',
    operations: ['knowledge_base.search'],
    changeResponse: inRecords((hit) => ({
      ...hit,
      score: typeof hit['score'] === 'number' ? Math.round(hit['score'] * 100) : null,
    })),
  },
  needsField('image-description', image, 'images.generate', ['description', 'prompt']),
  {
    name: 'image-job',
    turnsOn: image,
    behaviour: 'A job_id that is no id of an image; the list of images shows the new one.',
    operations: ['images.generate'],
    changeResponse: inRecords(({ job_id }) => ({ job_id: job_id ?? 'img_job_1' })),
  },
  {
    name: 'image-at-once',
    turnsOn: image,
    behaviour: '200 and the image as it stands, processing.',
    operations: ['images.generate'],
    changeResponse: (sent) =>
      sent.status < 300
        ? {
            ...sent,
            status: 200,
            body: JSON.stringify({
              data: { id: objectOf(sent)['image_id'], url: null, processing_status: 'processing' },
            }),
          }
        : sent,
  },
  {
    name: 'image-status',
    turnsOn: 'Document 1, "Image": fields seen; the field of its state is not among them.',
    behaviour: 'status: completed.',
    operations: ['images.get', 'images.list'],
    changeResponse: inRecords(({ processing_status, ...rest }) => ({
      ...rest,
      status: processing_status === 'ready' ? 'completed' : processing_status,
    })),
  },
  {
    name: 'image-stateless',
    turnsOn: 'Document 1, "Image": fields seen; the field of its state is not among them.',
    behaviour: 'No state at all: url is null until there is a picture.',
    operations: ['images.get', 'images.list'],
    changeResponse: inRecords(({ processing_status, download_url, ...rest }) => ({
      ...rest,
      url: processing_status === 'ready' ? (download_url ?? 'https://files.example/image.png') : null,
    })),
  },
  {
    name: 'image-edited',
    turnsOn: 'Document 1, "POST /images/{id}/edit": client polls GET /images/{id}; how it shows the edit is not said.',
    behaviour: 'variants as {images: […]}, newest first.',
    operations: ['images.get'],
    changeResponse: inRecords(changed('variants', (all) => (Array.isArray(all) ? { images: all.toReversed() } : all))),
  },
  {
    name: 'files-flat',
    turnsOn: 'Document 1, "GET /files": list of file items; rows of a change show no answer.',
    behaviour: 'A change answers with the whole list of ids.',
    operations: ['files.keep', 'files.favorite', 'files.update', 'images.favorite', 'images.update'],
    changeResponse: inBody((body) => (isRecord(body) ? [body['id']] : body)),
  },
  {
    name: 'exports-named',
    turnsOn: 'Document 1, "/images/exports/{job_id}": {status, download_url?}; where the address leads is not said.',
    behaviour: 'A relative download_url.',
    operations: ['images.export_status', 'files.export_status'],
    changeResponse: inRecords((record) =>
      typeof record['download_url'] === 'string'
        ? { ...record, download_url: record['download_url'].replace(/^https?:\/\/[^/]+/, '') }
        : record,
    ),
  },
  {
    name: 'sessions-null',
    turnsOn: 'Document 1, "File": session {id, title}; of a file without a session nothing is said.',
    behaviour: 'session is null, and type_label absent.',
    operations: ['files.list', 'files.get'],
    changeResponse: inRecords((record) => ({ ...without('type_label')(record), session: null })),
  },
  {
    name: 'profiles-by-name',
    turnsOn: 'Document 1, "Style profile": fields seen; name and tone are not among them.',
    behaviour: 'title and voice.',
    operations: ['style_profiles.list', 'style_profiles.get'],
    changeResponse: inRecords(renamed({ name: 'title', tone: 'voice' })),
  },
];
