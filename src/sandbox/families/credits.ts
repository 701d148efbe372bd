import type { Implementation } from '../implementation.ts';
import { days, iso } from '../platform-time.ts';

/** Document 1, "Credits endpoints". Plan, allotment and renewal are invented. */
export const credits: Implementation = {
  family: 'credits',
  operations: {
    balance: ({ ledger, caller, now }) => ({
      balance: ledger.balance(caller.team),
      plan: 'studio',
      monthly_allotment: 1000,
      renews_at: iso((Math.floor(now() / (30 * days)) + 1) * 30 * days),
    }),
    history: ({ ledger, caller }) => ledger.history(caller.team),
  },
};
