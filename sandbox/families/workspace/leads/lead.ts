import type { Stored } from '../../../engine/implement.ts';
import { keyedKind, kind, type Row } from '../../../engine/documents.ts';
import { iso } from '../../../engine/platform-time.ts';
import type { World } from '../../../engine/world.ts';

/** Where a lead comes from: what a repeated import renews. */
export type LeadSource = Pick<Stored<'leads.get'>, 'company' | (typeof sourceFields)[number]>;

/** Rules: docs/platform/workspace.md#leads. */
export interface Lead extends LeadSource {
  status: string;
  /** Made once, from the first source. */
  dedup_key: string;
  assigned_to: number | null;
  rating: number | null;
  next_callback_at: string | null;
  touched_at: number;
}

/** An activity of a lead, by the lead. */
export interface Activity {
  type: 'created' | 'note' | 'callback' | 'status' | 'email';
  user: number;
  text: string;
}

/** The pool belongs to the whole platform: the team of a row is its author's. */
export const leads = kind<Lead>('lead');
export const activities = kind<Activity>('lead_activity');
/** E-mail addresses and telephone numbers nobody may use, by themselves. */
const blocked = keyedKind<{ lead: number }, string>('lead_block');

/** Four are the contract's; the others, and the labels, are invented. */
export const statuses: Readonly<Record<string, string>> = {
  new: 'Neu',
  contacted: 'Kontaktiert',
  callback: 'Rückruf',
  won: 'Gewonnen',
  lost: 'Verloren',
  do_not_call: 'Nicht anrufen',
};

export const sourceFields = ['contact_name', 'phone', 'email', 'website', 'city', 'region', 'category'] as const;

/** docs/platform/workspace.md#leads: the e-mail address, else the telephone number, else company and city. */
export function dedupKey({
  email,
  phone,
  company,
  city,
}: Pick<LeadSource, 'email' | 'phone' | 'company' | 'city'>): string {
  if (email !== null) return `email ${email.toLowerCase()}`;
  if (phone !== null) return `phone ${digits(phone)}`;
  return `company ${company.toLowerCase()} ${(city ?? '').toLowerCase()}`;
}

const digits = (phone: string): string => phone.replaceAll(/\D/g, '');

/** How a lead can be reached. */
const ways = ({ email, phone }: LeadSource): string[] =>
  [email?.toLowerCase(), phone === null ? undefined : digits(phone)].filter((way) => way !== undefined);

export function block({ store, add }: World, { id, team, body }: Row<Lead>): void {
  for (const way of ways(body)) if (!store.get(blocked, way)) add(blocked, { lead: id }, { team, id: way });
}

export const isContactable = ({ store }: Pick<World, 'store'>, { body }: Row<Lead>): boolean =>
  body.status !== 'do_not_call' && !ways(body).some((way) => store.get(blocked, way));

export const showActivity = ({ id, createdAt, body: { type, user, text } }: Row<Activity>) => ({
  id,
  type,
  user_id: user,
  text,
  created_at: iso(createdAt),
});

export function showLead(world: World, row: Row<Lead>) {
  const { dedup_key: _, touched_at, ...fields } = row.body;
  const log = world.store.all(activities, { parent: row.id }).map(({ body }) => body.type);
  const count = (type: Activity['type']) => log.filter((one) => one === type).length;
  return {
    id: row.id,
    ...fields,
    notes_count: count('note'),
    activities_count: log.length,
    callbacks_count: count('callback'),
    is_contactable: isContactable(world, row),
    created_at: iso(row.createdAt),
    updated_at: iso(touched_at),
  };
}
