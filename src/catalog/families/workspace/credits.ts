import { credits as amount, id, text, timestamp } from '../../fields.ts';
import { family, get, one, paged } from '../../operation.ts';

/** Document 1, "Credits endpoints". */
export const credits = family(
  'credits',
  "The team's balance and what drew on it",
  { words: 'money budget spending cost billing' },
  () => ({
    balance: get('/credits', {
      does: 'Show balance, plan, monthly allotment and renewal date',
      words: 'left remaining how many',
      output: one({ balance: amount, plan: text, monthly_allotment: amount, renews_at: timestamp }),
    }),
    history: get('/credits/history', {
      does: 'List charges and top-ups, newest first',
      words: 'ledger transactions statement consumption',
      output: paged({
        created_at: timestamp,
        delta: amount,
        endpoint: text,
        reference_id: id.nullable(),
        balance_after: amount,
      }),
    }),
  }),
);
