import { existing, type Call } from '../../../engine/handler-call.ts';
import { matches } from '../../shared/matches.ts';
import { implement, type CallOf } from '../../../engine/implement.ts';
import type { Id, Row } from '../../../engine/documents.ts';
import {
  activities,
  block,
  dedupKey,
  isContactable,
  leads,
  showActivity,
  showLead,
  sourceFields,
  statuses,
  type Activity,
  type Lead,
  type LeadSource,
} from './lead.ts';
import { after, plan, shouldFail, type Running } from '../../../engine/plan.ts';
import { iso } from '../../../engine/platform-time.ts';
import { invalid, refuse } from '../../../engine/http/refusal.ts';
import { slices } from '../../../engine/http/reply.ts';
import type { World } from '../../../engine/world.ts';

const emailPlan = plan('leads.email', leads, after(10, mail));

/** Rules: docs/platform/workspace.md#leads. */
export const leadFamily = implement('leads', {
  operations: {
    list: (call) => {
      knownStatus(call);
      return listLeads(call);
    },
    create: (call) => {
      const status = knownStatus(call) ?? 'new';
      const source = sourceIn(call, { company: call.input.company });
      const key = dedupKey(source);
      const existing = call.store.all(leads).find(({ body }) => body.dedup_key === key);
      if (!existing) {
        const row = call.add(leads, newLead(source, status, call.now()));
        if (status === 'do_not_call') block(call, row);
        log(call, row, 'created', 'Added to the pool');
        return showLead(call, row);
      }
      // The workflow goes on where it was: status, assignment and callbacks stay.
      Object.assign(existing.body, sourceIn(call, existing.body), { company: source.company });
      return touched(call, existing);
    },
    get: (call) => showLead(call, leadOf(call)),
    update: (call) => {
      const row = leadOf(call);
      const status = knownStatus(call) ?? row.body.status;
      Object.assign(row.body, sourceIn(call, row.body), {
        company: call.input.company ?? row.body.company,
      });
      setStatus(call, row, status);
      return touched(call, row);
    },
    add_note: (call) => {
      const row = leadOf(call);
      const { id } = log(call, row, 'note', call.input.body);
      return { id, lead: touched(call, row) };
    },
    schedule_callback: (call) => {
      const row = leadOf(call);
      const scheduled_at = call.input.scheduled_at;
      if (Date.parse(scheduled_at) <= call.now())
        throw invalid({ scheduled_at: ['The scheduled_at field must be in the future.'] });
      const { id } = log(
        call,
        row,
        'callback',
        [iso(Date.parse(scheduled_at)), call.input.note].filter(Boolean).join(': '),
      );
      if (!['won', 'lost', 'do_not_call'].includes(row.body.status)) {
        row.body.next_callback_at = iso(Date.parse(scheduled_at));
        setStatus(call, row, 'callback');
      }
      return { id, scheduled_at, lead: touched(call, row) };
    },
    send_email: (call) => {
      const row = leadOf(call);
      if (row.body.email === null) throw invalid({ email: ['The lead has no e-mail address.'] });
      if (!isContactable(call, row)) throw refuse(409, 'The lead must not be contacted.');
      call.start(emailPlan, row.id, { user: call.caller.user });
      return { status: 'queued', lead_id: row.id };
    },
    activities: (call) => slices(call.store.all(activities, { parent: leadOf(call).id }), showActivity),
    stats: ({ store }) => {
      const all = store.all(leads).map(({ body }) => body);
      const assigned = all.filter(({ assigned_to }) => assigned_to !== null).length;
      return {
        total: all.length,
        assigned,
        unassigned: all.length - assigned,
        with_email: all.filter(({ email }) => email !== null).length,
        by_status: Object.fromEntries(
          Object.keys(statuses).map((status) => [status, all.filter((one) => one.status === status).length]),
        ),
        status_labels: statuses,
      };
    },
  },

  seed: ({ add, now }) => {
    const seededSources: readonly [LeadSource, string, number | null, number][] = [
      [lead('Werbewerk Nord', 'post@werbewerk.example', '+49 40 000001', 'Hamburg', 'werbe'), 'new', null, 4.6],
      [lead('Suchgut', 'hallo@suchgut.example', null, 'Bremen', 'seo'), 'contacted', 4, 4.1],
      [lead('Klickhaus', null, '+49 30 000002', 'Berlin', 'online_marketing'), 'new', null, 3.8],
      [lead('Zitatlabor', null, null, 'Kiel', 'geo'), 'lost', 4, 4.9],
    ];
    for (const [source, status, assigned_to, rating] of seededSources) {
      add(leads, { ...newLead(source, status, now()), assigned_to, rating }, { team: 3 });
    }
  },
});

