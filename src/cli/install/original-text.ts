import type { ClientEntry } from './client.ts';
import type { Target } from './client-of.ts';
import { editorFor } from './edit.ts';
import { InstallError } from './editor.ts';
import type { Backup } from './settings-file.ts';

/** The backup from before `install`, if the file differs from it by nothing but this entry. */
export function originalText(
  { client, name }: Target,
  text: string,
  entry: ClientEntry,
  backups: readonly Backup[],
): Backup | undefined {
  const editor = editorFor(client);
  return backups.find(({ text: before }) =>
    readable(
      () => !editor.find(before, client.list, name) && editor.set(before, client.list, name, entry) === text,
      false,
    ),
  );
}

/** Whether a backup is worth keeping: it holds another program's entry of that name, or cannot be read. */
export const holdsForeignEntry = ({ client, name }: Target, text: string): boolean =>
  readable(() => {
    const entry = editorFor(client).find(text, client.list, name);
    return (
      entry !== undefined && !client.launch(entry)?.args.some((argument) => /visibility-mcp(\.js)?$/.test(argument))
    );
  }, true);

/** Whether the file had a list of servers before install, even an empty one. */
export const hadList = ({ client, name }: Target, { text }: Backup): boolean =>
  readable(() => {
    const { find, hasList } = editorFor(client);
    return hasList(text, client.list) && !find(text, client.list, name);
  }, false);

/** Whether a file holds an entry of this program and nothing else. */
export const holdsOnlyEntry = (target: Target, text: string): boolean =>
  !holdsForeignEntry(target, text) &&
  readable(() => {
    const { find, remove } = editorFor(target.client);
    const { client, name } = target;
    return find(text, client.list, name) !== undefined && isEmptyText(remove(text, client.list, name, false));
  }, false);

/** Whether a configuration of any format is empty. */
export const isEmptyText = (text: string): boolean => /^\s*(\{\s*\})?\s*$/.test(text);

function readable<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof InstallError) return otherwise;
    throw error;
  }
}
