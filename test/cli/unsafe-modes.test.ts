import { expect, it } from 'vitest';
import { runHere } from './program.ts';

const sandbox = { VISIBILITY_SANDBOX: 'true' };

it('doctor says why http would not start', async () => {
  const args = ['doctor', '--json', '--auth', 'oauth', '--public-url', 'https://mcp.example.com'];
  const { code, stdout } = await runHere(args, { env: sandbox });
  const { findings } = JSON.parse(stdout) as { findings: { check: string; ok: boolean; says: string }[] };
  const finding = findings.find(({ check }) => check === 'auth');
  expect([code, finding?.ok]).toEqual([1, false]);
  expect(finding?.says).toMatch(/needs VISIBILITY_SECRET/);
});
