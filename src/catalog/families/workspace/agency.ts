import { text } from '../../fields.ts';
import { family, free, get, list, post, likely } from '../../operation.ts';

/** Document 3, "Supplementary endpoints". */
export const agency = family(
  'agency',
  'Approvals that wait for the team',
  { words: 'sign off review workflow client' },
  () => ({
    approvals: get('/agency/approvals', {
      does: "List the team's open approval requests",
      words: 'pending waiting',
      output: list({}),
    }),
    approve: post('/agency/approvals/{id}/approve', {
      does: 'Approve the current stage of a request',
      words: 'accept sign off release',
      price: free,
    }),
    reject: post('/agency/approvals/{id}/reject', {
      does: 'Reject the current stage of a request',
      words: 'decline send back',
      example: { feedback: 'The second paragraph lacks a source.' },
      optionalBody: true,
      input: { feedback: text.optional().describe('Why') },
      open: true,
      likely: { feedback: likely(text, 'why; the row says with optional feedback', ['reason', 'comment']) },
    }),
  }),
);
