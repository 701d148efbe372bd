import type { Call } from '../call.ts';
import type { Id, Kind, Row } from '../kind.ts';
import { notFound } from '../refusal.ts';
import { trackingProjects, type TrackingProject } from './kinds.ts';

/** The tracking project of the path: the team's own, or one that is shared with the caller. */
export const trackingProjectOf = (call: Call): Row<TrackingProject> => call.own(trackingProjects, call.given.id('id'));

/** What the path names below that project; a part of another project is answered as missing. */
export function partOf<T extends object>(call: Call, kind: Kind<T>, id: Id): Row<T> {
  const { id: parent } = trackingProjectOf(call);
  const row = call.store.get(kind, id);
  if (!row || row.parent !== parent || row.deletedAt !== null) throw notFound(kind.name.replaceAll('_', ' '));
  return row;
}
