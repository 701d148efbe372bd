import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

const profile = {
  company_name: 'Nordlicht Studio',
  address_line1: 'Hafenweg 1',
  postal_code: '24103',
  city: 'Kiel',
  country: 'DE',
};

test('a profile is empty until there is one', async () => {
  const { call } = await visit();
  expect((await call('billing.profile')).body).toMatchObject({ company_name: null, vat_id_status: null });
});

test('the state of the VAT id shows on the next read, not in the answer to the write', async () => {
  // Document 3, PUT /billing/profile.
  const { call } = await visit();
  const { body } = await call('billing.update_profile', { ...profile, vat_id: 'DE123456789' });
  expect(body).not.toHaveProperty('vat_id_status');
  expect((await call('billing.profile')).body).toMatchObject({ vat_id: 'DE123456789', vat_id_status: 'valid' });
});

test.each([
  ['DE', 'DE12345678', 422],
  ['DE', 'ATU12345678', 422],
  ['GR', 'EL123456789', 200],
  ['AT', 'atu 1234 5678', 200],
  ['CH', 'CHE-123.456.789', 200],
])('for %s the VAT id %s is answered %i', async (country, vat_id, status) => {
  const { call } = await visit();
  expect((await call('billing.update_profile', { ...profile, country, vat_id })).status).toBe(status);
});

test('an address needs all its parts, a separate one too', async () => {
  const { call } = await visit();
  const { city: _, ...short } = profile;
  expect((await call('billing.update_profile', short)).body.errors).toHaveProperty('city');
  const { body } = await call('billing.update_profile', {
    ...profile,
    separate_billing_address: true,
    billing_city: 'Bremen',
  });
  expect(Object.keys(body.errors)).toEqual(['billing_address_line1', 'billing_postal_code', 'billing_country']);
});

test('writing needs the right to manage settings', async () => {
  const { call } = await visit();
  expect((await call('billing.update_profile', profile, 'sandbox-member')).status).toBe(403);
  expect((await call('billing.upgrade_by_invoice', { plan: 'pro', cycle: 'monthly' }, 'sandbox-member')).status).toBe(
    403,
  );
});

test('a plan bought by invoice needs a profile, and is active at once', async () => {
  const { call, balance } = await visit();
  const order = { plan: 'agency', cycle: 'yearly' };
  expect((await call('billing.upgrade_by_invoice', order)).status).toBe(422);
  await call('billing.update_profile', profile);
  expect((await call('billing.upgrade_by_invoice', order)).body).toMatchObject({
    plan: 'agency',
    billing_cycle: 'yearly',
    currency: 'EUR',
    status: 'open',
  });
  expect((await call('team.get')).body.plan).toBe('agency');
  expect(await balance()).toBe(1000);
});

test('a bought plan shows at once wherever the plan shows', async () => {
  const { call } = await visit();
  await call('billing.upgrade_by_invoice', { plan: 'agency', cycle: 'monthly' }, 'sandbox-guest');
  expect((await call('credits.balance', {}, 'sandbox-guest')).body.data.plan).toBe('agency');
  expect((await call('team.get', {}, 'sandbox-guest')).body.plan).toBe('agency');
});

test('a team without a stored bank connection buys nothing by invoice', async () => {
  // Document 3, POST /billing/invoice-upgrade.
  const { call } = await visit();
  const order = { plan: 'pro', cycle: 'monthly' };
  await call('billing.update_profile', profile, 'sandbox-admin');
  expect((await call('billing.profile', {}, 'sandbox-admin')).body.has_bank_connection).toBe(false);
  const refused = await call('billing.upgrade_by_invoice', order, 'sandbox-admin');
  expect(refused.status).toBe(422);
  expect(refused.body.message).toContain('bank connection');
  expect((await call('team.get', {}, 'sandbox-admin')).body.plan).toBe('studio');
  expect((await call('billing.profile')).body.has_bank_connection).toBe(true);
});

test('a country is one of ISO 3166-1, in either case', async () => {
  const { call } = await visit();
  for (const country of ['ZZ', 'XX', 'EU', 'UK', 'D', 'DEU']) {
    expect((await call('projects.create', { name: 'Elsewhere', country })).body.errors, country).toHaveProperty(
      'country',
    );
  }
  for (const country of ['DE', 'de', 'GB', 'ZW'])
    expect((await call('projects.create', { name: 'Here', country })).status, country).toBe(201);
  expect(
    (await call('projects.create', { name: 'Both', domain: 'both.example', additional_countries: ['AT', 'ZZ'] }))
      .status,
  ).toBe(422);
});

test('reading the profile needs that right as well', async () => {
  // Document 1, "Authentication", rule 6: billing is gated by it, for owner or admin.
  const { call } = await visit();
  expect((await call('billing.profile', {}, 'sandbox-member')).status).toBe(403);
  expect((await call('billing.profile')).status).toBe(200);
});
