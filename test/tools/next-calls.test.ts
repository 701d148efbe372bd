import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allOperations, operationNamed } from '../../src/catalog/index.ts';
import { readOperationArguments, validate } from '../../src/client/http/request/validate.ts';
import { createTools } from '../../src/tools/index.ts';
import { readCall } from '../../src/tools/definition/read-call.ts';
import { runTool } from '../../src/tools/results/run-tool.ts';
import type { ToolResult } from '../../src/tools/definition/tool.ts';
import { toolNameOf } from '../../src/tools/operations/operation-tools.ts';
import { noSecrets } from '../support/no-secrets.ts';
import { fakeClient } from './fake-client.ts';
import { callOperation, errorOf, options } from './tool-of.ts';
import { platformRefusal } from '../../src/client/http/platform-refusal.ts';

type Given = Readonly<Record<string, unknown>>;

const operations = allOperations().filter(({ aliasOf }) => aliasOf === undefined);
const projects = [
  { id: 901, name: 'Moosgarten', domain: 'moosgarten.example' },
  { id: 902, name: 'Fjordkiste', domain: 'fjordkiste.example' },
];

/** Judges arguments as the real one does; behind it there is a team with two projects and a tracked brand. */
const client = fakeClient(
  Object.fromEntries(
    operations.map((operation) => [
      operation.name,
      (given) => {
        validate(operation, readOperationArguments(operation, given));
        if (operation.name === 'projects.list') return { data: projects };
        if (operation.name === 'tracking.list')
          return { data: [{ id: 903, brand_name: 'Fjordkiste', domain: 'fjordkiste.example', status: 'active' }] };
        return { data: {} };
      },
    ]),
  ),
  {
    quote: async (operation, given) => (
      validate(operation, readOperationArguments(operation, given)),
      { operation: operation.name, effect: operation.effect, credits: 1, basis: 'as declared' }
    ),
  },
);
const tools = createTools(client, { ...options, toolsets: 'all' });
const paidTools = new Set(
  tools
    .filter(({ annotations }) => annotations.destructiveHint === true && annotations.readOnlyHint === false)
    .map(({ name }) => name),
);
const paid = operations.filter(({ effect }) => effect === 'paid');
const changing = operations.filter(({ effect }) => effect === 'write' || effect === 'delete');

const leaves = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value];

/** The calls that a text spells out, of tools that cost: name and arguments. */
const paidCallsIn = (text: string): [string, unknown][] =>
  callsIn(text, (name) => paidTools.has(name) && name !== 'call_delete');

