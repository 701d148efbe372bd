import { hasVatForm } from './vat-form.ts';
import { implement } from '../../engine/implement.ts';
import { keyedKind, kind } from '../../engine/documents.ts';
import { setPlan } from './plan-of.ts';
import { days, iso } from '../../engine/platform-time.ts';
import { invalid, refuse } from '../../engine/http/refusal.ts';
import type { World } from '../../engine/world.ts';

const address = ['company_name', 'address_line1', 'postal_code', 'city', 'country'] as const;
const separate = ['billing_address_line1', 'billing_postal_code', 'billing_city', 'billing_country'] as const;
const details = [
  'contact_name',
  'address_line2',
  'vat_id',
  'billing_email',
  'purchase_order_ref',
  'separate_billing_address',
] as const;

type Field = (typeof address | typeof separate | typeof details)[number];
type Profile = { readonly [K in Field]: (K extends 'separate_billing_address' ? boolean : string) | null };

/** By the id of the team. */
const profiles = keyedKind<Profile>('billing_profile');
/** By the id of the team. */
const banks = keyedKind<object>('bank_connection');
const invoices = kind<{ plan: string }>('invoice');

/** Euros a month; invented. */
const prices = { starter: 49, pro: 149, agency: 399 } as const;

const monthsIn = { monthly: 1, yearly: 12 } as const;

/** Rules: docs/platform/workspace.md#billing. */
export const billingFamily = implement('billing', {
  operations: {
    // The check of the VAT id shows on the first read after a write, not in the answer to it.
    profile: (call) => {
      const { store, caller } = call;
      const profile = store.get(profiles, caller.team)?.body ?? profileFrom(() => null);
      return { ...profile, vat_id_status: statusOf(profile), has_bank_connection: hasBank(call, caller.team) };
    },
    update_profile: (call) => {
      const sent: Partial<Profile> = call.input;
      const profile = profileFrom((field) => sent[field] ?? null);
      check(profile);
      const row = call.store.get(profiles, call.caller.team) ?? call.add(profiles, profile, { id: call.caller.team });
      row.body = profile;
      return profile;
    },
    upgrade_by_invoice: (call) => {
      const { team } = call.caller;
      if (!call.store.get(profiles, team)) throw refuse(422, 'The billing profile is not complete.');
      if (!hasBank(call, team))
        throw refuse(422, 'No bank connection is stored. It can be added in the web application only.');
      const { plan, cycle: billing_cycle } = call.input;
      const { id } = call.add(invoices, { plan });
      setPlan(call, team, plan);
      return {
        invoice_id: id,
        invoice_number: `SB-${String(id).padStart(5, '0')}`,
        plan,
        billing_cycle,
        amount: prices[plan] * monthsIn[billing_cycle],
        currency: 'EUR',
        status: 'open',
        due_date: iso(call.now() + 14 * days).slice(0, 10),
      };
    },
  },

  seed: ({ add }) => {
    const values: Readonly<Record<string, unknown>> = {
      company_name: 'Gasthof Zur Linde',
      address_line1: 'Dorfplatz 1',
      postal_code: '5020',
      city: 'Salzburg',
      country: 'AT',
      vat_id: 'ATU12345678',
    };
    for (const team of [1, 2]) add(banks, {}, { team, id: team });
    add(
      profiles,
      profileFrom((field) => values[field] ?? null),
      { team: 2, id: 2 },
    );
  },
});

/**
 * Rules: docs/platform/workspace.md#billing. No operation stores a bank connection, so every team has one or has not
 * from the start.
 */
const hasBank = ({ store }: Pick<World, 'store'>, team: number): boolean => store.get(banks, team) !== undefined;

const profileFrom = (value: (field: Field) => unknown): Profile =>
  Object.fromEntries([...address, ...details, ...separate].map((field) => [field, value(field)])) as Profile;

/** Refuses a VAT id that its country does not issue, and a separate address that is not there. */
function check(profile: Profile): void {
  const vat = profile.vat_id === null || hasVatForm(String(profile.country), String(profile.vat_id)) !== false;
  const missing = profile.separate_billing_address === true ? separate.filter((field) => profile[field] === null) : [];
  const errors: Record<string, string[]> = Object.fromEntries(
    missing.map((field) => [field, [`The ${field} field is required with separate_billing_address.`]]),
  );
  if (!vat) errors['vat_id'] = [`The vat_id field has not the form of ${String(profile.country).toUpperCase()}.`];
  if (Object.keys(errors).length) throw invalid(errors);
}

/** The form alone decides in the sandbox: it asks nobody whether the id is in use. */
function statusOf({ vat_id, country }: Profile): 'valid' | 'unchecked' | null {
  if (vat_id === null) return null;
  return hasVatForm(String(country), String(vat_id)) ? 'valid' : 'unchecked';
}
