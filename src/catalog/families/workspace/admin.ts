import * as z from 'zod';
import { text, number, id, integerId, timestamp, flag } from '../../vocabulary/fields.ts';
import { assumed, family, free, get, list, maybe, one, paged, patch, post } from '../../vocabulary/index.ts';
import { feedbackReport } from './feedback.ts';

const status = z.enum(['offen', 'in_bearbeitung', 'erledigt']);

const meanings = { offen: 'open', in_bearbeitung: 'being worked on', erledigt: 'done' };

const report = { ...feedbackReport, status, user_agent: text.nullable(), ...maybe({ team_id: integerId }) };

/** Rules: docs/platform/workspace.md#administration. */
export const admin = family(
  'admin',
  'For administrators of the platform: API costs, promo codes, feedback',
  { words: 'operator backoffice for operators of the platform', audience: { who: 'admin' }, meanings },
  () => ({
    api_costs: get('/admin/api-costs', {
      does: 'Show what the outside APIs cost',
      asked:
        'how much do we pay our providers, openai dataforseo bills, cost of outside services, third-party api spend',
      output: assumed({
        month: text,
        providers: z.array(z.looseObject(maybe({ provider: text, cost_cents: number }))),
        total_cents: number,
      }),
    }),
    promo_codes: get('/admin/promo-codes', {
      does: 'List promo codes with their state and registration address',
      asked: 'vouchers coupons discount, which discount vouchers coupons are there, discount codes list',
      output: list({
        state: z.enum(['active', 'expired', 'exhausted', 'deactivated']),
        register_url: text,
        ...maybe({
          id,
          code: text,
          credits: number,
          max_redemptions: number,
          redemptions: number,
          deactivated: flag,
          expires_at: timestamp,
        }),
      }),
    }),
    promo_redemptions: get('/admin/promo-codes/redemptions', {
      does: 'List redemptions of promo codes',
      asked: 'vouchers coupons used, who used redeemed a discount voucher and when, promo code usage by date',
      input: {
        year: z.int().min(1).max(9999).optional(),
        month: z.int().min(1).max(12).optional(),
        day: z.int().min(1).max(31).optional(),
      },
      output: paged(maybe({ id, code: text, team_id: integerId, redeemed_at: timestamp })),
    }),
    feedback: get('/admin/feedback', {
      does: 'List the feedback of all users',
      asked: 'bugs reports inbox, what do all users report complain about, bug inbox, user bug inbox',
      input: { status: status.optional() },
      output: paged(report, 25),
    }),
    set_feedback_status: patch('/admin/feedback/{id}/status', {
      does: 'Set how far a report has been dealt with',
      changes: 'The status words are German: offen, in_bearbeitung, erledigt.',
      asked: 'triage open done progress, mark a bug report as in progress done, triage a report',
      input: { status: status.describe('offen: open, in_bearbeitung: being worked on, erledigt: done') },
      output: one(report),
      price: free,
    }),
    confirm_bug: post('/admin/feedback/{id}/confirm-bug', {
      does: 'Confirm a reported bug; the reporting team gets 50 credits, once',
      consequence: 'Grants 50 credits once; no operation takes them back.',
      changes: 'Repeating grants nothing.',
      asked: 'reward accept bounty, reward the user who found the bug, yes it is a real bug, legit bug give credits',
      output: assumed({ id, confirmed: flag, credits_granted: number, team_id: integerId }),
      price: free,
    }),
  }),
);
