import { kind, type Id, type Row } from '../../../engine/documents.ts';
import type { Store } from '../../../engine/store.ts';
import type { Caller } from '../../../engine/tokens.ts';

/** Rules: docs/platform/tracking.md#shares. A share that has ended is invited again on the same row. */
export interface TrackingShare {
  status: 'invited' | 'active' | 'declined' | 'revoked' | 'detached';
  user: number;
  email: string;
  invited_by: number;
  accepted_at: string | null;
}

/** Shares of tracking projects; the parent is the project. */
export const trackingShares = kind<TrackingShare>('tracking_share');

/** Parts of a tracking project with addresses of their own. */
const parts = new Set(['tracking_keyword', 'tracking_prompt']);

/**
 * Whether an accepted share opens this document to a caller of another team. Guests read and write
 * (docs/platform/tracking.md#shares).
 */
export function isGuest(store: Store, caller: Caller, row: Row<object, Id>): boolean {
  const project = row.kind === 'tracking_project' ? row.id : parts.has(row.kind) ? row.parent : null;
  return (
    typeof project === 'number' &&
    store
      .all(trackingShares, { parent: project })
      .some(({ body }) => body.user === caller.user && body.status === 'active')
  );
}
