/** Where documents are kept, over all replicas. */
export interface DocumentStore {
  put(
    kind: string,
    id: string,
    payload: string,
    keys: {
      expiresAt: number | null;
      grant?: string | undefined;
      uid?: string | undefined;
      owner?: string | undefined;
    },
  ): Promise<void>;
  find(kind: string, id: string): Promise<{ payload: string; consumedAt: number | null } | undefined>;
  findByUid(kind: string, uid: string): Promise<{ payload: string; consumedAt: number | null } | undefined>;
  list(kind: string, owner: string): Promise<readonly { payload: string }[]>;
  listGrant(grant: string): Promise<readonly { kind: string; id: string; payload: string }[]>;
  replace(kind: string, id: string, former: string, payload: string): Promise<void>;
  consume(kind: string, id: string): Promise<boolean>;
  increment(kind: string, id: string, ms: number): Promise<number>;
  keepUntil(kind: string, id: string, expiresAt: number): Promise<void>;
  remove(kind: string, id: string): Promise<void>;
  removeGrant(grant: string): Promise<void>;
}
