/** A document as it is stored. Who stores it encrypts `payload` where that is needed. */
export interface StoredDocument {
  readonly payload: string;
  /** When a code or token that works once was used, in epoch milliseconds; null: not yet. */
  readonly consumedAt: number | null;
}

/** By what a document is looked up beside its id, and how long it is kept. */
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
  /** Stores a document unless there is one, and resolves with the one that is there then. */
  putFirst(kind: string, id: string, payload: string, keys: DocumentKeys): Promise<StoredDocument | undefined>;
  find(kind: string, id: string): Promise<StoredDocument | undefined>;
  findByUid(kind: string, uid: string): Promise<StoredDocument | undefined>;
  /** The documents of one owner, newest first. */
  list(kind: string, owner: string): Promise<readonly StoredDocument[]>;
  /** The documents issued under a grant that were not used yet. */
  listGrant(grant: string): Promise<readonly (StoredDocument & { readonly kind: string; readonly id: string })[]>;
  /** Replaces the payload if it is still `former`. */
  replace(kind: string, id: string, former: string, payload: string): Promise<void>;
  /** Marks a document as used. True if it was there and unused: of several calls at once, one gets true. */
  consume(kind: string, id: string): Promise<boolean>;
  /** Adds one to a count, and resolves with it. A count begins at zero, and again once `ms` have passed since its last increment. */
  increment(kind: string, id: string, ms: number): Promise<number>;
  /** Changes when a document expires. Does nothing where there is none. */
  keepUntil(kind: string, id: string, expiresAt: number): Promise<void>;
  remove(kind: string, id: string): Promise<void>;
  /** Removes a document and resolves with it: of several calls at once, one gets it. */
  take(kind: string, id: string): Promise<StoredDocument | undefined>;
  /** Removes everything issued under a grant, and the grant itself. */
  removeGrant(grant: string): Promise<void>;
}
