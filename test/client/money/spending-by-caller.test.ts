import { expect, test } from 'vitest';
import { createSealer } from '../../../src/server/http/auth/oauth/sealer.ts';
import { Connections } from '../../../src/server/http/auth/oauth/documents.ts';
import { openState } from '../../../src/state/open-state.ts';
import { start } from '../../cli/program.ts';
import { freshStore } from '../../support/state/store.ts';
import { runningJob } from '../../support/running-job.ts';

test('an operator sees what each caller spent, and nothing that identifies a person', async () => {
  await using store = await freshStore();
  const state = await openState(store.location);
  const labelled = await state.accounts.key('label', 'agency');
  await runningJob(state, 'team-hash', 1, 0, 'caller-hash');
  await runningJob(state, 'team-hash', 2, 0, 'caller-hash');
  await runningJob(state, 'team-hash', 3, 0, 'other-hash');
  await runningJob(state, labelled, 4);
  for (const [account, days] of [
    ['month-old', 29],
    ['older', 30],
  ] as const) {
    await runningJob(state, account, 1);
    const sql = `UPDATE entries SET reserved_at = reserved_at - ${days * 86_400_000} WHERE account = '${account}'`;
    await store.query(sql);
  }
  const secret = 'a-secret-of-at-least-thirty-two-characters';
  await new Connections(state.documents, createSealer([secret]), () => Date.now()).keep({
    grant: 'grant',
    caller: 'caller-hash',
    access: 'access',
    token: 'platform-token-of-a-person',
    client: 'client',
    clientName: 'Desktop\u001b[31m assistant',
    redirectHost: 'assistant.example',
    scopes: ['read'],
    budget: '',
    readOnly: false,
    since: Date.now(),
  });
  await state.close();
  const env = { VISIBILITY_STATE: store.location, VISIBILITY_ACCOUNT: 'agency', VISIBILITY_SECRET: secret };
  const { code, stdout, stderr } = await start(['credits', '--all'], { env }).ended;
  expect([code, stderr]).toEqual([0, '']);
  const { days, spending } = JSON.parse(stdout) as { days: number; spending: object[] };
  expect(days).toBe(30);
  expect(spending[0]).toEqual({
    key: 'caller-hash',
    name: expect.stringMatching(/assistant \(assistant\.example\)$/),
    calls: 2,
    charged: 10,
  });
  expect(spending).toHaveLength(4);
  const spent = { calls: 1, charged: 5 };
  expect(spending).toEqual(
    expect.arrayContaining([
      { key: 'other-hash', name: null, ...spent },
      { key: labelled, name: 'agency', ...spent },
      { key: 'month-old', name: null, ...spent },
    ]),
  );
  expect(stdout).not.toContain('platform-token');
  expect(stdout).not.toContain('\u001b');
  expect((await start(['credits', 'accept', '--all'], { env }).ended).code).toBe(2);
});
