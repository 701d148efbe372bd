import { existing, type Call } from '../../../engine/handler-call.ts';
import type { Id, Kind, Row } from '../../../engine/documents.ts';
import { notFound, refuse } from '../../../engine/http/refusal.ts';
import { trackingProjects, type TrackingProject } from './kinds.ts';

/** The tracking project of the path: the team's own, or one that is shared with the caller. */
export const trackingProjectOf = (call: Call<{ readonly id: Id }>): Row<TrackingProject> =>
  call.own(trackingProjects, call.input.id);

/**
 * The tracking project `id`, for insights that a share does not open: 403 for everybody outside its team
 * (docs/platform/insights.md#deep-insights).
 */
export function projectOfOwnTeam(call: Call, id: Id): Row<TrackingProject> {
  const project = call.own(trackingProjects, id);
  if (project.team !== call.caller.team)
    throw refuse(403, 'These insights are open to the team of the tracking project only.');
  return project;
}

/** The part of that project named by the path; a part of another project is answered as missing. */
export function partOf<T extends object>(call: Call<{ readonly id: Id }>, kind: Kind<T>, id: Id): Row<T> {
  const { id: parent } = trackingProjectOf(call);
  const row = existing(call, kind, id);
  if (row.parent !== parent) throw notFound(kind.name.replaceAll('_', ' '));
  return row;
}
