import * as z from 'zod';
import { count, date, email, flag, id, number, text, timestamp } from '../../vocabulary/fields.ts';
import { assumed, family, free, get, maybe, one, paged, post, put } from '../../vocabulary/index.ts';

const category = z.enum(['werbe', 'seo', 'online_marketing', 'geo']);

const status = text.describe('Among them won, lost, callback, do_not_call; leads.stats labels them all');

/** Rules: docs/platform/workspace.md#leads. */
const fields = {
  contact_name: text,
  phone: text,
  email,
  website: text,
  city: text,
  region: text,
  category,
  status,
};

const optional = z.object(fields).partial().shape;

const lead = {
  id,
  company: text,
  contact_name: text.nullable(),
  phone: text.nullable(),
  email: email.nullable(),
  website: text.nullable(),
  city: text.nullable(),
  region: text.nullable(),
  category: category.nullable(),
  status: status.nullable(),
  notes_count: count,
  activities_count: count,
  callbacks_count: count,
  is_contactable: flag,
  ...maybe({
    assigned_to: id,
    rating: number,
    next_callback_at: timestamp,
    created_at: timestamp,
    updated_at: timestamp,
  }),
};

/** docs/platform/workspace.md#leads: one pool for the whole platform, free. */
export const leads = family(
  'leads',
  'Pool of companies to win as customers: notes, callbacks, mails',
  {
    price: free,
    words: 'sales crm outbound prospects outreach acquisition sales prospects companies we want as customers clients',
    audience: { who: 'admin' },
  },
  () => ({
    list: get('/outbound/leads', {
      does: 'List leads',
      asked:
        'search find prospects, which companies could we sell to, prospects to call, nobody assigned, prospects filter by status, companies with a phone number, call list, leads to call back today, sorted by callback, unassigned leads',
      input: {
        q: text.optional(),
        status: status.optional(),
        category: category.optional(),
        assigned: z.enum(['null', 'any']).optional().describe('null: assigned to nobody; any: to somebody'),
        has: z.enum(['email', 'phone']).optional(),
        sort: z.enum(['recent', 'company', 'rating', 'callback']).optional(),
      },
      output: paged(lead, 25, 100),
      concise: 'id company contact_name city category status is_contactable',
    }),
    create: post('/outbound/leads', {
      does: 'Add a lead; a known one (same e-mail, else phone, else company and city) gets its source fields updated',
      changes: 'A known lead is updated in its source fields only; its workflow state stays.',
      asked: 'upsert, put a company on the sales list, new prospect, import prospect, new company record',
      input: { company: text, ...optional },
      output: one(lead),
      status: 201,
    }),
    get: get('/outbound/leads/{id}', {
      does: 'Show a lead',
      asked: 'prospect details, what do we know about this company prospect, open sales prospect record',
      output: one(lead),
    }),
    update: put('/outbound/leads/{id}', {
      does: 'Change a lead; do_not_call also puts it on the block list',
      changes: 'status do_not_call puts it on the block list, which no operation undoes.',
      asked:
        'edit status prospect won lost, we won lost the customer, must never be called again, change phone email of a prospect, set status won lost do not call, edit prospect, they signed the contract we won, not interested',
      input: { company: text.optional(), ...optional },
      output: one(lead),
    }),
    add_note: post('/outbound/leads/{id}/notes', {
      does: 'Note something about a lead',
      asked: 'comment remark, write down what was said on the phone with a prospect, remark on prospect',
      output: assumed({ id, lead: z.looseObject(lead) }),
      input: { body: text.max(2000).describe('At most 2000 characters') },
      status: 201,
    }),
    schedule_callback: post('/outbound/leads/{id}/callbacks', {
      does: 'Set when to call a lead back',
      changes: 'Sets the status callback, unless it is won, lost or do_not_call.',
      asked: 'reminder appointment, remind me to phone ring the company again on a day, plan follow-up call',
      output: assumed({ id, scheduled_at: text, lead: z.looseObject(lead) }),
      input: {
        scheduled_at: date.describe('In the future, ISO 8601'),
        note: text.max(1000).optional().describe('At most 1000 characters'),
      },
      status: 201,
    }),
    send_email: post('/outbound/leads/{id}/email', {
      does: 'Send the sales mail to a lead',
      consequence: 'A real mail to the lead; it cannot be called back.',
      asked: 'contact write outreach, write mail the prospect company, outreach mail to prospect',
      output: assumed({ status: text, lead_id: id }),
      status: 202,
      refuses: { 409: 'when the lead must not be contacted', 422: 'without an e-mail address' },
      remedies: { 422: 'leads.update' },
      shows: 'leads.activities of the lead',
    }),
    activities: get('/outbound/leads/{id}/activities', {
      does: 'List what happened with a lead, newest first',
      asked: 'timeline history log, what has happened with this prospect so far, contact history, prospect timeline',
      output: paged(maybe({ id, type: text, text, user_id: id, created_at: timestamp }), 25, 100),
    }),
    stats: get('/outbound/stats', {
      does: 'Count leads by status, assignment and e-mail',
      asked: 'how many prospects do we have, how many won, sales numbers, sales funnel totals, unassigned count',
      output: {
        total: count,
        assigned: count,
        unassigned: count,
        with_email: count,
        by_status: z.record(z.string(), number),
        status_labels: z.record(z.string(), text),
      },
    }),
  }),
);
