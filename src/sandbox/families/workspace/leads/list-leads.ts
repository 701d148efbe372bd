import type { CallOf } from '../../../engine/implement.ts';
import type { Row } from '../../../engine/kind.ts';
import { slices } from '../../../engine/http/reply.ts';
import { leads, showLead, type Lead } from './lead.ts';

/** The pool, filtered and sorted as asked (document 3, GET /outbound/leads). */
export function listLeads(call: CallOf<'leads.list'>) {
  const sort = call.input.sort ?? 'recent';
  const found = call.store.all(leads).filter((row) => isWanted(call, row));
  return slices(found.toSorted(orders[sort] ?? byTouch), (row) => showLead(call, row));
}

function isWanted({ input }: CallOf<'leads.list'>, { body }: Row<Lead>): boolean {
  const q = input.q?.toLowerCase();
  const has = input.has;
  const assigned = input.assigned;
  return (
    (q === undefined ||
      [body.company, body.contact_name, body.email, body.city].some((text) => text?.toLowerCase().includes(q))) &&
    (input.status === undefined || body.status === input.status) &&
    (input.category === undefined || body.category === input.category) &&
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
