import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

test('whoever is made an administrator of the team manages its members, but not who else is one', async () => {
  // docs/platform/authentication.md#team-roles: the gates are open to owner and admin.
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

test('a removed member reads and starts nothing of the team any more, and keeps the account', async () => {
  // docs/platform/authentication.md#teams: a token resolves to the current team of its user.
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
