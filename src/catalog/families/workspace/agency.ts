import * as z from 'zod';
import { assumed, family, free, get, id, likely, list, maybe, post, text } from '../../vocabulary/index.ts';

const approval = maybe({
  id,
  title: text,
  status: text,
  stages: z.array(text),
  current_stage: text,
  feedback: text,
});

/** Rules: docs/platform/workspace.md#agency. */
export const agency = family(
  'agency',
  'Approvals that wait for the team',
  { words: 'sign off review workflow client sign-off release approval by client or boss' },
  () => ({
    approvals: get('/agency/approvals', {
      does: "List the team's open approval requests",
      asked: 'pending waiting, what is waiting for my sign-off decision, what must I release, pending sign-offs',
      output: list(approval),
    }),
    approve: post('/agency/approvals/{id}/approve', {
      does: 'Approve the current stage of a request',
      changes:
        'No operation takes it back. Embedded platform: passes the request on to its next stage; the last stage approves it.',
      asked:
        'accept sign off release, give my ok to a request, release it, client says yes, release stage, client agrees, I say yes to the draft, looks good',
      output: assumed(approval),
      price: free,
    }),
    reject: post('/agency/approvals/{id}/reject', {
      does: 'Reject the current stage of a request',
      changes: 'No operation takes it back. Embedded platform: ends the request at its stage.',
      asked: 'say no to a request, send it back with remarks, not good enough, client disagrees, needs changes',
      output: assumed(approval),
      example: { feedback: 'The second paragraph lacks a source.' },
      optionalBody: true,
      input: { feedback: text.optional().describe('Why') },
      likely: { feedback: likely(text, 'why; the row says with optional feedback', 'reason comment') },
    }),
  }),
);