function callsIn(text: string, isWanted: (tool: string) => boolean): [string, unknown][] {
  const calls: [string, unknown][] = [];
  for (const { 0: all, 1: name = '', index } of text.matchAll(/\b([a-z][a-z0-9_]+) (?=\{)/g)) {
    if (!isWanted(name)) continue;
    const rest = text.slice(index + all.length);
    for (let end = rest.indexOf('}'); end >= 0; end = rest.indexOf('}', end + 1)) {
      try {
        calls.push([name, JSON.parse(rest.slice(0, end + 1))]);
        break;
      } catch {
        // Not yet the end of the object.
      }
    }
  }
  return calls;
}

function expectNothingInvented(next: unknown, given: unknown): void {
  if (typeof next !== 'string') return;
  const givenLeaves = new Set(leaves(given));
  for (const [name, call] of paidCallsIn(next)) {
    const { operation, arguments: inner = call } = call as { operation?: string; arguments?: unknown };
    for (const value of leaves(operation === undefined ? call : inner))
      expect(givenLeaves, `${name} in: ${next}`).toContain(value);
  }
}

const anyText = fc.oneof(
  fc.string({ maxLength: 90 }),
  fc.constantFrom('not a url', 'Zebra', 'ftp://x', 'https://a b', '0', '-3', 'x'.repeat(70), 'Germany'),
);
const anyValue = fc.oneof(
  anyText,
  fc.integer({ min: -5, max: 200_000 }),
  fc.double({ noNaN: true }),
  fc.boolean(),
  fc.constant(null),
  fc.array(anyText, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('a', 'keyword', 'id'), anyText, { maxKeys: 2 }),
);
const argumentsFor = (names: readonly string[]) =>
  fc.dictionary(fc.constantFrom(...names, 'id', 'project_id', 'topic', 'wrong_one'), anyValue, { maxKeys: 6 });
const seeded = { seed: 20_261_120, numRuns: 12 };

/** The result of a call, as a host gets it. */
async function resultOf(name: string, args: unknown): Promise<ToolResult> {
  const call = await readCall(tools, name, args);
  if (!call) throw new Error(`no tool ${name}`);
  return runTool(call, {}, noSecrets);
}

describe('an error never suggests a paid call with what its caller did not say', () => {
  it.each(paid.map((operation) => [operation.name, operation] as const))('%s', async (_, operation) => {
    await fc.assert(
      fc.asyncProperty(argumentsFor(Object.keys(operation.input.shape)), async (given) => {
        for (const [name, args] of [
          ['call_paid', { operation: operation.name, arguments: given }],
          ['call_read', { operation: operation.name, arguments: given }],
          [toolNameOf(operation), given],
        ] as const) {
          const result = await resultOf(name, args);
          if (result.isError) expectNothingInvented(errorOf(result).next, args);
        }
      }),
      seeded,
    );
  });

  it('a choice of its arguments is not corrected', async () => {
    const call = { operation: 'ai_scanner.detect', arguments: { scan_type: 'quik', text: 'A text.' } };
    expect(errorOf(await resultOf('call_paid', call)).next).not.toContain('"quick"');
  });

  it.each(
    tools
      .filter(({ name }) => !operations.some((operation) => toolNameOf(operation) === name))
      .map((tool) => [tool.name, tool] as const),
  )('%s, the tool', async (_, tool) => {
    const { properties } = tool.inputSchema as { properties: object };
    await fc.assert(
      fc.asyncProperty(argumentsFor(Object.keys(properties)), async (given) => {
        const result = await resultOf(tool.name, given);
        if (result.isError) expectNothingInvented(errorOf(result).next, given);
      }),
      { ...seeded, numRuns: 150 },
    );
  });
});

/** Every value comes from the caller, and none is left out. */
function expectNoFurtherReach(next: unknown, given: object): void {
  if (typeof next !== 'string') return;
  for (const [, call] of callsIn(next, (name) => name === 'call_write' || name === 'call_delete')) {
    const { arguments: suggested = {} } = call as { arguments?: Given };
    const values = (value: unknown): unknown[] => leaves(value).filter((one) => one !== '' && one !== null);
    expect(new Set(values(suggested)), next).toEqual(new Set(values(given)));
  }
}

describe('an error never suggests a change that reaches further than what its caller named', () => {
  it.each(changing.map((operation) => [operation.name, operation] as const))('%s', async (_, operation) => {
    await fc.assert(
      fc.asyncProperty(argumentsFor(Object.keys(operation.input.shape)), async (given) => {
        const call = { operation: operation.name, arguments: given };
        const result = await resultOf(`call_${operation.effect}`, call);
        if (result.isError) expectNoFurtherReach(errorOf(result).next, given);
      }),
      seeded,
    );
  });

  it.each([
    ['prompts.extract', { id: 1, prompt_ids: 'all of them' }],
    ['prompts.extract', { id: 1, wrong_one: [4] }],
    ['content_audits.mark_pages', { id: 1, is_solved: true }],
    ['content_audits.mark_pages', { id: 1, filter: { priority: 'urgent' }, is_solved: true }],
    ['article_requests.create', { id: 1, domain: 'partner.example', prompts: [1], keywords: [1] }],
  ])('%s with %j: what is missing is named, not filled in', async (name, given) => {
    const { effect } = operationNamed(name);
    const call = { operation: name, arguments: given };
    const { next } = errorOf(await resultOf(`call_${effect}`, call));
    expect(next).not.toContain('"filter":{}');
    expect(next).not.toContain('"consent":true');
    expect(next).toMatch(/^(Add|Correct) .*(filter|prompt_ids|consent|wrong_one)/);
  });
});

it('a platform that misses an argument is not answered with the same call again', async () => {
  const given = {
    id: 4,
    keywords: ['moss'],
    competitors: [],
    prompts: [],
    platforms: ['chatgpt'],
    frequency: 'weekly',
  };
  const result = errorOf(await callOperation(client, 'tracking.activate', given));
  expect(result.fields.personas[0]).toContain('tracking.analysis_status');
  expect(result.next).toBe('Add personas, then repeat the call.');
  const refusing = fakeClient({
    'tracking.activate': () => {
      throw platformRefusal(operationNamed('tracking.activate'), 422, { errors: { frequency: ['is not known'] } });
    },
  });
  const refused = await callOperation(refusing, 'tracking.activate', { ...given, personas: [] });
  expect(errorOf(refused).next).not.toContain('"frequency":"weekly"');
});

describe('what is meant is asked for, not guessed', () => {
  const refusalOf = async (name: string, args: object) => errorOf(await resultOf(name, args));

  it('a text that is no address is no page, and no project is offered in its place', async () => {
    const before = client.called.length;
    for (const url of ['not a url', 'Fjordkiste', '902', 'ftp://fjordkiste.example/a', 'https://', '4.8e-272']) {
      const error = await refusalOf('audit_page', { url });
      expect(error).toMatchObject({
        code: 'invalid_arguments',
        outcome: 'not_sent',
        message: expect.stringContaining('Nothing was charged'),
      });
      expect(JSON.stringify(error)).not.toMatch(/candidates|one of these/);
    }
    expect(client.called.slice(before)).toEqual([]);
  });

  it('a name that fits no project is not answered with the order to take one', async () => {
    for (const [tool, args] of [
      ['audit_site', { site: 'Zebra' }],
      ['research_keywords', { project: 'Zebra' }],
      ['write_article', { project: 'Zebra', keyword: 'moss' }],
    ] as const) {
      expect((await refusalOf(tool, args)).next, tool).toMatch(/^Ask which one is meant/);
    }
  });
});
