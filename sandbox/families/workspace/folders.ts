import type { Call } from '../../engine/handler-call.ts';
import type { Id, Row } from '../../engine/documents.ts';
import { openDocuments, type Fields } from '../shared/open-documents.ts';
import { invalid } from '../../engine/http/refusal.ts';
import type { Store } from '../../engine/store.ts';

export const desktopFiles = openDocuments('os_file');
export const folders = openDocuments('os_folder');

/** The folder a document lies in; null is the desktop itself. */
export const folderOf = ({ body }: Row<Fields>): Id | null => {
  const { folder_id } = body;
  return typeof folder_id === 'number' || typeof folder_id === 'string' ? folder_id : null;
};

/** Fields in which a move may name its destination: the contract does not show the body. */
const destinations = ['folder_id', 'parent_id', 'target_folder_id', 'target_id', 'to', 'folder'] as const;

/** Puts a file or folder where the request says; 422 where that is no folder of the team, or inside the folder itself. */
export function move(call: Call, row: Row<Fields>) {
  const target = destinations.map((name) => call.openBody[name]).find((value) => value !== undefined) ?? null;
  const into = typeof target === 'number' ? call.store.get(folders.kind, target) : undefined;
  if (target !== null && into?.team !== call.caller.team)
    throw invalid({ folder_id: ['The folder is not one of your team.'] });
  if (into && row.kind === folders.kind.name && pathOf(call.store, into).includes(row.id)) {
    throw invalid({ folder_id: ['A folder cannot lie in itself.'] });
  }
  row.body['folder_id'] = into?.id ?? null;
  return row;
}

/** What lies in a deleted folder moves up to the folder around it. */
export function removeFolder(call: Call, folder: Row<Fields>) {
  for (const kind of [folders.kind, desktopFiles.kind]) {
    for (const row of call.store.all(kind, { team: folder.team }).filter((one) => folderOf(one) === folder.id))
      row.body['folder_id'] = folderOf(folder);
  }
  return call.delete(folder);
}

/** A folder's id and those of all folders around it. */
function pathOf(store: Store, folder: Row<Fields>): Id[] {
  const around = folderOf(folder);
  const next = typeof around === 'number' ? store.get(folders.kind, around) : undefined;
  return [folder.id, ...(next ? pathOf(store, next) : [])];
}
