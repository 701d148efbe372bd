import type { ClientEntry } from './client.ts';

/**
 * Reads and changes one server's entry, `name` below `list`, in the text of a client's file. Each function throws `InstallError` for a
 * text that it cannot edit safely, such as one that is malformed or holds something else in that place.
 */
export interface Editor {
  /** The entry; undefined where there is none. */
  readonly find: (text: string, list: string, name: string) => ClientEntry | undefined;
  readonly hasList: (text: string, list: string) => boolean;
  /** The text with the entry. Whatever else is in it stays byte for byte, comments and line ends included. */
  readonly set: (text: string, list: string, name: string, entry: ClientEntry) => string;
  /** The text without the entry. `keepList`: the list that held it stays even if it is empty then. */
  readonly remove: (text: string, list: string, name: string, keepList: boolean) => string;
}

/** Why a client's configuration was left as it is. Its message is one line, made to be read as it is. */
export class InstallError extends Error {
  override readonly name = 'InstallError';
}
