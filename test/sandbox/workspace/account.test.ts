import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

const change = { current_password: 'sandbox-password', password: 'a new one', password_confirmation: 'a new one' };

test('the account shows no secrets', async () => {
  const { call } = await visit();
  const { body } = await call('account.get');
  expect(body).toMatchObject({ id: 1, email: 'owner@nordlicht.example' });
  expect(Object.keys(body)).not.toContain('password');
});

test('a password changes with the current one only', async () => {
  const { call } = await visit();
  expect((await call('account.change_password', { ...change, current_password: 'guess' })).body.errors).toHaveProperty(
    'current_password',
  );
  expect(
    (await call('account.change_password', { ...change, password_confirmation: 'another' })).body.errors,
  ).toHaveProperty('password_confirmation');
  expect((await call('account.change_password', change)).status).toBe(200);
  expect((await call('account.change_password', change)).status).toBe(422);
});

test('an account of an outside identity provider has no password to change', async () => {
  const { call } = await visit();
  expect((await call('account.change_password', change, 'sandbox-guest')).status).toBe(422);
});

test('password and sessions share ten requests a minute', async () => {
  // Document 1, "Rate limits".
  const { call, clock } = await visit({ rate: 60 });
  for (let n = 0; n < 9; n += 1) await call('account.end_sessions');
  expect((await call('account.change_password', change)).status).toBe(200);
  expect((await call('account.end_sessions')).status).toBe(429);
  clock.pass(60);
  expect((await call('account.end_sessions')).status).toBe(200);
});

test('only the other sessions end, and only once', async () => {
  const { call } = await visit();
  expect((await call('account.end_sessions')).body.deleted).toBe(2);
  expect((await call('account.end_sessions')).body.deleted).toBe(0);
  expect((await call('account.get')).status).toBe(200);
});

test('locked and unknown categories are passed over without an error', async () => {
  // Document 3, PUT /account/notification-preferences.
  const { call } = await visit();
  const asked = { email: { reports: false, billing: false }, inapp: { weather: false } };
  const { body } = await call('account.update_notification_preferences', asked);
  expect(body.data).toEqual({
    email: { reports: false, tracking_alerts: true, job_results: true },
    inapp: { reports: true, tracking_alerts: true, job_results: true },
    locked: { billing: true, security: true, team: true },
  });
  await call('account.update_notification_preferences', { email: { reports: true } });
  expect((await call('account.notification_preferences')).body.data.email.reports).toBe(true);
});
