import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { json, type Platform, platformFor } from '../support/platform.ts';
import { pointedAt } from '../mcp/support/stdio-host.ts';
import { runHere, temporaryFolder } from './program.ts';

const explore = ['call', 'call_paid', '{"operation":"keywords.explore","arguments":{"body":{"seed":"tea"}}}'];

/** A store with one charge of 50 credits in it. */
async function charged(): Promise<{ platform: Platform; folder: string; env: Record<string, string> }> {
  const platform = await platformFor({ onTestFinished });
  platform.on('POST /explorer', json({ data: [] }));
  const folder = temporaryFolder();
  const env = pointedAt(platform, { VISIBILITY_STATE: join(folder, 'state.db'), VISIBILITY_BUDGET: '60/day' });
  expect((await runHere(explore, { env })).code).toBe(0);
  return { platform, folder, env };
}

const totals = async (env: Record<string, string>): Promise<unknown> =>
  (JSON.parse((await runHere(['call', 'credits', '{}'], { env })).stdout) as { data: { totals: object } }).data.totals;

it('state check reads a whole store, and names what is wrong with it', async () => {
  const { folder, env } = await charged();
  expect(await runHere(['state', 'check'], { env })).toMatchObject({ code: 0, stdout: 'ok\n', stderr: '' });
  const damaged = join(folder, 'damaged.db');
  expect((await runHere(['state', 'backup', damaged], { env })).code).toBe(0);
  // As a disk garbles it: the same size, other bytes in each page but the first.
  const bytes = readFileSync(damaged);
  for (let page = 4096; page < bytes.length; page += 4096) bytes.fill(0xa5, page + 64, page + 576);
  writeFileSync(damaged, bytes);
  const { code, stdout, stderr } = await runHere(['state', 'check'], { env: { ...env, VISIBILITY_STATE: damaged } });
  expect(code).toBe(1);
  expect(`${stdout}${stderr}`).toMatch(/\S/);
  expect(stdout).not.toBe('ok\n');
});

it('state backup copies a store with all it counts, and overwrites nothing', async () => {
  const { folder, env } = await charged();
  const copy = join(folder, 'copy.db');
  expect(await runHere(['state', 'backup', copy], { env })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(copy),
  });
  expect(await totals({ ...env, VISIBILITY_STATE: copy })).toEqual(await totals(env));
  const other = join(folder, 'other');
  writeFileSync(other, 'something of the operator’s');
  expect((await runHere(['state', 'backup', other], { env })).code).toBe(1);
});

it('state rebuild counts what the platform charged, and from now on with --from-now', async () => {
  const { platform, folder, env } = await charged();
  const row = (delta: number, endpoint: string, balance_after: number, created_at: string) => ({
    delta,
    endpoint,
    reference_id: null,
    created_at,
    balance_after,
  });
  const now = new Date().toISOString();
  platform.on(
    'GET /credits/history',
    json({
      data: [row(-50, 'POST /explorer', 99_950, now), row(100_000, 'Opening top-up', 100_000, '2026-01-01T00:00:00Z')],
      meta: { total: 2, current_page: 1, per_page: 100, last_page: 1 },
    }),
  );
  const lost = { ...env, VISIBILITY_STATE: join(folder, 'another.db') };
  expect(await runHere(['state', 'rebuild'], { env: lost })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('50 credits in 1 charges'),
  });
  // 50 of 60 are spent: another 50 do not fit.
  expect((await runHere(explore, { env: lost })).stdout).toContain('budget_exceeded');
  expect(await runHere(['state', 'rebuild', '--from-now'], { env: lost })).toMatchObject({
    code: 0,
    stdout: 'counts from now on\n',
  });
  expect((await runHere(explore, { env: lost })).stdout).toContain('"ok":true');
});

it.each([[['state']], [['state', 'backup']], [['state', 'burn']], [['state', 'check', 'all']]])(
  '%j is refused with what it may be',
  async (args) => {
    expect(await runHere(args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/state/) });
  },
);
