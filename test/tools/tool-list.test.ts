import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { createTools } from '../../src/tools/index.ts';
import type { Tool } from '../../src/tools/definition/tool.ts';
import { instructions } from '../../src/tools/instructions.ts';
import { fakeClient } from './fake-client.ts';
import { options } from './tool-of.ts';

const client = fakeClient();
const everything = createTools(client, { ...options, toolsets: 'all' });
const tokensOf = ({ name, description, inputSchema }: Tool): number =>
  countTokens(JSON.stringify({ name, description, inputSchema }));

it.each(everything.map((tool) => [tool.name, tool] as const))(
  'every tool keeps to what hosts can take: %s',
  (_, { name, title, description, inputSchema, annotations }) => {
    expect(name).toMatch(/^[a-z0-9_]{1,40}$/);
    expect(title).not.toBe('');
    expect(description.length).toBeLessThan(1_000);
    expect(description.length).toBeGreaterThan(8);
    const schema = inputSchema as Record<string, unknown>;
    expect(schema['type']).toBe('object');
    for (const banned of ['oneOf', 'anyOf', 'allOf', '$schema', '$ref']) expect(schema).not.toHaveProperty([banned]);
    const json = JSON.stringify(schema);
    // Hosts cut schemas of 5,000 bytes and more.
    expect(new TextEncoder().encode(json).length).toBeLessThan(4_800);
    expect(json).not.toContain('"$ref"');
    expect(annotations.readOnlyHint).toBeTypeOf('boolean');
  },
);

describe('the tool list', () => {
  it('describes run_code in at most 250 tokens', () => {
    const runs = async () => Promise.reject(new Error('no program runs here'));
    const all = createTools(client, { ...options, runs });
    const description = all.find(({ name }) => name === 'run_code')?.description ?? '';
    expect(description).toContain('platform');
    expect(countTokens(description)).toBeLessThanOrEqual(250);
  });

  it('stays under 2,950 tokens by default, which leaves room for a tool of 250 below 3,200', () => {
    const total = createTools(client, options).reduce((sum, tool) => sum + tokensOf(tool), 0);
    expect(total).toBeLessThan(2_950);
  });

  it('stays under 4,000 tokens also with titles, hints and result schemas', () => {
    const listed = createTools(client, options).map(
      ({ name, title, description, inputSchema, outputSchema, annotations }) => ({
        name,
        title,
        description,
        inputSchema,
        outputSchema,
        annotations,
      }),
    );
    expect(countTokens(JSON.stringify(listed))).toBeLessThan(4_000);
  });

  it('publishes loose schemas of results', () => {
    const published = Object.fromEntries(
      createTools(client, options).flatMap(({ name, outputSchema }) => (outputSchema ? [[name, outputSchema]] : [])),
    );
    expect(Object.keys(published).toSorted()).toEqual([
      'check_brand_facts',
      'credits',
      'estimate',
      'find_operations',
      'job_list',
      'visibility_report',
    ]);
    expect(JSON.stringify(published)).not.toContain('additionalProperties');
  });

  it('takes at most 130 tokens an operation with all toolsets', () => {
    const direct = everything.slice(createTools(client, options).length);
    expect(direct.reduce((sum, tool) => sum + tokensOf(tool), 0) / direct.length).toBeLessThan(130);
  });

  it('holds only what reads when the server is read-only', () => {
    const tools = createTools(client, { ...options, toolsets: 'all', readOnly: true });
    expect(tools.filter(({ annotations }) => annotations.readOnlyHint !== true).map(({ name }) => name)).toEqual([]);
    expect(tools.map(({ name }) => name)).not.toContain('write_article');
  });

  it('announces each tool as what it is', () => {
    const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
    const hints = Object.fromEntries(everything.map(({ name, annotations }) => [name, annotations]));
    const reading = 'call_read job_wait job_list credits estimate visibility_report check_brand_facts projects_list';
    for (const name of reading.split(' ')) expect(hints[name], name).toMatchObject({ ...reads, openWorldHint: true });
    for (const name of ['find_operations', 'describe_operation'])
      expect(hints[name], name).toMatchObject({ ...reads, openWorldHint: false });
    const spends = { readOnlyHint: false, destructiveHint: true, idempotentHint: false };
    const spending =
      'write_article research_keywords audit_page audit_site ground_urls track_brand ask_agent call_paid call_delete storylines_create';
    for (const name of spending.split(' ')) expect(hints[name], name).toMatchObject(spends);
    for (const name of ['call_write', 'projects_update'])
      expect(hints[name], name).toMatchObject({ readOnlyHint: false, destructiveHint: false });
    expect(hints['projects_delete']).toMatchObject({ ...spends, idempotentHint: true });
    // Every hint is stated: what is left out counts as the worst.
    for (const [name, annotations] of Object.entries(hints))
      for (const hint of ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'])
        expect(annotations, name).toHaveProperty(hint, expect.any(Boolean));
  });
});

it('instructions stay under 300 tokens in every configuration', () => {
  for (const sandbox of [true, false])
    for (const readOnly of [true, false])
      expect(countTokens(instructions({ sandbox, readOnly, budget: '200/day,40/call,1000/month' }))).toBeLessThan(300);
});
