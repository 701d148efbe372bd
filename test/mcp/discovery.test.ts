import { expect, it, onTestFinished } from 'vitest';
import { openHost } from './support/in-process.ts';

const scope = { onTestFinished };
const namesOf = (listed: unknown): string[] => (listed as { name: string }[]).map(({ name }) => name);

it('a read-only server has only the prompts whose tool it has', async () => {
  const host = await openHost(scope, { args: ['--read-only'] });
  expect(namesOf((await host.request('prompts/list')).result?.['prompts'])).toEqual([
    'visibility_report',
    'check_brand_facts',
    'weekly_pulse',
    'competitor_radar',
    'agency_review',
  ]);
  expect(
    (await host.request('prompts/get', { name: 'write_article', arguments: { keyword: 'tea' } })).error?.code,
  ).toBe(-32602);
});

it('the instructions name the workflows, the budget in force and the sandbox', async () => {
  const host = await openHost(scope, { args: ['--budget', '200/day,40/call'] });
  const handshake = host.messages.find(({ id }) => id === 'handshake');
  const instructions = String(handshake?.result?.['instructions']);
  for (const phrase of ['SANDBOX', '200/day,40/call', 'joins', 'job_wait', 'estimate'])
    expect(instructions).toContain(phrase);
  for (const tool of namesOf((await host.request('tools/list')).result?.['tools']).filter((name) =>
    /_(article|keywords|page|site|urls|brand|report|facts|agent)$/.test(name),
  ))
    expect(instructions).toContain(tool);
});

it('the lists are the same for every host, whatever it is called and can do', async () => {
  const host = await openHost(scope, { version: '2026-07-28' });
  const as = (name: string, capabilities: object) => ({
    _meta: {
      'io.modelcontextprotocol/clientInfo': { name, version: '1' },
      'io.modelcontextprotocol/clientCapabilities': capabilities,
    },
  });
  for (const method of ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list']) {
    const lists = await Promise.all(
      [
        as('codex', {}),
        as('claude-code', { elicitation: {} }),
        as('nobody', { extensions: { 'io.modelcontextprotocol/tasks': {} } }),
      ].map(async (params) => (await host.request(method, params)).result),
    );
    for (const list of lists) expect(list).toEqual(lists[0]);
    expect(lists[0]).toBeDefined();
  }
});
