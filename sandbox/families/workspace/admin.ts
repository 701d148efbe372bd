import { matches } from '../shared/matches.ts';
import { existing, type Call } from '../../engine/handler-call.ts';
import { feedbackReports, showFeedback, type FeedbackReport } from './feedback-report.ts';
import { implement, type ItemOf } from '../../engine/implement.ts';
import { change, kind, type Row, type Id } from '../../engine/documents.ts';
import { days, iso } from '../../engine/platform-time.ts';
import { slices } from '../../engine/http/reply.ts';

interface PromoCode {
  code: string;
  credits: number;
  max_redemptions: number;
  expires_at: number;
  deactivated: boolean;
}

const promoCodes = kind<PromoCode>('promo_code');
const redemptions = kind<{ code: string; team: number }>('promo_redemption');

/** docs/platform/workspace.md#feedback: a confirmed bug is worth this, once. */
const reward = 50;

/** Rules: docs/platform/workspace.md#administration. */
export const adminFamily = implement('admin', {
  operations: {
    api_costs: ({ invent, now }) => {
      const month = iso(now()).slice(0, 7);
      const providers = ['model provider', 'search results', 'keyword data'].map((provider) => ({
        provider,
        cost_cents: invent('api costs', month, provider).whole(900, 42_000),
      }));
      return { month, providers, total_cents: providers.reduce((sum, { cost_cents }) => sum + cost_cents, 0) };
    },
    promo_codes: (call) => call.store.all(promoCodes).map((row) => showCode(call, row)),
    promo_redemptions: ({ store, input }) => {
      const dateParts = [input.year, input.month, input.day];
      const matching = store.all(redemptions).filter(({ createdAt }) => {
        const parts = iso(createdAt).slice(0, 10).split('-').map(Number);
        return dateParts.every((part, n) => part === undefined || part === parts[n]);
      });
      return slices(matching, ({ id, createdAt, body: { code, team } }) => ({
        id,
        code,
        team_id: team,
        redeemed_at: iso(createdAt),
      }));
    },
    feedback: (call) => {
      const matching = call.store.all(feedbackReports).filter(({ body }) => matches(call.input, body, 'status'));
      return slices(matching, (row) => show(call, row));
    },
    set_feedback_status: (call) => show(call, change(reportOf(call), { status: call.input.status })),
    confirm_bug: (call) => {
      const row = reportOf(call);
      const credits_granted = row.body.confirmed ? 0 : reward;
      row.body.confirmed = true;
      call.ledger.post({
        team: row.team,
        delta: credits_granted,
        endpoint: 'Confirmed bug',
        reference: row.id,
        at: call.now(),
      });
      return { id: row.id, confirmed: true, credits_granted, team_id: row.team };
    },
  },

  seed: ({ add, now }) => {
    const seededCodes: readonly [code: string, most: number, ends: number, deactivated: boolean, used: number][] = [
      ['AUTUMN', 100, 60, false, 2],
      ['LASTYEAR', 100, -30, false, 1],
      ['FIRSTTWO', 2, 60, false, 2],
      ['MISTAKE', 100, 60, true, 0],
    ];
    for (const [code, max_redemptions, ends, deactivated, used] of seededCodes) {
      add(
        promoCodes,
        { code, credits: 100, max_redemptions, expires_at: now() + ends * days, deactivated },
        { team: 3 },
      );
      for (let n = 1; n <= used; n += 1) add(redemptions, { code, team: n }, { team: 3, at: now() - n * 20 * days });
    }
  },
});

function showCode({ store, now, address }: Call, { id, body }: Row<PromoCode>) {
  const used = store.all(redemptions).filter((row) => row.body.code === body.code).length;
  return {
    id,
    ...body,
    expires_at: iso(body.expires_at),
    redemptions: used,
    state: stateOf(body, used, now()),
    register_url: address(`/register?code=${body.code}`),
  };
}

function stateOf(
  { deactivated, expires_at, max_redemptions }: PromoCode,
  used: number,
  now: number,
): ItemOf<'admin.promo_codes'>['state'] {
  if (deactivated) return 'deactivated';
  if (expires_at <= now) return 'expired';
  return used >= max_redemptions ? 'exhausted' : 'active';
}

const show = (call: Call, row: Row<FeedbackReport>) => ({
  ...showFeedback(call, row),
  status: row.body.status,
  user_agent: row.body.agent,
  team_id: row.team,
});

/** Administrators see the reports of all teams. */
const reportOf = (call: Call<{ readonly id: Id }>): Row<FeedbackReport> =>
  existing(call, feedbackReports, call.input.id, 'report');
