import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

test('an open invitation is used again, and its 7 days start over', async () => {
  const { call, clock } = await visit();
  const [{ id }] = (await call('team.invitations')).body;
  clock.pass(86_400);
  const { body } = await call('team.invite', { email: 'TEXTS@nordlicht.example', role: 'admin' });
  expect(body.id).toBe(id);
  expect(Date.parse(body.expires_at)).toBe(clock.now() + 7 * 86_400_000);
  clock.pass(7 * 86_400);
  expect((await call('team.invitations')).body).toEqual([]);
});

test('the seats of the plan are members and open invitations together', async () => {
  const { call } = await visit();
  expect((await call('team.invite', { email: 'five@nordlicht.example', role: 'member' })).status).toBe(201);
  expect((await call('team.invite', { email: 'six@nordlicht.example', role: 'member' })).body.errors).toHaveProperty(
    'email',
  );
  await call('team.revoke_invitation', { id: 70002 });
  expect((await call('team.invite', { email: 'six@nordlicht.example', role: 'member' })).status).toBe(201);
});

test('whoever is made an administrator of the team manages its members, but not who else is one', async () => {
  // Document 1, "Authentication", rule 6: the gates are open to owner and admin.
  const { call } = await visit();
  await call('team.update_member', { user: 6002, role: 'admin' });
  expect((await call('team.members', {}, 'sandbox-member')).status).toBe(200);
  expect(
    (await call('team.update_member', { user: 6005, role: 'member' }, 'sandbox-member')).body.errors,
  ).toHaveProperty('role');
  expect(
    (await call('team.update_member', { user: 6002, role: 'member' }, 'sandbox-member')).body.errors,
  ).toHaveProperty('role');
  expect((await call('team.remove_member', { user: 6002 }, 'sandbox-member')).status).toBe(422);
  await call('team.update_member', { user: 6002, role: 'member' });
  expect((await call('team.members', {}, 'sandbox-member')).status).toBe(403);
});

test('an administrator of the team neither invites nor removes another one', async () => {
  // Document 3, "Account, team, billing": only the owner grants or removes admin.
  const { call } = await visit();
  await call('team.update_member', { user: 6002, role: 'admin' });
  expect(
    (await call('team.invite', { email: 'new@nordlicht.example', role: 'admin' }, 'sandbox-member')).body.errors,
  ).toHaveProperty('role');
  expect((await call('team.invite', { email: 'new@nordlicht.example', role: 'member' }, 'sandbox-member')).status).toBe(
    201,
  );
  expect((await call('team.remove_member', { user: 6005 }, 'sandbox-member')).status).toBe(422);
  expect((await call('team.remove_member', { user: 6005 })).status).toBe(200);
});

test('a removed member reads and starts nothing of the team any more, and keeps the account', async () => {
  // Document 1, "Authentication", rule 3: a token resolves to the current team of its user.
  const { call } = await visit();
  expect((await call('projects.get', { id: 1 }, 'sandbox-member')).status).toBe(200);
  await call('team.remove_member', { user: 6002 });
  for (const [name, input] of [
    ['projects.get', { id: 1 }],
    ['projects.list', {}],
    ['tracking.get', { id: 2001 }],
    ['team.get', {}],
    ['articles.optimize', { id: 1001 }],
  ] as const) {
    expect((await call(name, input, 'sandbox-member')).status, name).toBe(403);
  }
  expect((await call('account.get', {}, 'sandbox-member')).body.email).toBe('member@nordlicht.example');
});
