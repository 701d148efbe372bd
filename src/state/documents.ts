/** One document of the authorization server. `payload` is encrypted by whoever keeps it. */
export interface StoredDocument {
  readonly payload: string;
  /** Epoch milliseconds at which it was used up; null: it was not. */
  readonly consumedAt: number | null;
}

export interface DocumentKeys {
  /** Epoch milliseconds; null: kept until it is removed. */
  readonly expiresAt: number | null;
  readonly grant?: string | undefined;
  readonly uid?: string | undefined;
  readonly owner?: string | undefined;
}

/** What the authorization server keeps: clients, sessions, grants, codes, tokens. Expired documents are not found. */
export interface Documents {
  put(kind: string, id: string, payload: string, keys: DocumentKeys): Promise<void>;
  find(kind: string, id: string): Promise<StoredDocument | undefined>;
  findByUid(kind: string, uid: string): Promise<StoredDocument | undefined>;
  /** Those of one owner, newest first. */
  list(kind: string, owner: string): Promise<readonly StoredDocument[]>;
  consume(kind: string, id: string): Promise<void>;
  remove(kind: string, id: string): Promise<void>;
  /** Removes everything that a grant gave, and what is kept about the grant itself. */
  removeGrant(grant: string): Promise<void>;
}
