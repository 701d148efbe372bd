import { id, text } from '../../fields.ts';
import { del, family, get, list, one, post, put, type Row } from '../../operation.ts';

/** Document 3, "Action center, integrations, blog, OS": bodies and shapes are not shown. */
const shown = (does: string, words: string) => ({ does, words, output: one({ id }) }) as const satisfies Row;
const sent = (does: string, words: string) => ({ does, words, open: true, output: one({ id }) }) as const satisfies Row;

export const os = family(
  'os',
  "The team's desktop: its own files and folders, mode, preferences, search",
  { words: 'workspace desktop file manager explorer drive' },
  () => ({
    set_mode: put('/os/mode', { does: 'Switch the mode of the desktop', words: 'layout view toggle', open: true }),
    preferences: get('/os/preferences', {
      does: 'Show the preferences of the desktop',
      words: 'settings wallpaper theme',
    }),
    save_preferences: post('/os/preferences', {
      does: 'Change the preferences of the desktop',
      words: 'settings wallpaper theme',
      open: true,
    }),

    list_files: get('/os/files', { does: 'List the files of the desktop', words: 'documents', output: list({ id }) }),
    create_file: post('/os/files', { ...sent('Put a file on the desktop', 'document new add upload'), status: 201 }),
    get_file: get('/os/files/{id}', shown('Show a file of the desktop', 'document open read')),
    update_file: put('/os/files/{id}', sent('Change a file of the desktop', 'document rename edit save')),
    delete_file: del('/os/files/{id}', { does: 'Delete a file of the desktop', words: 'document remove' }),
    move_file: post('/os/files/{id}/move', sent('Move a file of the desktop to another folder', 'document drag')),
    share_file: post('/os/files/{id}/share', {
      does: 'Share a file of the desktop',
      words: 'document link publish',
      open: true,
    }),
    unshare_file: del('/os/files/{id}/share', {
      does: 'Stop sharing a file of the desktop',
      words: 'document link revoke',
    }),

    list_folders: get('/os/folders', {
      does: 'List the folders of the desktop',
      words: 'directories',
      output: list({ id }),
    }),
    create_folder: post('/os/folders', { ...sent('Create a folder on the desktop', 'directory new add'), status: 201 }),
    get_folder: get('/os/folders/{id}', shown('Show a folder of the desktop', 'directory open contents')),
    update_folder: put('/os/folders/{id}', sent('Change a folder of the desktop', 'directory rename edit')),
    delete_folder: del('/os/folders/{id}', { does: 'Delete a folder of the desktop', words: 'directory remove' }),
    move_folder: post('/os/folders/{id}/move', sent('Move a folder of the desktop into another', 'directory drag')),

    desktop: get('/os/desktop', { does: 'Show what lies on the desktop', words: 'icons home overview' }),
    spotlight: get('/os/spotlight', {
      does: 'Search the desktop',
      words: 'find quick global',
      // The query field is not shown; every other search of the platform calls it q.
      input: { q: text.optional().describe('What to look for') },
    }),
  }),
);
