import type { Call } from '../../engine/handler-call.ts';
import { implement } from '../../engine/implement.ts';
import { numbered, change, kind, type Row } from '../../engine/documents.ts';
import { members, people, type Member } from './people.ts';
import { planOf } from './plan-of.ts';
import { days, iso } from '../../engine/platform-time.ts';
import { invalid } from '../../engine/http/refusal.ts';
import { teams } from '../../engine/tokens.ts';

interface Invitation {
  email: string;
  role: string;
  expires_at: number;
  accepted: boolean;
}

const invitations = kind<Invitation>('team_invitation');

/** What every plan of the sandbox allows: the contract names a seat limit and roles, and shows neither. */
const seats = 5;
const roles = ['member', 'admin'];

const validFor = 7 * days;

/** Rules: docs/platform/workspace.md#team. */
export const teamFamily = implement('team', {
  roleOf: (store, user) => store.get(members, user)?.body.role,
  operations: {
    get: (call) => {
      const { team } = call.caller;
      const name = teams.find(({ id }) => id === team)?.name;
      return {
        id: team,
        name,
        plan: planOf(call, team),
        seats,
        members_count: call.store.all(members, { team }).length,
      };
    },
    members: ({ store, caller }) => store.all(members, { team: caller.team }).map(show).toReversed(),
    update_member: (call) => {
      const row = call.own(members, call.input.user);
      const role = roleIn(call);
      if (row.body.role === 'owner') throw invalid({ role: ["The owner's role cannot be changed."] });
      if (row.id === call.caller.user) throw invalid({ role: ['Your own role cannot be changed.'] });
      demandOwnerFor(call, 'role', role, row.body.role);
      return show(change(row, { role }));
    },
    remove_member: (call) => {
      const row = call.own(members, call.input.user);
      if (row.body.role === 'owner') throw invalid({ user: ['The owner cannot be removed.'] });
      if (row.id === call.caller.user) throw invalid({ user: ['You cannot remove yourself.'] });
      demandOwnerFor(call, 'user', row.body.role);
      return call.delete(row);
    },
    invitations: (call) => open(call).map(showInvitation),
    invite: (call) => {
      const email = call.input.email.toLowerCase();
      const role = roleIn(call);
      const sent = open(call);
      const existing = sent.find(({ body }) => body.email === email);
      const inside = call.store.all(members, { team: call.caller.team });
      if (inside.some(({ body }) => body.email === email))
        throw invalid({ email: ['This person is in the team already.'] });
      if (!existing && inside.length + sent.length >= seats)
        throw invalid({ email: [`The plan has ${seats} seats, and all are taken.`] });
      demandOwnerFor(call, 'role', role, existing?.body.role);
      const row = existing ?? call.add(invitations, { email, role, expires_at: 0, accepted: false });
      return showInvitation(change(row, { role, expires_at: call.now() + validFor }));
    },
    revoke_invitation: (call) => {
      const row = call.own(invitations, call.input.id);
      if (row.body.accepted) throw invalid({ id: ['The invitation has been accepted.'] });
      demandOwnerFor(call, 'id', row.body.role);
      return call.delete(row);
    },
  },

  seed: ({ add, now }) => {
    for (const { id, team, ...fields } of people) {
      add(members, { ...fields, last_active_at: id < numbered('user', 5) ? iso(now()) : null }, { team, id });
    }
    const sent: readonly Invitation[] = [
      { email: 'ada@nordlicht.example', role: 'admin', expires_at: now(), accepted: true },
      { email: 'texts@nordlicht.example', role: 'member', expires_at: now() + validFor, accepted: false },
    ];
    for (const body of sent) add(invitations, body, { team: 1 });
  },
});

const show = ({ id, body }: Row<Member>) => ({ id, ...body, is_owner: body.role === 'owner' });

/** docs/platform/workspace.md#team: only the owner grants or removes admin, whichever call would do it. */
function demandOwnerFor({ caller }: Call, field: string, ...roles: readonly (string | undefined)[]): void {
  if (roles.includes('admin') && caller.role !== 'owner')
    throw invalid({ [field]: ['Only the owner grants or removes admin.'] });
}

function roleIn({ input }: Call<{ readonly role: string }>): 'member' | 'admin' {
  const role = input.role;
  if (role !== 'member' && role !== 'admin')
    throw invalid({ role: [`The plan has these roles: ${roles.join(', ')}.`] });
  return role;
}

const open = ({ store, caller, now }: Call): Row<Invitation>[] =>
  store.all(invitations, { team: caller.team }).filter(({ body }) => !body.accepted && body.expires_at > now());

const showInvitation = ({ id, body }: Row<Invitation>) => ({
  id,
  email: body.email,
  role: body.role,
  expires_at: iso(body.expires_at),
});
