import { credits as amount, family, get, id, one, paged, text, timestamp } from '../../vocabulary/index.ts';

/** Rules: docs/platform/credits.md#history. */
export const credits = family(
  'credits',
  "The team's balance and what drew on it",
  { words: 'money budget spending cost billing money budget account points' },
  () => ({
    balance: get('/credits', {
      does: 'Show balance, plan, monthly allotment and renewal date',
      asked:
        'left remaining how many, how much money do we have left, how many points remain, can we afford it, which plan are we on, when does it renew, remaining credits, funds available, quota left this month, current plan, do we have enough sufficient credits for something, can we still afford an audit report article, are we running low, how much is left, run out of credits',
      output: one({ balance: amount, plan: text, monthly_allotment: amount, renews_at: timestamp }),
    }),
    history: get('/credits/history', {
      does: 'List charges and top-ups by operation; no person is named',
      asked:
        'ledger transactions statement consumption, what did we spend the money on, where did the credits go, what was charged last week, usage per action, credit ledger, where did credits go, transactions by action, billing usage log, credit spending this month by operation, what our spending went to, expenses, who used burned all the credits',
      output: paged({
        created_at: timestamp,
        delta: amount,
        endpoint: text,
        reference_id: id.nullable(),
        balance_after: amount,
      }),
      concise: 'created_at delta endpoint balance_after',
    }),
  }),
);
