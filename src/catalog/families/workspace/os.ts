import * as z from 'zod';
import { id, text, shared, flag, timestamp } from '../../fields.ts';
import {
  del,
  family,
  get,
  likely,
  list,
  one,
  post,
  put,
  type LikelyFields,
  type Row,
  assumed,
  deleted,
  maybe,
} from '../../operation.ts';

/** Document 3, "Action center, integrations, blog, OS": bodies and shapes are not shown. */
const shown = (does: string, words: string) => ({ does, words, output: one({ id }) }) as const satisfies Row;
const sent = <const L extends LikelyFields>(does: string, words: string, fields: L) =>
  ({ does, words, open: true, likely: fields, output: one({ id }) }) as const satisfies Row;

const fileFields = {
  name: likely(text, 'name of the file; files have one', ['title', 'filename']),
  content: likely(text, 'what the file holds', ['text', 'body']),
  folder_id: likely(id, 'folder it lies in, from os.list_folders', ['path']),
  type: likely(text, 'kind of file; files.list filters by type'),
};

const folderFields = {
  name: likely(text, 'what it is called', ['title', 'label']),
  folder_id: likely(id, 'folder it lies in', ['parent_id']),
};

const destination = {
  folder_id: likely(id.nullable(), 'where it goes, from os.list_folders; null is the desktop itself', [
    'parent_id',
    'target_folder_id',
    'target_id',
    'to',
    'folder',
  ]),
};

export const os = family(
  'os',
  "The team's desktop: its own files and folders, mode, preferences, search",
  { words: 'workspace desktop file manager explorer drive' },
  () => ({
    set_mode: put('/os/mode', {
      does: 'Switch the mode of the desktop',
      words: 'layout view toggle',
      output: assumed({ mode: text }),
      example: { mode: 'dark' },
      open: true,
      likely: { mode: likely(text, 'how the desktop shows; the address says mode') },
    }),
    preferences: get('/os/preferences', {
      does: 'Show the preferences of the desktop',
      words: 'settings wallpaper theme',
    }),
    save_preferences: post('/os/preferences', {
      does: 'Change the preferences of the desktop',
      words: 'settings wallpaper theme',
      open: true,
      likely: {
        theme: likely(text, 'look of the desktop; preferences are what the caller names them'),
        wallpaper: likely(text, 'picture behind it'),
      },
    }),

    list_files: get('/os/files', { does: 'List the files of the desktop', words: 'documents', output: list({ id }) }),
    create_file: post('/os/files', {
      ...sent('Put a file on the desktop', 'document new add upload', fileFields),
      example: { name: 'notes.txt', content: 'Grip first.' },
      status: 201,
    }),
    get_file: get('/os/files/{id}', shown('Show a file of the desktop', 'document open read')),
    update_file: put('/os/files/{id}', sent('Change a file of the desktop', 'document rename edit save', fileFields)),
    delete_file: del('/os/files/{id}', {
      does: 'Delete a file of the desktop',
      changes: 'No trash here. No operation brings it back.',
      words: 'document remove',
      output: deleted,
    }),
    move_file: post(
      '/os/files/{id}/move',
      sent('Move a file of the desktop to another folder', 'document drag', destination),
    ),
    share_file: post('/os/files/{id}/share', {
      does: 'Share a file of the desktop',
      changes: 'Anybody with the link can fetch it; os.unshare_file ends it.',
      words: 'document link publish',
      output: assumed(shared),
      optionalBody: true,
      open: true,
      likely: { expires_at: likely(text, 'when the link ends; files.share shows it') },
    }),
    unshare_file: del('/os/files/{id}/share', {
      does: 'Stop sharing a file of the desktop',
      changes: 'The link stops working at once; os.share_file makes one again.',
      words: 'document link revoke',
      output: assumed({ is_active: flag }),
    }),

    list_folders: get('/os/folders', {
      does: 'List the folders of the desktop',
      words: 'directories',
      output: list({ id }),
    }),
    create_folder: post('/os/folders', {
      ...sent('Create a folder on the desktop', 'directory new add', folderFields),
      status: 201,
    }),
    get_folder: get('/os/folders/{id}', shown('Show a folder of the desktop', 'directory open contents')),
    update_folder: put(
      '/os/folders/{id}',
      sent('Change a folder of the desktop', 'directory rename edit', {
        ...folderFields,
        color: likely(text, 'how it shows', ['icon']),
      }),
    ),
    delete_folder: del('/os/folders/{id}', {
      does: 'Delete a folder of the desktop',
      changes: 'What lies in it moves up to the folder around it. No operation brings it back.',
      words: 'directory remove',
      output: deleted,
    }),
    move_folder: post('/os/folders/{id}/move', {
      ...sent('Move a folder of the desktop into another', 'directory drag', destination),
      example: { folder_id: null },
    }),

    desktop: get('/os/desktop', {
      does: 'Show what lies on the desktop',
      words: 'icons home overview',
      output: assumed({
        mode: text,
        folders: z.array(z.looseObject(maybe({ name: text, folder_id: id, id, created_at: timestamp }))),
        files: z.array(z.looseObject(maybe({ name: text, content: text, folder_id: id, id, created_at: timestamp }))),
      }),
    }),
    spotlight: get('/os/spotlight', {
      does: 'Search the desktop',
      words: 'find quick global',
      output: assumed({
        folders: z.array(z.looseObject(maybe({ name: text, folder_id: id, id, created_at: timestamp }))),
        files: z.array(z.looseObject(maybe({ name: text, content: text, folder_id: id, id, created_at: timestamp }))),
      }),
      // The query field is not shown; every other search of the platform calls it q.
      input: { q: text.optional().describe('What to look for') },
    }),
  }),
);
