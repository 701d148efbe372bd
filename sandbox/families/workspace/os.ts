import { Buffer } from 'node:buffer';
import type { Call } from '../../engine/handler-call.ts';
import { desktopFiles, folderOf, folders, move, removeFolder } from './folders.ts';
import { textIn } from '../shared/open-body.ts';
import { implement } from '../../engine/implement.ts';
import { keyedKind, type Id } from '../../engine/documents.ts';
import type { Fields } from '../shared/open-documents.ts';
import { Binary } from '../../engine/http/reply.ts';
import { isActiveShare, openShare, showShare, type Share } from '../shared/share.ts';

/** One record per user; its id is the user's. */
const preferences = keyedKind<{ mode: string; settings: Fields }>('os_preferences');
/** By the id of the file. */
const shares = keyedKind<Share>('os_share');

/** Rules: docs/platform/workspace.md#os. */
export const osFamily = implement('os', {
  operations: {
    set_mode: (call) => {
      const row = mine(call);
      row.body.mode = textIn(call.openBody, 'mode') ?? row.body.mode;
      return { mode: row.body.mode };
    },
    preferences: (call) => mine(call).body.settings,
    save_preferences: (call) => {
      const row = mine(call);
      Object.assign(row.body.settings, call.openBody);
      return row.body.settings;
    },

    list_files: desktopFiles.list,
    create_file: desktopFiles.create,
    get_file: desktopFiles.get,
    update_file: desktopFiles.update,
    delete_file: desktopFiles.delete,
    move_file: (call) => desktopFiles.show(move(call, desktopFiles.of(call))),
    share_file: (call) => {
      const { id } = desktopFiles.of(call);
      const existing = call.store.get(shares, id);
      const share = openShare(existing?.body ?? null, call.invent('os share', id, call.now()).token(20), call.now());
      const row = existing ?? call.add(shares, share, { id });
      row.body = share;
      return showShare(share, call.address(`/share/desktop/${share.token}`), call.now());
    },
    unshare_file: (call) => {
      const row = call.store.get(shares, desktopFiles.of(call).id);
      if (row) row.body.revoked = true;
      return { is_active: false };
    },

    list_folders: folders.list,
    create_folder: folders.create,
    get_folder: folders.get,
    update_folder: folders.update,
    delete_folder: (call) => removeFolder(call, folders.of(call)),
    move_folder: (call) => folders.show(move(call, folders.of(call))),

    desktop: (call) => ({
      mode: mine(call).body.mode,
      folders: inFolder(call, folders, null),
      files: inFolder(call, desktopFiles, null),
    }),
    spotlight: (call) => {
      const q = (call.input.q ?? '').toLowerCase();
      const matchesName = ({ name }: Fields) =>
        String(name ?? '')
          .toLowerCase()
          .includes(q);
      const search = (of: typeof folders) =>
        call.store.all(of.kind, { team: call.caller.team }).map(of.show).filter(matchesName);
      return { folders: search(folders), files: search(desktopFiles) };
    },
  },

  links: {
    '/share/desktop': ({ store, now }, token) => {
      const share = store.all(shares).find(({ body }) => body.token === token && isActiveShare(body, now()));
      const file = share && store.get(desktopFiles.kind, share.id);
      if (!share || !file) return undefined;
      share.body.view_count += 1;
      return new Binary(
        'text/plain',
        String(file.body['name'] ?? 'file.txt'),
        Buffer.from(String(file.body['content'] ?? '')),
      );
    },
  },

  seed: ({ add }) => {
    const folder = add(folders.kind, { name: 'Briefings', folder_id: null }, { team: 1 });
    add(desktopFiles.kind, { name: 'autumn.md', content: '# Autumn\n', folder_id: folder.id }, { team: 1 });
    add(desktopFiles.kind, { name: 'ideas.txt', content: 'More about moss.', folder_id: null }, { team: 1 });
  },
});

const mine = (call: Call) =>
  call.store.get(preferences, call.caller.user) ??
  call.add(preferences, { mode: 'classic', settings: {} }, { id: call.caller.user });

const inFolder = ({ store, caller }: Call, of: typeof folders, folder: Id | null) =>
  store
    .all(of.kind, { team: caller.team })
    .filter((row) => folderOf(row) === folder)
    .map(of.show);
