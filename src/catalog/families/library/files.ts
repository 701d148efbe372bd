import * as z from 'zod';
import { assetRows } from '../../asset-rows.ts';
import { count, flag, id, shared, text, timestamp } from '../../fields.ts';
import { family, free, get, one, paged, post } from '../../operation.ts';

const file = {
  id,
  original_name: text,
  type_label: text,
  size_bytes: count.describe('Bytes'),
  mime_type: text,
  session: z.looseObject({ id, title: text }).nullable(),
  expires_at: timestamp.nullable(),
  expires_in_days: count.nullable(),
  pinned: flag,
  is_favorite: flag,
  tags: z.array(text),
  download_url: text,
};

/** Document 1, "Files": team-wide; a foreign file, and any image, is answered as missing. */
export const files = family(
  'files',
  "The team's files that are no images: generated spreadsheets, CSV, Markdown, uploads",
  { words: 'documents downloads attachments spreadsheet', audience: { foreign: 404 } },
  () => ({
    list: get('/files', {
      does: 'List live files',
      words: 'search find',
      input: {
        q: text.optional().describe('Part of the name'),
        type: text.optional().describe('Part of the MIME type'),
        session_id: id.optional(),
        expiring: z.literal(1).optional().describe('1: only those that expire'),
        sort: z.enum(['newest', 'oldest', 'name', 'size']).optional(),
      },
      output: paged(file, 25, 100),
    }),
    get: get('/files/{id}', {
      does: 'Show a file with its chat session and download address',
      words: 'download',
      output: one(file),
    }),
    keep: post('/files/{id}/keep', {
      does: 'Pin a file so that it does not expire',
      changes: 'Clears expires_at. No operation unpins it.',
      words: 'pin save permanent',
      price: free,
    }),
    ...assetRows({ family: 'files', sample: 1, one: 'a file', many: 'files', shape: file, most: 100 }),
    share: post('/files/{id}/share', {
      does: 'Make a public link to a file; repeating keeps the link',
      changes: 'Anybody with the link can fetch it. Repeating keeps link and view count; files.unshare ends it.',
      words: 'publish link',
      output: shared,
      price: free,
    }),
  }),
);
