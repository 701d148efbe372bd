import * as z from 'zod';
import { email, id, text } from '../../fields.ts';
import { del, family, free, get, list, post, assumed } from '../../operation.ts';

const share = {
  id,
  status: text.describe('invited, active, declined, revoked, detached'),
  permission: z.literal('write'),
};

const owner = { audience: { who: 'owner' as const } };

const invited = { price: free, refuses: { 403: 'unless you are the invited user' } };

/** Document 2, "Sharing" and "States": share. Guests read and write; their runs are charged to the owner's team. */
export const trackingShares = family(
  'tracking_shares',
  'Tracking projects shared with users of other teams',
  { words: 'invite guest collaborate access permission team' },
  () => ({
    list: get('/tracking-projects/{id}/shares', {
      does: 'List with whom a tracking project is shared',
      output: list(share),
      ...owner,
    }),
    create: post('/tracking-projects/{id}/shares', {
      does: 'Invite an existing user to read and write a tracking project; repeating keeps the share',
      changes:
        'Gives write access and sends a mail. Runs that the guest starts are charged to your team. Repeating keeps the share.',
      words: 'add guest reinvite',
      example: { email: 'guest@gasthof.example' },
      input: { email },
      output: share,
      price: free,
      ...owner,
    }),
    revoke: del('/tracking-projects/{id}/shares/{share}', {
      does: "End a guest's access to a tracking project",
      changes: 'Access ends at once; sharing again reactivates the same share.',
      words: 'remove unshare',
      output: assumed(share),
      price: free,
      ...owner,
    }),
    shared_with_me: get('/shared-with-me', {
      does: 'List the tracking projects others have shared with you, invitations included',
      words: 'invitations guest',
      output: list(share),
    }),
    accept: post('/tracking-project-shares/{share}/accept', {
      does: 'Accept an invitation to a tracking project',
      changes: 'Can be used once. tracking_shares.leave ends it.',
      words: 'join',
      output: share,
      ...invited,
      refuses: { ...invited.refuses, 409: 'when the invitation was declined or withdrawn' },
    }),
    decline: post('/tracking-project-shares/{share}/decline', {
      does: 'Decline an invitation to a tracking project',
      changes: 'Final for this invitation; the owner can invite again.',
      words: 'reject refuse',
      output: share,
      ...invited,
    }),
    leave: del('/tracking-project-shares/{share}', {
      does: 'Leave a tracking project that was shared with you',
      changes: 'Only the owner can invite you again.',
      words: 'detach exit',
      output: assumed(share),
      ...invited,
    }),
  }),
);
