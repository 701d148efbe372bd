import * as z from 'zod';
import { id, text, timestamp } from '../../fields.ts';
import { family, get, list, one, post, likely, assumed, maybe } from '../../operation.ts';

/** Document 3, "Supplementary endpoints": bodies are not shown. */
export const incidents = family(
  'incidents',
  'Register of incidents with AI: wrong, harmful or leaked output',
  { words: 'ai act compliance hallucination harm report' },
  () => ({
    list: get('/incidents', { does: "List the team's incident reports", words: 'register', output: list({ id }) }),
    report: post('/incidents', {
      does: 'Report an incident with AI; needs no token',
      changes: 'A public report; no operation withdraws it.',
      words: 'create submit complain harm',
      output: assumed({ data: z.looseObject(maybe({ id, status: text, created_at: timestamp })) }),
      example: { title: 'Wrong price in an answer', description: 'An assistant names a price that was never ours.' },
      open: true,
      likely: {
        title: likely(text, 'what it is about, in a line', ['subject', 'summary']),
        description: likely(text, 'what happened; feedback.send calls it message', [
          'message',
          'text',
          'details',
          'body',
          'content',
          'incident',
          'what_happened',
        ]),
      },
      status: 202,
      audience: { who: 'public' },
    }),
    get: get('/incidents/{id}', {
      does: "Show one of the team's incident reports",
      words: 'details',
      output: one({ id }),
    }),
  }),
);
