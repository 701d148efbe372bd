import { implement } from '../../engine/implement.ts';
import { planOf } from './plan-of.ts';
import { days, iso } from '../../engine/platform-time.ts';

/** Document 1, "Credits endpoints". Allotment and renewal are invented. */
export const credits = implement('credits', {
  operations: {
    balance: ({ ledger, store, caller, now }) => ({
      balance: ledger.balance(caller.team),
      plan: planOf({ store }, caller.team),
      monthly_allotment: 1000,
      renews_at: iso((Math.floor(now() / (30 * days)) + 1) * 30 * days),
    }),
    history: ({ ledger, caller }) => ledger.history(caller.team),
  },
});
