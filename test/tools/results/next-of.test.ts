import { expect } from 'vitest';
import { allOperations, operationNamed } from '../../../src/catalog/index.ts';
import { nextOf } from '../../../src/tools/results/next-of.ts';
import { sampleArguments } from '../../support/sample-arguments.ts';
import { it } from '../workflows/support/staged-test.ts';

const operations = allOperations().filter(({ aliasOf }) => aliasOf === undefined);
const shownElsewhere = operations.filter(({ shows }) => shows !== undefined);

/** The call that a text ends with. */
const callIn = (next: unknown): { tool: string; operation: string; arguments: Record<string, unknown> } => {
  const [, tool = '', call = ''] = /\b(call_\w+) (\{.*\})$/.exec(String(next)) ?? [];
  return { tool, ...JSON.parse(call) };
};

it('what starts something and is watched by nothing says where its effect shows', () => {
  // Its answer is the incident itself.
  const isAnswered = 'incidents.report';
  for (const { name, status, job, shows } of operations)
    if (status === 202 && job === undefined && name !== isAnswered) expect(shows, name).toBeDefined();
  for (const { name, shows, job } of shownElsewhere) {
    expect(job, name).toBeUndefined();
    expect(operationNamed((/[a-z_]+\.[a-z_]+/.exec(shows ?? '') ?? [])[0] ?? '').effect, name).toBe('read');
  }
});

it('is spelled out as a free read of what the call named, and of nothing else', () => {
  const inWords: string[] = [];
  for (const operation of shownElsewhere) {
    const given = sampleArguments(operation);
    const next = nextOf(operation, given, { data: { status: 'queued' } });
    if (!next?.includes('call_')) {
      inWords.push(operation.name);
      continue;
    }
    const { tool, operation: name, arguments: input } = callIn(next);
    expect(tool, operation.name).toBe('call_read');
    expect(operationNamed(name).effect, operation.name).toBe('read');
    const constants = Object.values(operation.showsWith ?? {}).flatMap((one) =>
      'constant' in one ? [one.constant] : [],
    );
    const allowed: unknown[] = [...Object.values(given), ...constants];
    for (const value of Object.values(input)) expect(allowed, operation.name).toContain(value);
    const { path, params } = operationNamed(name);
    for (const param of params) {
      const [of] = path.split(`/{${param}}`);
      expect(operation.path, operation.name).toContain(`${of?.slice(of.lastIndexOf('/') + 1)}/{`);
    }
  }
  expect(inWords).toEqual(['internal_links.analyze']);
});

it('stands in the answer, and the call that it names finds the effect', async ({ stage }) => {
  const given = { id: 2001, platform: 'chatgpt' };
  const result = await stage.call('insights.diagnose_platform_gap', given);
  expect(result.next).toBe('call_read {"operation":"insights.platform_gap","arguments":{"id":2001}}');
  const truth = await stage.call('brand_knowledge.refresh_truth_source', { id: 2001 });
  for (const { next } of [result, truth]) {
    const { tool, ...call } = callIn(next);
    const { ok, data } = await stage.run(tool, call);
    expect(ok && JSON.stringify(data).length).toBeGreaterThan(40);
  }
  expect(await stage.call('insights.platform_gap', { id: 2001 })).not.toHaveProperty('next');
});
