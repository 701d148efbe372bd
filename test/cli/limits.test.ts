import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operationNamed } from '../../src/catalog/index.ts';
import { unaffordable } from '../../src/cli/wiring/budget-in-force.ts';
import { budgetPresets } from '../../src/config/budget-presets.ts';
import { workflowsToName } from '../../src/tools/workflow-tools.ts';
import { systemClock } from '../../src/clock.ts';
import { asked } from '../support/state/sql.ts';
import { runHere, temporaryFolder } from './program.ts';

const story = [
  'call',
  'call_paid',
  '{"operation":"storylines.create","arguments":{"project":1,"keyword":"tea"},"wait_s":0}',
];

describe('limits in the store', () => {
  it('are set by a person, hold against a wider setting, and are loosened only with --yes', async () => {
    const env = { VISIBILITY_STATE: join(temporaryFolder(), 'state.db'), VISIBILITY_BUDGET: '1000/day' };
    expect(await runHere(['limits', 'set', '4/call'], { env })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/1000\/day +set here\n4\/call +kept in the store/),
    });
    expect(JSON.parse((await runHere(story, { env })).stdout)).toMatchObject({
      ok: false,
      error: { code: 'budget_exceeded' },
    });
    for (const looser of [['set', '50/call'], ['set', '4/day'], ['clear']]) {
      expect(await runHere(['limits', ...looser], { env })).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining('--yes'),
      });
    }
    // As much as before is no more.
    for (const limits of ['4/call', '3/call,9/day', '3/call,9/day'])
      expect(await runHere(['limits', 'set', limits], { env })).toMatchObject({ code: 0 });
    expect(await runHere(['limits', 'clear', '--yes'], { env })).toMatchObject({ code: 0 });
    expect(JSON.parse((await runHere(story, { env })).stdout)).toMatchObject({ ok: true });
    const { audit } = JSON.parse((await runHere(['audit', '--json'], { env })).stdout) as { audit: object[] };
    expect(audit.at(-1)).toMatchObject({ event: 'refused', reason: 'budget_exceeded', operation: 'storylines.create' });
    expect(audit).toContainEqual(expect.objectContaining({ event: 'reserved', estimated: 5 }));
  });
});

describe('budgets by name', () => {
  it('say what they leave out, and standard leaves out no workflow', async () => {
    expect(unaffordable(budgetPresets.standard.limits, budgetPresets.standard.unpriced)).toEqual([]);
    expect(unaffordable(budgetPresets.careful.limits, undefined)).toEqual([
      expect.stringMatching(/^audit_page .*75/),
      expect.stringMatching(/^ask_agent/),
    ]);
    const { stdout } = await runHere(['doctor'], { env: { VISIBILITY_BUDGET: 'careful' } });
    expect(stdout).toMatch(
      /budget +50\/day \(set here\), 25\/call \(set here\); never fits: audit_page \(up to 75\), ask_agent/,
    );
  });

  it('know the prices of the catalog', () => {
    const priceOf = (name: string): number | null | undefined => {
      const { price } = operationNamed(name);
      return price.kind === 'fixed' ? price.credits : price.kind === 'formula' ? price.atMost : null;
    };
    const starts = {
      audit_page: ['page_audit.create'],
      audit_site: ['content_audits.create'],
      research_keywords: ['keywords.research', 'keywords.ai_research'],
      write_article: ['articles.generate'],
      ask_agent: ['agentic_chat.chat'],
    };
    const most = new Map(workflowsToName(false).map(({ name, maxCredits }) => [name, maxCredits]));
    const limited = [...most].filter(([, credits]) => credits !== undefined).map(([name]) => name);
    expect(limited.toSorted()).toEqual(Object.keys(starts).toSorted());
    for (const [workflow, operations] of Object.entries(starts)) {
      const prices = operations.map(priceOf);
      expect(most.get(workflow), workflow).toBe(prices.includes(null) ? null : Math.max(...prices.map(Number)));
    }
  });
});

it('without a budget a real account gets the default, and the embedded platform none', async () => {
  const real = { VISIBILITY_API_URL: 'http://127.0.0.1:1/api/v1', VISIBILITY_API_TOKEN: 'sesame' };
  expect((await runHere(['limits'], { env: real })).stdout).toMatch(/200\/day +default\n100\/call +default/);
  expect((await runHere(['limits'], { env: { ...real, VISIBILITY_BUDGET: 'none' } })).stdout).toBe('no limits\n');
  expect((await runHere(['limits'])).stdout).toBe('no limits\n');
});

it('cooldown lists pauses with the seconds that are left of them, and ends them', async () => {
  expect(await runHere(['cooldown'])).toMatchObject({ code: 0, stdout: 'none\n' });
  expect(await runHere(['cooldown', 'clear'])).toMatchObject({ code: 0, stdout: 'there was none\n' });
  const env = { VISIBILITY_STATE: join(temporaryFolder(), 'state.db') };
  await runHere(['call', 'call_read', '{"operation": "projects.list"}'], { env });
  await asked(env.VISIBILITY_STATE, [
    `INSERT INTO cooldowns (account, bucket, until) SELECT account, bucket, ${systemClock.steady() + 1_800_000} FROM slots LIMIT 1`,
  ]);
  const before = Date.now();
  const { cooldowns } = JSON.parse((await runHere(['cooldown', '--json'], { env })).stdout) as {
    cooldowns: { bucket: string; seconds: number; ends_at: string }[];
  };
  const [pause] = cooldowns;
  expect(pause?.seconds).toBeLessThanOrEqual(1_800);
  // Whatever the programs took to start.
  expect(pause?.seconds).toBeGreaterThan(1_600);
  expect(Math.abs(Date.parse(pause?.ends_at ?? '') - before - 1_800_000)).toBeLessThan(200_000);
  expect((await runHere(['cooldown', 'clear'], { env })).stdout).toBe('ended: 1\n');
});
