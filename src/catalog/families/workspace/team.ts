import { email, flag, id, text, timestamp, count, number } from '../../vocabulary/fields.ts';
import { assumed, type Audience, del, family, get, patch, post, rows } from '../../vocabulary/index.ts';

/** docs/platform/workspace.md#team: foreign members and invitations look like none. */
const managing: Partial<Audience> = { who: 'owner', gate: 'manage members', foreign: 404 };

const role = text.describe('member or admin, as the plan allows; only the owner grants or removes admin');

const invitation = { id, email, role: text, expires_at: timestamp };

const member = { id, name: text, email, role: text, is_owner: flag, last_active_at: timestamp.nullable() };

/** Rules: docs/platform/workspace.md#team. */
export const team = family(
  'team',
  "The token's team: members, their roles, invitations",
  { words: 'colleagues users people organization seats colleagues people in our company' },
  () => ({
    get: get('/team', {
      does: 'Show the team',
      asked: 'organization workspace name, our team name, which team am I in, workspace organisation details',
      output: assumed({ id, name: text, plan: text, seats: number, members_count: count }),
    }),
    members: get('/team/members', {
      does: 'List the members of the team',
      asked: 'users people, who is in our team, colleagues and their roles, staff with roles, last active',
      output: rows(member),
      audience: managing,
    }),
    update_member: patch('/team/members/{user}', {
      does: "Change a member's role",
      asked:
        'user permission promote demote admin, make somebody admin, give more less rights, change what a colleague may do, promote to admin, downgrade to viewer, should not be admin any more',
      remedies: { 404: 'team.members' },
      output: assumed(member),
      example: { user: 2, role: 'admin' },
      input: { role },
      audience: managing,
      refuses: {
        404: 'for a member of another team',
        422: "for the owner's role, one's own role, or admin by anyone but the owner",
      },
    }),
    remove_member: del('/team/members/{user}', {
      does: 'Remove a member with all project assignments',
      changes: 'The project assignments go as well.',
      asked:
        'user kick delete, kick throw somebody out of the team, colleague left the company, Sarah has left, revoke membership of a colleague, offboard employee',
      remedies: { 404: 'team.members' },
      example: { user: 2 },
      audience: managing,
      refuses: { 422: 'for the owner and for oneself' },
    }),
    invitations: get('/team/invitations', {
      does: 'List open invitations',
      asked: 'pending users, who has been invited and not answered yet, pending, invites not accepted yet',
      output: rows(invitation),
      audience: managing,
    }),
    invite: post('/team/invitations', {
      does: 'Invite somebody by e-mail for 7 days; an open invitation is used again',
      consequence: 'Sends a mail, valid 7 days.',
      changes: 'An open invitation is used again.',
      asked:
        'add user member colleague, add a new colleague to the team, send invitation by email, onboard colleague, add seat, somebody starts on Monday get her him in, new employee',
      input: { email, role },
      output: invitation,
      status: 201,
      audience: managing,
      refuses: { 422: 'at the seat limit, or for a role the plan lacks' },
    }),
    revoke_invitation: del('/team/invitations/{id}', {
      does: 'Withdraw an open invitation',
      changes: 'team.invite makes another.',
      asked: 'take back cancel an invitation, wrong person invited, retract invite, uninvite a colleague coworker',
      remedies: { 404: 'team.invitations' },
      example: { id: 2 },
      audience: managing,
      refuses: { 404: 'for an invitation of another team', 422: 'once accepted' },
    }),
  }),
);
