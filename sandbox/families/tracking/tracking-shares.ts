import { existing, type Call } from '../../engine/handler-call.ts';
import { implement } from '../../engine/implement.ts';
import { change, type Row, type Id } from '../../engine/documents.ts';
import { people } from '../workspace/people.ts';
import { iso } from '../../engine/platform-time.ts';
import { invalid, refuse } from '../../engine/http/refusal.ts';
import { isGuest, trackingShares, type TrackingShare } from './brand/guests.ts';
import { trackingProjects } from './brand/kinds.ts';
import { partOf, trackingProjectOf } from './brand/project-of.ts';

const show = ({ id, parent, createdAt, body }: Row<TrackingShare>) => ({
  id,
  tracking_project_id: parent,
  status: body.status,
  email: body.email,
  permission: 'write' as const,
  accepted_at: body.accepted_at,
  created_at: iso(createdAt),
});

/** Rules: docs/platform/tracking.md#shares. */
export const trackingShareFamily = implement('tracking_shares', {
  openWithoutTeam: true,
  isShared: isGuest,
  operations: {
    list: (call) => call.store.all(trackingShares, { parent: ownedProject(call).id }).map(show),
    create: (call) => {
      const project = ownedProject(call);
      const email = call.input.email.toLowerCase();
      const user = people.find((person) => person.email === email);
      if (!user) throw invalid({ email: ['There is no user with this address.'] });
      if (user.team === project.team) throw invalid({ email: ['This user is in the team already.'] });
      const existing = call.store.all(trackingShares, { parent: project.id }).find(({ body }) => body.user === user.id);
      const invitation: TrackingShare = {
        status: 'invited',
        user: user.id,
        email,
        invited_by: call.caller.user,
        accepted_at: null,
      };
      if (!existing) return show(call.add(trackingShares, invitation, { parent: project.id }));
      if (existing.body.status === 'invited' || existing.body.status === 'active') return show(existing);
      existing.body = invitation;
      return show(existing);
    },
    revoke: (call) => {
      ownedProject(call);
      return move(partOf(call, trackingShares, call.input.share), 'revoked');
    },
    shared_with_me: ({ store, caller }) =>
      store
        .all(trackingShares)
        .filter(({ body }) => body.user === caller.user && (body.status === 'invited' || body.status === 'active'))
        .map((row) => {
          const project = store.get(trackingProjects, row.parent ?? 0);
          const { name, domain } = project?.body ?? {};
          return { ...show(row), tracking_project: { id: row.parent, name, domain, team_id: row.team } };
        }),
    accept: (call) => answer(call, 'active'),
    decline: (call) => answer(call, 'declined'),
    leave: (call) => move(invitation(call), 'detached'),
  },
});

/** Only its own team shares a project on. */
function ownedProject(call: Call<{ readonly id: Id }>) {
  const project = trackingProjectOf(call);
  if (project.team !== call.caller.team) throw refuse(403, 'Only the owner of the tracking project may do this.');
  return project;
}

function invitation(call: Call<{ readonly share: Id }>): Row<TrackingShare> {
  const row = existing(call, trackingShares, call.input.share, 'share');
  if (row.body.user !== call.caller.user) throw refuse(403, 'Only the invited user may do this.');
  return row;
}

/** An invitation is answered once (docs/platform/tracking.md#shares). */
function answer(call: Call<{ readonly share: Id }>, status: 'active' | 'declined') {
  const row = invitation(call);
  if (row.body.status !== 'invited') throw refuse(409, `The invitation is no longer open: it is ${row.body.status}.`);
  if (status === 'active') row.body.accepted_at = iso(call.now());
  return move(row, status);
}

function move(row: Row<TrackingShare>, status: TrackingShare['status']) {
  return show(change(row, { status }));
}
