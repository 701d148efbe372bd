import { expect, test } from 'vitest';
import { allOperations } from '../../../src/catalog/index.ts';
import { isBeyondPins, type Pins } from '../../../src/catalog/pins.ts';
import { operationTools, toolNameOf } from '../../../src/tools/operations/operation-tools.ts';
import type { ToolOptions } from '../../../src/tools/definition/tool-options.ts';
import type { Tool } from '../../../src/tools/definition/tool.ts';
import { fakeClient, jobOf } from '../fake-client.ts';
import { dataOf, errorOf, options, run } from '../tool-of.ts';

const operations = allOperations().filter(({ aliasOf }) => aliasOf === undefined);
const toolsOf = (given: Partial<ToolOptions> = {}, pins?: Pins): Tool[] =>
  operationTools({ ...fakeClient(), pins }, { ...options, toolsets: 'all', ...given });
const namesOf = (tools: readonly Tool[]): string[] => tools.map(({ name }) => name);

const tools = new Map(toolsOf().map((tool) => [tool.name, tool]));

interface Schema {
  readonly required?: string[];
  readonly properties: Record<string, { readonly type: unknown; readonly description?: string }>;
}
const schemaOf = (name: string): Schema => tools.get(name)?.inputSchema as Schema;

test('each operation of the chosen families is a tool, as far as effects and pins allow it', () => {
  const named = (fits: (operation: (typeof operations)[number]) => boolean): string[] =>
    operations.filter(fits).map(toolNameOf);
  expect(namesOf(toolsOf())).toEqual(named(() => true));
  // This family has an alias.
  expect(namesOf(toolsOf({ toolsets: ['community'] }))).toEqual(named(({ family }) => family === 'community'));
  expect(namesOf(toolsOf({ toolsets: [] }))).toEqual([]);
  expect(namesOf(toolsOf({ readOnly: true }))).toEqual(named(({ effect }) => effect === 'read'));
  const pins = { project: 2, trackingProject: 2 };
  expect(namesOf(toolsOf({}, pins))).toEqual(named((operation) => !isBeyondPins(operation, pins)));
  const pinned = toolsOf({}, pins).find(({ name }) => name === 'articles_list');
  expect(pinned?.inputSchema).not.toHaveProperty('properties.project');
});

test('the schema has the arguments of a wait where there is a job, projects by name, and bounds in words', () => {
  for (const { name, job, effect, input } of operations) {
    const { properties } = schemaOf(toolNameOf({ name }));
    const own = Object.keys(input.shape);
    const waits = job ? (effect === 'paid' ? ['wait_s', 'again'] : ['wait_s']) : [];
    expect(Object.keys(properties).toSorted(), name).toEqual([...own, ...waits].toSorted());
  }
  expect(schemaOf('articles_list')).toEqual({
    type: 'object',
    properties: expect.objectContaining({ project: { type: 'string' } }),
    required: ['project'],
  });
  expect(schemaOf('articles_generate').properties).toMatchObject({
    wait_s: { type: 'integer', minimum: 0, maximum: 600, description: 'Seconds to wait, 0 to 600' },
    again: { type: 'boolean', description: 'Pay for another although one runs' },
  });
  expect(schemaOf('projects_get').properties['id']).toEqual({ type: 'string' });
  expect(schemaOf('projects_list').required).toBeUndefined();
  const described = (name: string, argument: string) => schemaOf(name).properties[argument]?.description;
  expect(described('content_audits_pages', 'min_seo_score')).toBe('int 0..100');
  expect(described('keywords_ai_research', 'limit')).toBe('How many keywords; int 1..50');
  // What a description says already is not said again.
  expect(described('prompt_check_start', 'prompt')).toBe('5 to 5000 characters');
  expect(described('agentic_chat_chat', 'message')).toBe('At most 10,000 characters');
});

test('a call takes the arguments of every tool and of its operation, whose names go first', async () => {
  const answer = () => ({ data: { id: 7, text: 'moss', title: 'fern' }, job: jobOf({ state: 'completed' }) });
  const client = fakeClient({ 'articles.generate': answer, 'articles.repurpose': answer });
  const given = { toolsets: ['articles'], maxWaitSeconds: 30 };
  const call = (name: string, args: object, more: Partial<ToolOptions> = given) =>
    run(client, name, args, { hostWaitSeconds: 9 }, more);
  const fields = { fields: ['text'], format: 'concise' };
  expect(dataOf(await call('articles_generate', { id: 1, again: true, wait_s: '5', ...fields }))).toEqual({
    id: 7,
    text: 'moss',
  });
  await call('articles_repurpose', { id: 1, format: 'linkedin' });
  await call('articles_generate', { id: 1, format: 'detailed' }, { ...given, maxWaitSeconds: undefined });
  expect(client.called).toMatchObject([
    { input: { id: 1 }, options: { waitSeconds: 5, again: true } },
    { input: { id: 1, format: 'linkedin' }, options: { waitSeconds: 30 } },
    { input: { id: 1 }, options: { waitSeconds: 9 } },
  ]);
  expect((await call('articles_generate', { id: 1, format: 'brief' })).isError).toBe(true);
  expect(client.called[0]?.input).toEqual({ id: 1 });
  expect(errorOf(await call('articles_generate', { id: 1, wait_s: 601 })).message).toMatch(
    /^articles_generate: wait_s/,
  );
  const tool = toolsOf({ toolsets: ['articles'] }).find(({ name }) => name === 'articles_generate');
  expect(await tool?.read({ id: 1, wait_s: '5', keyword: 'a' })).toMatchObject({
    args: { id: 1, keyword: 'a', wait_s: 5 },
    effects: ['paid'],
  });
  expect(tool?.inputSchema).toBe(tool?.inputSchema);
});
