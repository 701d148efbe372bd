import { email, flag, id, text, timestamp, count, number } from '../../fields.ts';
import { del, family, get, patch, post, rows, type Audience, assumed, deleted } from '../../operation.ts';

/** Document 1, "Authentication", rule 6; document 3: foreign members and invitations look like none. */
const managing: Partial<Audience> = { who: 'owner', gate: 'manage members', foreign: 404 };

const role = text.describe('member or admin, as the plan allows; only the owner grants or removes admin');

const invitation = { id, email, role: text, expires_at: timestamp };

const member = { id, name: text, email, role: text, is_owner: flag, last_active_at: timestamp.nullable() };

/** Document 3, "Account, team, billing". */
export const team = family(
  'team',
  "The token's team: members, their roles, invitations",
  { words: 'colleagues users people organization seats' },
  () => ({
    get: get('/team', {
      does: 'Show the team',
      words: 'organization workspace name',
      output: assumed({ id, name: text, plan: text, seats: number, members_count: count }),
    }),
    members: get('/team/members', {
      does: 'List the members of the team',
      words: 'users colleagues people roles',
      output: rows(member),
      audience: managing,
    }),
    update_member: patch('/team/members/{user}', {
      does: "Change a member's role",
      changes: 'Takes effect at once.',
      words: 'user permission promote demote admin',
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
      changes: 'The project assignments go as well; team.invite does not bring them back.',
      words: 'user kick delete',
      remedies: { 404: 'team.members' },
      output: deleted,
      example: { user: 2 },
      audience: managing,
      refuses: { 422: 'for the owner and for oneself' },
    }),
    invitations: get('/team/invitations', {
      does: 'List open invitations',
      words: 'pending users',
      output: rows(invitation),
      audience: managing,
    }),
    invite: post('/team/invitations', {
      does: 'Invite somebody by e-mail for 7 days; an open invitation is used again',
      changes: 'Sends a mail, valid 7 days. An open invitation is used again.',
      words: 'add user member colleague',
      input: { email, role },
      output: invitation,
      status: 201,
      audience: managing,
      refuses: { 422: 'at the seat limit, or for a role the plan lacks' },
    }),
    revoke_invitation: del('/team/invitations/{id}', {
      does: 'Withdraw an open invitation',
      changes: 'The link in the mail stops working.',
      words: 'cancel delete user',
      remedies: { 404: 'team.invitations' },
      output: deleted,
      example: { id: 2 },
      audience: managing,
      refuses: { 404: 'for an invitation of another team', 422: 'once accepted' },
    }),
  }),
);