const lead = (
  company: string,
  email: string | null,
  phone: string | null,
  city: string,
  category: LeadSource['category'],
): LeadSource => ({
  company,
  contact_name: null,
  phone,
  email,
  website: null,
  city,
  region: null,
  category,
});

const newLead = (source: LeadSource, status: string, touched_at: number): Lead => ({
  ...source,
  status,
  dedup_key: dedupKey(source),
  assigned_to: null,
  rating: null,
  next_callback_at: null,
  touched_at,
});

const leadOf = (call: Call<{ readonly id: Id }>): Row<Lead> => existing(call, leads, call.input.id);

type SentSource = { readonly [K in Exclude<keyof LeadSource, 'company'>]?: string | undefined };

/** The source fields that were sent, over those known. */
function sourceIn({ input }: Call<SentSource>, defaults: Partial<LeadSource> & { company: string }): LeadSource {
  const fields = sourceFields.map((field) => [field, input[field] ?? defaults[field] ?? null]);
  return { company: defaults.company, ...Object.fromEntries(fields) } as LeadSource;
}

function knownStatus({ input }: Call<{ readonly status?: string | undefined }>): string | undefined {
  const status = input.status;
  if (status === undefined || Object.hasOwn(statuses, status)) return status;
  throw invalid({ status: [`The status field must be one of: ${Object.keys(statuses).join(', ')}.`] });
}

function setStatus(call: Call, row: Row<Lead>, status: string): void {
  if (status === row.body.status) return;
  log(call, row, 'status', `${row.body.status} → ${status}`);
  row.body.status = status;
  if (status === 'do_not_call') block(call, row);
}

const log = (call: Call, { id }: Row<Lead>, type: Activity['type'], text: string): Row<Activity> =>
  call.add(activities, { type, user: call.caller.user, text }, { parent: id });

function touched(world: World, row: Row<Lead>) {
  row.body.touched_at = world.now();
  return showLead(world, row);
}

/** `user`: the sender. */
function mail({ id, team, body }: Row<Lead>, { world, input: { user } }: Running<{ readonly user: number }>) {
  const fails = shouldFail(body.email);
  const text = fails ? 'The sales mail came back' : 'The sales mail was sent';
  world.add(activities, { type: 'email', user, text }, { team, parent: id });
  return fails ? 'failed' : undefined;
}

/** The pool, filtered and sorted as asked (docs/platform/workspace.md#leads). */
function listLeads(call: CallOf<'leads.list'>) {
  const sort = call.input.sort ?? 'recent';
  const matching = call.store.all(leads).filter((row) => isWanted(call, row));
  return slices(matching.toSorted(orders[sort] ?? byTouch), (row) => showLead(call, row));
}

function isWanted({ input }: CallOf<'leads.list'>, { body }: Row<Lead>): boolean {
  const q = input.q?.toLowerCase();
  const has = input.has;
  const assigned = input.assigned;
  return (
    (q === undefined ||
      [body.company, body.contact_name, body.email, body.city].some((text) => text?.toLowerCase().includes(q))) &&
    matches(input, body, 'status', 'category') &&
    (assigned === undefined || (assigned === 'any') === (body.assigned_to !== null)) &&
    (has === undefined || body[has === 'email' ? 'email' : 'phone'] !== null)
  );
}

const byTouch = (a: Row<Lead>, b: Row<Lead>): number => b.body.touched_at - a.body.touched_at;

const orders: Readonly<Record<string, (a: Row<Lead>, b: Row<Lead>) => number>> = {
  recent: byTouch,
  company: (a, b) => a.body.company.localeCompare(b.body.company, 'de'),
  rating: (a, b) => (b.body.rating ?? -1) - (a.body.rating ?? -1),
  // The next one due comes first; leads without one last.
  callback: (a, b) => (a.body.next_callback_at ?? '9').localeCompare(b.body.next_callback_at ?? '9'),
};
