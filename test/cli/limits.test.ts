import { describe, expect, it } from 'vitest';
import { operationNamed } from '../../src/catalog/index.ts';
import { limitInWords } from '../../src/base/budget-limit.ts';
import { budgetOf } from '../../src/app/budget-in-force.ts';
import { readConfig } from '../../src/app/config/config.ts';
import { workflowsToName } from '../../src/tools/workflows/workflow-tools.ts';
import { runHere } from './program.ts';

describe('budgets by name', () => {
  it('say what they leave out, and standard leaves out no workflow', async () => {
    const { stdout } = await runHere(['doctor'], { env: { VISIBILITY_BUDGET: 'careful' } });
    expect(stdout).toMatch(/budget +50\/day .*25\/call .*: audit_page \(up to 75\), ask_agent/);
    expect((await runHere(['doctor'], { env: { VISIBILITY_BUDGET: 'standard' } })).stdout).not.toMatch(/never fits/);
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

it('without a budget a real account gets the default, and the embedded platform none', () => {
  const limitsOf = (env: Readonly<Record<string, string>>): string[] =>
    budgetOf(readConfig({}, { HOME: '/home/ann', ...env })).limits.map((one) => `${limitInWords(one)} ${one.source}`);
  const real = { VISIBILITY_API_URL: 'http://127.0.0.1:1/api/v1', VISIBILITY_API_TOKEN: 'sesame' };
  expect(limitsOf(real)).toEqual(['200/day default', '100/call default']);
  expect(limitsOf({ ...real, VISIBILITY_BUDGET: 'none' })).toEqual([]);
  expect(limitsOf({})).toEqual([]);
});
