import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

test.each(['api_costs', 'promo_codes', 'promo_redemptions', 'feedback'])(
  'admin.%s is for administrators',
  async (action) => {
    const { call } = await visit();
    expect((await call(`admin.${action}`)).status).toBe(403);
    expect((await call(`admin.${action}`, {}, 'sandbox-admin')).status).toBe(200);
  },
);

test('promo codes say what has become of them', async () => {
  const { call } = await visit();
  const { data } = (await call('admin.promo_codes', {}, 'sandbox-admin')).body;
  const states = Object.fromEntries(data.map(({ code, state }: { code: string; state: string }) => [code, state]));
  expect(states).toEqual({ AUTUMN: 'active', LASTYEAR: 'expired', FIRSTTWO: 'exhausted', MISTAKE: 'deactivated' });
  expect(data[0].register_url).toContain(data[0].code);
});

test('redemptions are found by year, month and day', async () => {
  const { call } = await visit();
  const total = async (input: object) =>
    (await call('admin.promo_redemptions', { ...input }, 'sandbox-admin')).body.meta.total;
  expect(await total({})).toBe(5);
  expect(await total({ year: 2026, month: 10, day: 13 })).toBe(3);
  expect(await total({ year: 2025 })).toBe(0);
});

test('reports are found by status, and a status is one of three', async () => {
  const { call } = await visit();
  expect(
    (await call('admin.set_feedback_status', { id: 1, status: 'erledigt' }, 'sandbox-admin')).body.data.status,
  ).toBe('erledigt');
  expect((await call('admin.feedback', { status: 'erledigt' }, 'sandbox-admin')).body.data).toMatchObject([{ id: 1 }]);
  expect((await call('admin.feedback', { status: 'done' }, 'sandbox-admin')).status).toBe(422);
  expect((await call('admin.set_feedback_status', { id: 9, status: 'offen' }, 'sandbox-admin')).status).toBe(404);
});

test('a confirmed bug gives the reporting team 50 credits, once', async () => {
  const { call, balance } = await visit();
  const { body } = await call('admin.confirm_bug', { id: 1 }, 'sandbox-admin');
  expect(body).toMatchObject({ confirmed: true, credits_granted: 50 });
  expect((await call('admin.confirm_bug', { id: 1 }, 'sandbox-admin')).body).toEqual({ ...body, credits_granted: 0 });
  expect(await balance()).toBe(1050);
});
