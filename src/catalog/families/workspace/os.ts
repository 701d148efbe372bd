import * as z from 'zod';
import { id, text, shareAnswer, flag, timestamp } from '../../vocabulary/fields.ts';
import { list, one, assumed, maybe } from '../../vocabulary/answer.ts';
import { del, family, get, likely, post, put, type LikelyFields, type Row } from '../../vocabulary/index.ts';

/** A file of the desktop, or a folder, which has no content. */
const entry = {
  id,
  ...maybe({ name: text, content: text, type: text, folder_id: id, created_at: timestamp }),
};

/** docs/platform/workspace.md#os: bodies and shapes are not shown. */
const undocumentedRead = (does: string, asked: string) => ({ does, asked, output: one(entry) }) as const satisfies Row;
const undocumentedWrite = <const L extends LikelyFields>(does: string, asked: string, fields: L) =>
  ({ does, asked, likely: fields, output: one(entry) }) as const satisfies Row;

const fileFields = {
  name: likely(text, 'name of the file; files have one', 'title filename'),
  content: likely(text, 'what the file holds', 'text body'),
  folder_id: likely(id, 'folder it lies in, from os.list_folders', 'path'),
  type: likely(text, 'kind of file; files.list filters by type'),
};

const folderFields = {
  name: likely(text, 'what it is called', 'title label'),
  folder_id: likely(id, 'folder it lies in', 'parent_id'),
};

const destination = {
  folder_id: likely(
    id.nullable(),
    "where it goes, from os.list_folders; null is the embedded platform's desktop itself",
    'parent_id target_folder_id target_id to folder',
  ),
};

export const os = family(
  'os',
  "The team's desktop: its own files and folders, mode, preferences, search",
  { words: 'workspace desktop file manager explorer drive desktop with files and folders' },
  () => ({
    set_mode: put('/os/mode', {
      does: 'Switch the mode of the desktop',
      asked: 'layout view toggle, switch desktop mode on or off, classic or desktop view, switch interface mode',
      output: assumed({ mode: text }),
      example: { mode: 'dark' },
      likely: { mode: likely(text, 'how the desktop shows; the address says mode') },
    }),
    preferences: get('/os/preferences', {
      does: 'Show the preferences of the desktop',
      asked: 'settings wallpaper theme, how is my desktop set, background wallpaper dock, read workspace preferences',
      output: assumed({ theme: text, wallpaper: text }),
    }),
    save_preferences: post('/os/preferences', {
      does: 'Change the preferences of the desktop',
      asked:
        'change the wallpaper background of the desktop, dark theme, store workspace preferences, dark mode, icons',
      output: assumed({ theme: text, wallpaper: text }),
      likely: {
        theme: likely(text, 'look of the desktop; preferences are what the caller names them'),
        wallpaper: likely(text, 'picture behind it'),
      },
    }),

    list_files: get('/os/files', {
      does: 'List the files of the desktop',
      asked: 'documents, what files lie on the desktop, browse workspace drive documents',
      output: list(entry),
    }),
    create_file: post('/os/files', {
      ...undocumentedWrite(
        'Put a file on the desktop',
        'document new add upload, put store a new file document on the desktop, save note on the workspace drive',
        fileFields,
      ),
      example: { name: 'notes.txt', content: 'Grip first.' },
      status: 201,
    }),
    get_file: get(
      '/os/files/{id}',
      undocumentedRead(
        'Show a file of the desktop',
        'document open read, open a desktop file, fetch one document from the drive',
      ),
    ),
    update_file: put(
      '/os/files/{id}',
      undocumentedWrite(
        'Change a file of the desktop',
        'document rename edit save, rename edit save a desktop file, write changes to a drive document',
        fileFields,
      ),
    ),
    delete_file: del('/os/files/{id}', {
      does: 'Delete a file of the desktop',
      changes: 'No operation brings it back.',
      asked: 'document remove, throw away a desktop file, trash a document in the team drive',
    }),
    move_file: post(
      '/os/files/{id}/move',
      undocumentedWrite(
        'Move a file of the desktop to another folder',
        'document drag, put a desktop file in another folder, put a document into a folder, tidy up, put this document in the archive folder',
        destination,
      ),
    ),
    share_file: post('/os/files/{id}/share', {
      does: 'Share a file of the desktop',
      changes: 'os.unshare_file ends it. Embedded platform: anybody with the link can fetch it.',
      asked: 'document link publish, give somebody a link to a desktop file, public link for drive document',
      output: assumed(shareAnswer),
      optionalBody: true,
      likely: { expires_at: likely(text, 'when the link ends; files.share shows it') },
    }),
    unshare_file: del('/os/files/{id}/share', {
      does: 'Stop sharing a file of the desktop',
      changes: 'os.share_file shares it again.',
      asked: 'document link revoke, take back the link to a desktop file, unpublish drive document',
      output: assumed({ is_active: flag }),
    }),

    list_folders: get('/os/folders', {
      does: 'List the folders of the desktop',
      asked: 'directories, which folders are there, directories in the workspace',
      output: list(entry),
    }),
    create_folder: post('/os/folders', {
      ...undocumentedWrite(
        'Create a folder on the desktop',
        'directory new add, make a new folder directory, new subfolder directory',
        folderFields,
      ),
      status: 201,
    }),
    get_folder: get(
      '/os/folders/{id}',
      undocumentedRead(
        'Show a folder of the desktop',
        'directory open contents, what is in this folder, open it, folder contents',
      ),
    ),
    update_folder: put(
      '/os/folders/{id}',
      undocumentedWrite(
        'Change a folder of the desktop',
        'directory rename edit, give the folder another name, rename, rename directory',
        {
          ...folderFields,
          color: likely(text, 'how it shows', 'icon'),
        },
      ),
    ),
    delete_folder: del('/os/folders/{id}', {
      does: 'Delete a folder of the desktop',
      changes: 'No operation brings it back. Embedded platform: what lies in it moves up to the folder around it.',
      asked: 'directory remove, throw away a folder, delete directory',
    }),
    move_folder: post('/os/folders/{id}/move', {
      ...undocumentedWrite(
        'Move a folder of the desktop into another',
        'directory drag, put a folder inside another folder, relocate directory, tidy up folders',
        destination,
      ),
      example: { folder_id: null },
    }),

    desktop: get('/os/desktop', {
      does: 'Show what lies on the desktop',
      asked: 'icons home overview, show my desktop, what is on it, workspace home contents icons',
      output: assumed({
        mode: text,
        folders: z.array(z.looseObject(entry)),
        files: z.array(z.looseObject(entry)),
      }),
    }),
    spotlight: get('/os/spotlight', {
      does: 'Search the desktop',
      asked:
        'find quick global, find something quickly anywhere on the desktop, global search, search across workspace, where did I put that document, where is my file',
      output: assumed({
        folders: z.array(z.looseObject(entry)),
        files: z.array(z.looseObject(entry)),
      }),
      // The query field is not shown; every other search of the platform calls it q.
      input: { q: text.optional().describe('What to look for') },
    }),
  }),
);
