import * as z from 'zod';
import { count, exportStatus, flag, id, ids, key, shared, text, timestamp } from '../fields.ts';
import { answer, del, family, free, get, one, paged, patch, post } from '../operation.ts';

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
    trash: get('/files/trash', { does: 'List files in the trash', words: 'deleted bin', output: paged(file, 25, 100) }),
    get: get('/files/{id}', { does: 'Show a file with its chat session and download address', words: 'download', output: one(file) }),
    keep: post('/files/{id}/keep', { does: 'Pin a file so that it does not expire', words: 'pin save permanent', price: free }),
    favorite: post('/files/{id}/favorite', { does: 'Mark a file as favorite, or unmark it', words: 'star toggle', price: free }),
    update: patch('/files/{id}', {
      does: "Change a file's title or tags",
      words: 'rename label edit',
      input: { title: text.optional(), tags: z.array(text).optional() },
      price: free,
    }),
    delete: del('/files/{id}', { does: 'Move a file to the trash', words: 'remove', price: free }),
    restore: post('/files/{id}/restore', { does: 'Take a file out of the trash', words: 'undelete recover', price: free }),
    delete_forever: del('/files/{id}/forever', {
      does: 'Delete a file in the trash for good',
      words: 'purge permanently',
      price: free,
      refuses: { 409: 'unless the file is in the trash' },
    }),
    bulk_delete: post('/files/bulk/delete', {
      does: 'Move up to 200 files to the trash',
      words: 'remove many',
      input: { ids: ids(200) },
      effect: 'delete',
      price: free,
    }),
    bulk_restore: post('/files/bulk/restore', {
      does: 'Take up to 200 files out of the trash',
      words: 'undelete many',
      input: { ids: ids(200) },
      price: free,
    }),
    bulk_export: post('/files/bulk/export', {
      does: 'Pack up to 500 files into a ZIP',
      words: 'download archive many',
      input: { ids: ids(500) },
      output: { job_id: key },
      price: free,
      job: {
        watch: 'files.export_status',
        with: { job_id: answer('job_id') },
        state: 'status',
        done: ['ready'],
        failed: ['failed'],
        usually: 15,
      },
    }),
    export_status: get('/files/exports/{job_id}', {
      does: 'Show how a ZIP export stands and where to download it',
      words: 'archive progress',
      input: { job_id: key },
      output: exportStatus,
    }),
    share: post('/files/{id}/share', {
      does: 'Make a public link to a file; repeating keeps the link',
      words: 'publish link',
      output: shared,
      price: free,
    }),
    update_share: patch('/files/{id}/share', {
      does: 'Change when the public link to a file expires',
      input: { expires_at: timestamp.nullable().describe('null: never') },
      output: shared,
      price: free,
      refuses: { 404: 'without an active share' },
    }),
    unshare: del('/files/{id}/share', { does: 'Revoke the public link to a file', words: 'stop sharing unpublish', price: free }),
  }),
);
