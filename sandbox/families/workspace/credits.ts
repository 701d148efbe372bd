import { implement } from '../../engine/implement.ts';
import { keyedKind, type Row } from '../../engine/documents.ts';
import { after, plan, type Running } from '../../engine/plan.ts';
import { days, iso, seconds } from '../../engine/platform-time.ts';
import { teams } from '../../engine/tokens.ts';
import { allotmentOf, planOf } from './plan-of.ts';

/** When a team's allotment is added next, platform time. By the id of the team. */
const renewals = keyedKind<{ at: number }>('credit_renewal');

/** Between renewals. The contract says "monthly". */
const month = 30 * days;

const renewPlan = plan('credits.renew', renewals, after(month / seconds, renew));

/**
 * Rules: docs/platform/credits.md#history. What a plan is worth, and that a renewal adds to what is left, is invented.
 */
export const credits = implement('credits', {
  operations: {
    balance: ({ ledger, store, caller: { team }, now }) => ({
      balance: ledger.balance(team),
      plan: planOf({ store }, team),
      monthly_allotment: allotmentOf({ store }, team),
      renews_at: iso(store.get(renewals, team)?.body.at ?? now() + month),
    }),
    history: ({ ledger, caller }) => ledger.history(caller.team),
  },

  seed: ({ add, jobs, now }) => {
    for (const { id: team } of teams) {
      add(renewals, { at: now() + month }, { team, id: team });
      jobs.start({ plan: renewPlan, team, subject: team, at: now() });
    }
  },
});

/** Adds the allotment of the plan that the team has by then: a positive entry of its history. */
function renew({ body }: Row<{ at: number }>, { world, team, at, again }: Running): void {
  world.ledger.post({ team, delta: allotmentOf(world, team), endpoint: 'Monthly allotment', reference: null, at });
  body.at = at + month;
  again();
}
