import { id } from '../../fields.ts';
import { family, get, list, one, post } from '../../operation.ts';

/** Document 3, "Supplementary endpoints": bodies are not shown. */
export const incidents = family(
  'incidents',
  'Register of incidents with AI: wrong, harmful or leaked output',
  { words: 'ai act compliance hallucination harm report' },
  () => ({
    list: get('/incidents', { does: "List the team's incident reports", words: 'register', output: list({ id }) }),
    report: post('/incidents', {
      does: 'Report an incident with AI; needs no token',
      words: 'create submit complain harm',
      open: true,
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
