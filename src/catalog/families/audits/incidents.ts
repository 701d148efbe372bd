import { assumed, family, get, id, likely, list, maybe, one, post, text, timestamp } from '../../vocabulary/index.ts';

const incident = {
  id,
  ...maybe({ title: text, description: text, severity: text, status: text, created_at: timestamp }),
};

/** docs/platform/audits.md#incidents: bodies are not shown. */
export const incidents = family(
  'incidents',
  'Register of incidents with AI: wrong, harmful or leaked output',
  { words: 'ai act compliance hallucination harm report ai did something harmful or wrong' },
  () => ({
    list: get('/incidents', {
      does: "List the team's incident reports",
      asked: 'register, which ai incidents have we reported, filed ai incident cases',
      output: list(incident),
    }),
    report: post('/incidents', {
      does: 'Report an incident with AI; needs no token',
      consequence: 'A public report; no operation withdraws it.',
      asked:
        'create submit complain harm, the ai said did something harmful dangerous discriminating, notify officially, complaint about harmful ai output, the ai insulted a customer, leaked data, gave dangerous advice',
      output: assumed(incident),
      example: { title: 'Wrong price in an answer', description: 'An assistant names a price that was never ours.' },
      likely: {
        title: likely(text, 'what it is about, in a line', 'subject summary'),
        description: likely(
          text,
          'what happened; feedback.send calls it message',
          'message text details body content incident what_happened',
        ),
      },
      status: 202,
      audience: { who: 'public' },
    }),
    get: get('/incidents/{id}', {
      does: "Show one of the team's incident reports",
      asked: 'details, read one ai incident, what became of it, incident case details',
      output: one(incident),
    }),
  }),
);
