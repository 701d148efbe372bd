/** The owner encrypts `payload` where that is needed. */
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

/** What the server keeps between requests: clients, sessions, grants, codes and tokens of sign-ins, and open questions. Expired documents are not found. */
export interface Documents {
  put(kind: string, id: string, payload: string, keys: DocumentKeys): Promise<void>;
  find(kind: string, id: string): Promise<StoredDocument | undefined>;
  findByUid(kind: string, uid: string): Promise<StoredDocument | undefined>;
  /** Those of one owner, newest first. */
  list(kind: string, owner: string): Promise<readonly StoredDocument[]>;
  /** Those of a grant that are not used up. */
  listGrant(grant: string): Promise<readonly (StoredDocument & { readonly kind: string; readonly id: string })[]>;
  /** Replaces the payload where it is still `former`. */
  replace(kind: string, id: string, former: string, payload: string): Promise<void>;
  /** Whether it was there and unused: of several who use it at once, one is answered true. */
  consume(kind: string, id: string): Promise<boolean>;
  /** Adds one to a count that begins at zero and is forgotten when `ms` have passed since; resolves with the count. */
  increment(kind: string, id: string, ms: number): Promise<number>;
  /** Keeps a document longer, or shorter. Nothing happens where it is not there. */
  keepUntil(kind: string, id: string, expiresAt: number): Promise<void>;
  remove(kind: string, id: string): Promise<void>;
  /** Removes it and resolves with it: of several takers, one gets it. */
  take(kind: string, id: string): Promise<StoredDocument | undefined>;
  /** Removes everything issued under a grant, and the grant itself. */
  removeGrant(grant: string): Promise<void>;
}
