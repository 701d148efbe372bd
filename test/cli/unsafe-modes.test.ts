import { expect, it } from 'vitest';
import { runHere } from './program.ts';

const sandbox = { VISIBILITY_SANDBOX: 'true' };

// test/app/config/auth-mode.test.ts has every combination; these are the two places where people see them.

it('http does not start in a mode that would let strangers in', async () => {
  const { code, stdout, stderr } = await runHere(['http', '--listen', '0.0.0.0:0'], { env: sandbox });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/other machines can reach/);
});

it('doctor says why http would not start', async () => {
  const args = ['doctor', '--json', '--auth', 'oauth', '--public-url', 'https://mcp.example.com'];
  const { code, stdout } = await runHere(args, { env: sandbox });
  const { findings } = JSON.parse(stdout) as { findings: { check: string; ok: boolean; says: string }[] };
  const finding = findings.find(({ check }) => check === 'auth');
  expect([code, finding?.ok]).toEqual([1, false]);
  expect(finding?.says).toMatch(/needs VISIBILITY_SECRET/);
});
