import * as z from 'zod';
import { id, text } from '../../fields.ts';
import { family, free, get, list, post, likely, assumed, maybe } from '../../operation.ts';

const approval = maybe({
  id,
  title: text,
  status: text,
  stages: z.array(text),
  current_stage: text,
  feedback: text,
});

/** Document 3, "Supplementary endpoints". */
export const agency = family(
  'agency',
  'Approvals that wait for the team',
  { words: 'sign off review workflow client' },
  () => ({
    approvals: get('/agency/approvals', {
      does: "List the team's open approval requests",
      words: 'pending waiting',
      output: list(approval),
    }),
    approve: post('/agency/approvals/{id}/approve', {
      does: 'Approve the current stage of a request',
      changes: 'Passes the request on to its next stage; the last stage approves it. No operation takes it back.',
      words: 'accept sign off release',
      output: assumed(approval),
      price: free,
    }),
    reject: post('/agency/approvals/{id}/reject', {
      does: 'Reject the current stage of a request',
      changes: 'Ends the request at its stage. No operation takes it back.',
      words: 'decline send back',
      output: assumed(approval),
      example: { feedback: 'The second paragraph lacks a source.' },
      optionalBody: true,
      input: { feedback: text.optional().describe('Why') },
      open: true,
      likely: { feedback: likely(text, 'why; the row says with optional feedback', ['reason', 'comment']) },
    }),
  }),
);
