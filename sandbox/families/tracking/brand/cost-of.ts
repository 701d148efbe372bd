import type { Row } from '../../../engine/documents.ts';
import { trackingPrompts, type TrackingProject } from './kinds.ts';
import type { World } from '../../../engine/world.ts';

/** Credits a prompt draws at one platform. The contract names no figure. */
const perAnswer = 1;

/** Runs in the longest month. */
const runsAMonth: Readonly<Record<string, number>> = { daily: 31, weekly: 5, biweekly: 3, monthly: 1 };

/**
 * What the active prompts of a project cost, by run and by month (docs/platform/tracking.md#cost-preview). It warns and
 * never blocks.
 */
export function costOf({ store, ledger }: World, { id, team, body }: Row<TrackingProject>) {
  const prompts = store.all(trackingPrompts, { parent: id }).filter((row) => row.body.status === 'active').length;
  const modes = Number(body.llm_with_search) + Number(body.llm_without_search);
  const credits_per_run = prompts * body.llm_platforms.length * modes * perAnswer;
  const monthly_credits = credits_per_run * (runsAMonth[body.tracking_frequency] ?? 5);
  const balance = ledger.balance(team);
  return {
    monthly_credits,
    credits_per_run,
    credit_breakdown: Object.fromEntries(body.llm_platforms.map((platform) => [platform, prompts * modes * perAnswer])),
    cost_warning: {
      balance,
      quota: 0,
      estimate: monthly_credits,
      exceeds_balance: monthly_credits > balance,
      exceeds_quota: false,
    },
    rank_tracker_monthly_credits: 0,
  };
}
