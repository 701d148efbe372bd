import * as z from 'zod';
import { email, id, integerId, text, timestamp } from '../../vocabulary/fields.ts';
import { assumed, del, family, free, get, list, maybe, post } from '../../vocabulary/index.ts';

const share = {
  id,
  status: text.describe('invited, active, declined, revoked, detached'),
  permission: z.literal('write'),
  ...maybe({ tracking_project_id: id, email, name: text, accepted_at: timestamp, created_at: timestamp }),
};

const owner = { audience: { who: 'owner' as const } };

const invited = { price: free, refuses: { 403: 'unless you are the invited user' } };

/** Rules: docs/platform/tracking.md#shares. Guests read and write; their runs are charged to the owner's team. */
export const trackingShares = family(
  'tracking_shares',
  'Tracking projects shared with users of other teams',
  {
    price: free,
    words: 'invite guest collaborate access permission team let other people see and work on a tracking project',
  },
  () => ({
    list: get('/tracking-projects/{id}/shares', {
      does: 'List with whom a tracking project is shared',
      asked: 'who has access to our brand tracking, guests, guests with access, collaborators of a tracking project',
      output: list(share),
      ...owner,
    }),
    create: post('/tracking-projects/{id}/shares', {
      does: 'Invite an existing user to read and write a tracking project; repeating keeps the share',
      consequence:
        'Sends a mail. Every guest may write, and runs that a guest starts are charged to your team. No share only reads: reports.generate gives the figures without access.',
      changes: 'Repeating keeps the share.',
      asked:
        'add guest reinvite, let a freelancer agency partner see our brand tracking, give access by email, give collaborator access, invite partner to tracking, let someone work on our brand tracking, share a dashboard with a client, let a client see the visibility dashboard',
      example: { email: 'guest@gasthof.example' },
      input: { email },
      output: share,
      ...owner,
    }),
    revoke: del('/tracking-projects/{id}/shares/{share}', {
      does: "End a guest's access to a tracking project",
      changes: 'Access ends at once; sharing again reactivates the same share.',
      asked:
        'remove unshare, take access away from a guest, stop sharing the tracking project, lock out, remove guest collaborator, end access, stop sharing our tracking with an agency',
      output: assumed(share),
      ...owner,
    }),
    shared_with_me: get('/shared-with-me', {
      does: 'List the tracking projects others have shared with you, invitations included',
      asked:
        'invitations guest, what did others share with me, projects I was invited to as a guest, projects I can see as a guest, incoming shares and invitations, tracking invites for me, who invited me',
      output: list({
        ...share,
        ...maybe({ tracking_project: z.looseObject(maybe({ id, name: text, domain: text, team_id: integerId })) }),
      }),
    }),
    accept: post('/tracking-project-shares/{share}/accept', {
      idFrom: { share: 'tracking_shares.shared_with_me' },
      does: 'Accept an invitation to a tracking project',
      consequence: 'Runs that you start there are charged to the team that shares it.',
      changes: 'Can be used once. tracking_shares.leave ends it.',
      asked:
        'join, say yes to an invitation to a tracking project, join shared tracking, got an invite, somebody asked me into a tracking, yes I will join',
      beyondPins: ['tracking project'],
      output: share,
      ...invited,
      refuses: { ...invited.refuses, 409: 'on the embedded platform when the invitation was declined or withdrawn' },
    }),
    decline: post('/tracking-project-shares/{share}/decline', {
      idFrom: { share: 'tracking_shares.shared_with_me' },
      does: 'Decline an invitation to a tracking project',
      consequence: 'Final for this invitation; the owner can invite again.',
      asked: 'say no to an invitation, I do not want to join the shared project, turn down invite, refuse share',
      beyondPins: ['tracking project'],
      output: share,
      ...invited,
    }),
    leave: del('/tracking-project-shares/{share}', {
      idFrom: { share: 'tracking_shares.shared_with_me' },
      does: 'Leave a tracking project that was shared with you',
      changes: 'Only the owner can invite you again.',
      asked: 'get out of a project somebody shared with me, no longer a guest, quit shared project, stop being guest',
      beyondPins: ['tracking project'],
      output: assumed(share),
      ...invited,
    }),
  }),
);
