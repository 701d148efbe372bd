import { expect, test } from 'vitest';
import { visit, type Visit } from '../visit.ts';

const guest = 'sandbox-guest';

const invited = async ({ call }: Visit): Promise<number> =>
  (await call('tracking_shares.create', { id: 2001, email: 'guest@gasthof.example' })).body.id;

const joined = async (here: Visit): Promise<number> => {
  const share = await invited(here);
  await here.call('tracking_shares.accept', { share }, guest);
  return share;
};

test('an invitation shows to the guest, and opens the project once it is accepted', async () => {
  const here = await visit();
  const share = await invited(here);
  expect((await here.call('tracking_shares.shared_with_me', {}, guest)).body.data).toMatchObject([
    { id: share, status: 'invited', permission: 'write', tracking_project: { id: 2001 } },
  ]);
  expect((await here.call('tracking.get', { id: 2001 }, guest)).status).toBe(403);
  expect((await here.call('tracking_shares.accept', { share }, guest)).body.status).toBe('active');
  for (const name of [
    'tracking.get',
    'tracking.runs',
    'prompts.list',
    'accuracy.list',
    'cited_sources.list',
    'brand_knowledge.get_refresh',
    'business_profile.get',
  ]) {
    expect((await here.call(name, { id: 2001 }, guest)).status, name).toBe(200);
  }
  expect((await here.call('tracking.list', {}, guest)).body.data).toHaveLength(1);
});

test("a guest writes, and a run the guest starts is charged to the owner's team", async () => {
  // Rules: docs/platform/tracking.md#shares.
  const here = await visit();
  await joined(here);
  const { body } = await here.call('prompts.create', { id: 2001, prompt_text: 'Is a camping box worth it?' }, guest);
  expect((await here.call('prompts.update', { id: body.data.id, prompt_category: 'value' }, guest)).status).toBe(200);
  expect((await here.call('prompts.list', { id: 2001 })).body.data).toHaveLength(4);
  expect((await here.call('tracking.run', { id: 2001 }, guest)).status).toBe(202);
  expect(await here.balance()).toBe(992);
  expect(await here.balance(guest)).toBe(1000);
  here.clock.pass(180);
  expect((await here.call('tracking.runs', { id: 2001 })).body.data[0].status).toBe('completed');
});

test.each([
  ['revoked by the owner', 'tracking_shares.revoke', 'sandbox-owner', 'revoked'],
  ['left by the guest', 'tracking_shares.leave', guest, 'detached'],
])('a share that is %s closes the project', async (_, name, token, status) => {
  const here = await visit();
  const share = await joined(here);
  expect((await here.call(name, { id: 2001, share }, token)).body.status).toBe(status);
  expect((await here.call('tracking.get', { id: 2001 }, guest)).status).toBe(403);
});
