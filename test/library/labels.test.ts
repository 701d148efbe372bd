import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect, isVisibilityError, type ConnectOptions, type Platform } from '../../src/library/index.ts';
import { createMetrics } from '../../src/server/http/metrics/metrics.ts';
import { folder } from '../support/processes/folder.ts';
import { runHere } from '../cli/program.ts';

let place: Awaited<ReturnType<typeof folder>>;
const open: Platform[] = [];
const state = (): string => join(place.path, 'state.db');

beforeAll(async () => {
  place = await folder();
});
afterAll(async () => {
  for (const one of open) await one.close();
  await place[Symbol.asyncDispose]();
});

/** Another connection to the same platform and state. */
async function under(label: string | undefined, options: ConnectOptions = {}): Promise<Platform> {
  const budget = '60/day,10/day@nightly,4/call@cheap';
  const platform = await connect({ sandbox: true, sandboxSpeed: 1000, state: state(), budget, label, ...options });
  open.push(platform);
  return platform;
}

const env = { VISIBILITY_SANDBOX: 'true', VISIBILITY_SANDBOX_SPEED: '1000' };

/** Pays 5 credits. */
const pay = (platform: Platform, keyword: string): Promise<unknown> =>
  platform.storylines.create({ project: 1, keyword } as never).then(
    () => 'paid',
    (error: unknown) => (isVisibilityError(error) ? { code: error.code, facts: error.facts } : error),
  );

it('limits the spending of a label, and no other spending at the same time', async () => {
  const [one, other, plain] = [await under('nightly'), await under('nightly'), await under(undefined)];
  const paid = await Promise.all(
    [one, other, one, other].map((platform, at) => pay(platform, `raced ${at}`)).concat(pay(plain, 'plain')),
  );
  expect(paid.filter((outcome) => outcome === 'paid')).toHaveLength(3);
  expect(paid.at(-1)).toBe('paid');
  expect(await pay(one, 'late')).toMatchObject({
    code: 'budget_exceeded',
    facts: { limit: '10/day@nightly', spent: 10, left: 0 },
  });
  expect(await pay(await under('cheap'), 'dear')).toMatchObject({ facts: { limit: '4/call@cheap', left: 4 } });
});

it('shows the spending of each label, and holds a limit of one', async () => {
  const run = async (...args: string[]): Promise<Record<string, never>> =>
    JSON.parse((await runHere([...args, '--state', state()], { env })).stdout) as Record<string, never>;
  const { spending } = (await run('credits', '--json')) as unknown as { spending: Record<string, unknown> };
  expect(spending['by_label']).toEqual([{ label: 'nightly', calls: 2, charged: 10 }]);
  const settings = { ...env, VISIBILITY_LABEL: 'nightly', VISIBILITY_BUDGET: '12/day@nightly' };
  const refused = await runHere(
    [
      'call',
      'call_paid',
      '{"operation":"storylines.create","arguments":{"project":1,"keyword":"c"}}',
      '--state',
      state(),
    ],
    { env: settings },
  );
  expect([refused.code, refused.stdout]).toEqual([3, expect.stringContaining('12/day@nightly')]);
  const other = await runHere(['call', 'run_code', '{"code":"return 1","label":"free"}', '--state', state()], {
    env: settings,
  });
  expect(other.stdout).toContain('not_permitted');
});

it('counts labels in a bounded number of series', async () => {
  const metrics = createMetrics();
  for (let n = 0; n < 60; n++) metrics.meter.charged('articles.generate', 1, `label-${n}`);
  metrics.meter.charged('articles.generate', 1, null);
  const text = await metrics.text({
    store: () => Promise.reject(new Error('none')),
    server: () => ({ sessions: 0, calls: 0 }),
  });
  const series = text.split('\n').filter((line) => line.startsWith('visibility_label_credits_charged_total{'));
  expect(series).toHaveLength(51);
  expect(series).toContain('visibility_label_credits_charged_total{label="other"} 10');
});
