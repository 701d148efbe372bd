import { expect, test } from 'vitest';
import { visit } from '../visit.ts';

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
