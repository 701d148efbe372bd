import * as z from 'zod';
import { assetRows } from '../library/asset-rows.ts';
import { count, flag, id, shareAnswer, text, timestamp } from '../../vocabulary/fields.ts';
import { assumed, family, free, get, maybe, one, paged, post } from '../../vocabulary/index.ts';

const file = {
  id,
  original_name: text,
  type_label: text.nullable(),
  size_bytes: count.describe('Bytes'),
  mime_type: text,
  session: z.looseObject({ id, title: text }).nullable(),
  expires_at: timestamp.nullable(),
  expires_in_days: count.nullable(),
  pinned: flag,
  is_favorite: flag,
  tags: z.array(text),
  download_url: text,
  ...maybe({ pinned_at: timestamp, created_at: timestamp }),
};

/** docs/platform/library.md#files: team-wide; a foreign file, and any image, is answered as missing. */
export const files = family(
  'files',
  "The team's files that are no images: generated spreadsheets, CSV, Markdown, uploads",
  {
    price: free,
    words: 'documents downloads attachments spreadsheet document spreadsheet attachment download',
    audience: { foreign: 404 },
  },
  () => ({
    list: get('/files', {
      does: 'List live files',
      asked:
        'search find, where are the documents spreadsheets you made, our files, what expires soon, find generated csv, uploads, filter by type or name, sorted by size, expiring soon, where did I put that document, where is the file',
      input: {
        q: text.optional().describe('Part of the name'),
        type: text.optional().describe('Part of the MIME type'),
        session_id: id.optional(),
        expiring: z.literal(1).optional().describe('1: only those that expire'),
        sort: z.enum(['newest', 'oldest', 'name', 'size']).optional(),
      },
      output: paged(file, 25, 100),
      concise: 'id original_name type_label size_bytes expires_at expires_in_days pinned tags',
    }),
    get: get('/files/{id}', {
      does: 'Show a file with its chat session and download address',
      asked:
        'download, how big is the file, when does it expire, open look at a document, which chat made it, file metadata, mime type, download url of one file',
      output: one(file),
    }),
    keep: post('/files/{id}/keep', {
      does: 'Pin a file so that it does not expire',
      changes: 'Clears expires_at. No operation unpins it.',
      asked:
        'pin save permanent, do not let the file expire, hold on to it, keep for ever, protect from deletion, does not vanish disappear after 30 days, prevent auto-expiry, keep permanently',
      output: assumed(file),
    }),
    ...assetRows({
      family: 'files',
      sample: 1,
      one: 'a file',
      many: 'files',
      other: 'document',
      shape: file,
      maxPerPage: 100,
    }),
    share: post('/files/{id}/share', {
      does: 'Make a public link to a file',
      changes:
        'Anybody with the link can fetch it; files.unshare ends it. Embedded platform: repeating keeps link and view count.',
      asked:
        'publish link, send somebody a link to the document file, let people outside colleague see it, public address, public url for a document, let an outsider download a file, let my boss look at the spreadsheet, show the document to a client',
      output: shareAnswer,
    }),
  }),
);
