import * as z from 'zod';
import { country, date, email, flag, key, number, text } from '../../vocabulary/fields.ts';
import { assumed, type Audience, family, get, post, put, unlisted } from '../../vocabulary/index.ts';

const plan = z.enum(['starter', 'pro', 'agency']);
const cycle = z.enum(['monthly', 'yearly']);

/** Rules: docs/platform/authentication.md#team-roles. */
const managing: Partial<Audience> = { who: 'owner', gate: 'manage settings' };

const address = { company_name: text, address_line1: text, postal_code: text, city: text, country };

const details = {
  contact_name: text,
  address_line2: text,
  vat_id: text.describe('Its form is checked for EU countries'),
  billing_email: email,
  purchase_order_ref: text,
  separate_billing_address: flag.describe('true: invoices go to the billing_ address'),
  billing_address_line1: text,
  billing_postal_code: text,
  billing_city: text,
  billing_country: country,
};

/** Rules: docs/platform/workspace.md#billing. */
export const billing = family(
  'billing',
  'Who invoices go to, and plans paid by invoice',
  { words: 'invoice vat address company payment plan subscription invoices address vat plan payment' },
  () => ({
    profile: get('/billing/profile', {
      does: 'Show the invoicing profile, VAT check included; empty when there is none',
      asked: 'company, what is on our invoices, our invoice address and vat number, address on our bills, tax id',
      output: assumed({ ...address, ...details, vat_id_status: text, has_bank_connection: flag }),
      audience: managing,
    }),
    update_profile: put('/billing/profile', {
      does: 'Store the invoicing profile; it goes on to the payment provider',
      changes: 'Goes to the payment provider at every write.',
      asked:
        'address company vat tax edit set, we moved, change invoice address, vat number, billing email, company name on the bill, company moved, new tax id, edit invoicing details, wrong company name on the invoice',
      output: assumed({ ...address, ...details }),
      // Optional details may also be emptied.
      input: {
        ...address,
        ...Object.fromEntries(Object.entries(details).map(([name, type]) => [name, type.nullable().optional()])),
      },
      audience: managing,
      refuses: { 422: 'for an invalid address or VAT id' },
    }),
    upgrade_by_invoice: post('/billing/invoice-upgrade', {
      does: 'Buy a plan by invoice, with a complete billing profile and a stored bank connection: it is active at once and owed in money',
      consequence: 'Owed in money, not credits; active at once. No operation cancels it.',
      asked:
        'subscribe purchase order change plan pro agency starter, bigger plan, upgrade subscription, buy pro agency starter, pay by bank send a bill, larger subscription, switch to yearly, change plan',
      input: { plan, cycle },
      output: {
        invoice_id: key,
        invoice_number: text,
        plan,
        billing_cycle: cycle,
        amount: number,
        currency: text,
        status: text,
        due_date: date,
      },
      status: 201,
      // No credits are drawn, but money is owed: without a stated amount, no budget covers it.
      price: unlisted('no credits: an invoice in money, whose amount is known only afterwards', { actual: () => 0 }),
      audience: managing,
      refuses: {
        422: 'without a complete billing profile or without a stored bank connection, which the web application alone can add',
      },
      remedies: { 422: 'billing.update_profile' },
    }),
  }),
);
