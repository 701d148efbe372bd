/** A file that the platform gave, kept for its caller for a day. */
export interface SavedFile {
  readonly id: string;
  /** File name for a person, with an ending. */
  readonly name: string;
  readonly mime: string;
  /** Bytes. */
  readonly size: number;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

export interface NewFile extends Omit<SavedFile, 'expiresAt'> {
  readonly body: Uint8Array;
  /** Kept even beyond the bounds: it was paid for, and the platform does not deliver it again. */
  readonly isPaid: boolean;
}

/** Bounds of what one caller may keep at once. Files that were paid for count, and are never refused. */
export const savedBounds = {
  files: 100,
  bytes: 64 * 1024 * 1024,
  keptMs: 24 * 3_600_000,
} as const;

/** Files of callers, shared by all processes. A caller finds only files of its own that have not expired. */
export interface SavedFiles {
  /**
   * Keeps a file. A file whose id is there already is kept once, and for a day from now.
   * @returns undefined where the caller keeps as much as the bounds allow
   */
  put(account: string, file: NewFile, owner?: string): Promise<SavedFile | undefined>;
  /** Undefined: there is none of that id for this caller. */
  read(account: string, id: string, owner?: string): Promise<(SavedFile & { readonly body: Uint8Array }) | undefined>;
  /** Whether the caller may keep another file. */
  hasRoom(account: string, owner?: string): Promise<boolean>;
  /** Drops what has expired, of all callers. */
  clean(): Promise<void>;
}
