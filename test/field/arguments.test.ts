import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { json, type Platform, platformFor } from '../support/platform.ts';
import { openHost } from '../mcp/support/in-process.ts';
import type { Told } from '../mcp/support/message.ts';
import { pointedAt, type Session } from '../mcp/support/stdio-host.ts';
import { suiteScope } from '../mcp/support/suite-scope.ts';

// Arguments as hosts and models send them, through a real client, with what reaches the platform.

const suite = suiteScope();
let platform: Platform;
let host: Session;

const research = 'POST /keywords/research';
const ingest = 'POST /ai-visibility/ingest';
const monitor = 'POST /tracking-projects/903/prompts/bulk-monitor';

beforeAll(async () => {
  platform = await platformFor(suite);
  platform.on('GET /projects', json({ data: [{ id: 1, name: 'Tea house', domain: 'tea.example' }] }));
  platform.on('GET /tracking-projects', json({ data: [] }));
  platform.on('GET /keyword-researches', json({ data: [] }));
  platform.on(/^GET \/projects\/1\/keywords/, json({ data: [], meta: { current_page: 1, last_page: 1, total: 0 } }));
  for (const route of [research, ingest]) platform.on(route, json({ message: 'Not now.' }, 409));
  platform.on(/bulk-monitor$/, json({ updated: 0, skipped: 0 }));
  host = await openHost(suite, {
    args: ['--toolsets', 'keywords,prompts', '--unattended', '--budget', '100000/day'],
    env: pointedAt(platform, { VISIBILITY_RATE: '100000' }),
  });
});

const sentTo = (route: string | RegExp, from: number): unknown[] =>
  platform
    .to(route)
    .slice(from)
    .map(({ body }) => JSON.parse(body) as unknown);

/** The bodies that a call sends to a route, and what it is answered. */
async function posted(
  route: string | RegExp,
  tool: string,
  args: object,
): Promise<{ readonly bodies: unknown[]; readonly told: Told }> {
  const before = platform.to(route).length;
  const told = await host.call(tool, args);
  return { bodies: sentTo(route, before), told };
}

/** The ways to give a value for the keywords of a research, each with the name of its argument. */
const entrances: Readonly<Record<string, (value: unknown) => readonly [tool: string, args: object]>> = {
  call_paid: (value) => ['call_paid', { operation: 'keywords.research', arguments: { keywords: value } }],
  'call_paid, arguments as JSON': (value) => [
    'call_paid',
    { operation: 'keywords.research', arguments: JSON.stringify({ keywords: value }) },
  ],
  keywords_research: (value) => ['keywords_research', { keywords: value }],
  'a program': (value) => [
    'run_code',
    {
      code: 'try { await platform.keywords.research({ keywords: input.value }) } catch (error) { return error.message }',
      input: { value },
      max_credits: 50,
    },
  ],
};

const bodyOf = (value: unknown): { keywords?: unknown } => value as { keywords?: unknown };

describe.each(Object.keys(entrances))('a list of free text, through %s', (name) => {
  const entrance = entrances[name]!;

  it.each<[unknown, unknown]>([
    ['hotels in Washington, DC', ['hotels in Washington, DC']],
    ['Welches Zelt ist für Familien am besten, und warum?', ['Welches Zelt ist für Familien am besten, und warum?']],
    ['trail shoes, poles', ['trail shoes, poles']],
    ['https://tea.example/a,b', ['https://tea.example/a,b']],
    ['["trail shoes", "tents"]', ['trail shoes', 'tents']],
    [' \n["trail, shoes"]', ['trail, shoes']],
    [
      ['a, b', 'c'],
      ['a, b', 'c'],
    ],
  ])('%j is sent as %j', async (given, sent) => {
    const { bodies } = await posted(research, ...entrance(given));
    expect(bodies.map((body) => bodyOf(body).keywords)).toEqual([sent]);
  });

  const broken = ["['trail shoes', 'tents']", '["A?", "B?"', '[', '{"a": 1}', '{trail shoes}', '', {}];
  const missing = ['[]', 'null', '["null"]', 'undefined', 'None', '[object Object]', ['tents', ' ']];
  it.each([...broken, ...missing])('%j is refused, and nothing is sent', async (given) => {
    const { bodies } = await posted(research, ...entrance(given));
    expect(bodies).toEqual([]);
  });
});

/** The list that a JSON text holds, as the only body; nothing where it holds none of texts. */
function listIn(json: string): unknown[] {
  try {
    const list: unknown = JSON.parse(json);
    const isList =
      Array.isArray(list) && list.length > 0 && list.every((one) => typeof one === 'string' && one.trim() !== '');
    return isList ? [list] : [];
  } catch {
    return [];
  }
}

it('any text is one item of a list of free text, or refused where it begins as JSON', async () => {
  const text = fc.oneof(
    fc.string({ minLength: 1, maxLength: 40 }),
    fc
      .array(fc.constantFrom(',', ', ', ';', '\n', '"', "'", '[', ']', '{', 'tents', ' '), { minLength: 1 })
      .map((parts) => parts.join('')),
  );
  const names = Object.keys(entrances).filter((name) => name !== 'a program');
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom(...names), async (given, name) => {
      const { bodies } = await posted(research, ...entrances[name]!(given));
      const isBlank = given.trim() === '';
      const expected = /^\s*[[{]/.test(given) ? listIn(given) : isBlank ? [] : [[given]];
      expect(bodies.map((body) => bodyOf(body).keywords)).toEqual(expected);
    }),
    { seed: 20_261_128, numRuns: 120 },
  );
});

it.each<[unknown, unknown[]]>([
  ['["trail shoes", "tents"]', [['trail shoes', 'tents']]],
  ['trail shoes, poles', ['trail shoes, poles']],
  ['["A?", "B?"', []],
])('a field of body is sent as given, but for JSON where a list is likely: %j', async (keywords, sent) => {
  const call = { operation: 'keywords.research', arguments: { body: { keywords } } };
  const { bodies } = await posted(research, 'call_paid', call);
  expect(bodies.map((body) => bodyOf(body).keywords)).toEqual(sent);
});

describe('the prompts of a brand, which are paid at every run', () => {
  it.each<[unknown, unknown]>([
    ['Welches Zelt ist für Familien am besten, und warum?', ['Welches Zelt ist für Familien am besten, und warum?']],
    ['["A?", "B, or C?"]', ['A?', 'B, or C?']],
  ])('%j', async (prompts, sent) => {
    const { bodies } = await posted(ingest, 'track_brand', { domain: 'tea.example', country: 'DE', prompts });
    expect(bodies).toMatchObject([{ prompts: sent }]);
  });

  it.each(["['Which tent is best?', 'Which tent is lightest?']", '["A?", "B?"'])('%s is refused', async (prompts) => {
    const { bodies, told } = await posted(ingest, 'track_brand', { domain: 'tea.example', country: 'DE', prompts });
    expect(bodies).toEqual([]);
    expect(told).toMatchObject({ error: { code: 'invalid_arguments', fields: { prompts: [expect.any(String)] } } });
  });
});

it('a name is found though invisible characters were copied with it', async () => {
  const project = 'Tea\u00AD house\u200B';
  expect(await host.call('call_read', { operation: 'keywords.list', arguments: { project } })).toMatchObject({
    ok: true,
  });
});

describe('a list of ids', () => {
  it.each<[unknown, unknown]>([
    ['[3001, 3002]', [3001, 3002]],
    ['3001,3002', [3001, 3002]],
    [' 3001 , 3002 ', [3001, 3002]],
    [3001, [3001]],
    ['3001', ['3001']],
    ['["p-1", "p-2"]', ['p-1', 'p-2']],
    ['p-1,p-2', ['p-1', 'p-2']],
    ['0012,12', ['0012', 12]],
  ])('%j is sent as %j', async (prompt_ids, sent) => {
    const args = { id: 903, prompt_ids, status: 'paused' };
    for (const [tool, given] of [
      ['call_write', { operation: 'prompts.bulk_monitor', arguments: args }],
      ['prompts_bulk_monitor', args],
    ] as const) {
      const { bodies } = await posted(monitor, tool, given);
      expect(bodies, tool).toEqual([{ prompt_ids: sent, status: 'paused' }]);
    }
  });
});

describe('a number or a flag in a text', () => {
  const runs = (args: object) =>
    ['call_read', { operation: 'keywords.list', arguments: { project: 1, ...args } }] as const;

  it.each<[object, string]>([
    [{ page: '2', per_page: ' 10 ' }, '?page=2&per_page=10'],
    [{ page: 2 }, '?page=2'],
    [{ page: '2.0' }, '?page=2'],
  ])('%j is read', async (args, query) => {
    const before = platform.seen.length;
    await host.call(...runs(args));
    expect(platform.seen.slice(before).map(({ target }) => target)).toEqual([`/api/v1/projects/1/keywords${query}`]);
  });

  it.each([{ page: 'two' }, { page: '1e1' }, { page: '2x' }, { page: [2] }, { page: true }, { page: '1.000' }])(
    '%j is refused with what a page is',
    async (args) => {
      const { error } = await host.call(...runs(args));
      expect(error).toMatchObject({
        code: 'invalid_arguments',
        fields: { page: [expect.stringMatching(/^must be int/)] },
      });
    },
  );

  it('in the arguments of a tool', async () => {
    expect(await host.call('find_operations', { query: 'keywords', limit: '2' })).toMatchObject({ ok: true });
    expect((await host.call('run_code', { code: 'return 7', dry_run: ' TRUE ' })).ok).toBe(true);
    const { error } = await host.call('find_operations', { query: 'keywords', limit: 'two' });
    expect(error?.fields).toEqual({ limit: ['must be int 1..50'] });
  });
});

it.each<[string, object, string]>([
  ['cited_sources.list', { id: 903, from: ' 2026-01-05 ' }, '/tracking-projects/903/cited-sources?from=2026-01-05'],
  ['keyword_suggestions.list', { id: 903, sort: 'volume ' }, '/tracking-projects/903/keyword-suggestions?sort=volume'],
])('spaces around a date or a choice mean nothing: %s %j', async (operation, args, path) => {
  const before = platform.seen.length;
  await host.call('call_read', { operation, arguments: args });
  expect(platform.seen.slice(before).map(({ target }) => target)).toEqual([`/api/v1${path}`]);
});

describe('what hosts add to the arguments of a tool for themselves', () => {
  it.each([
    { toolCallId: 'call_1', sessionId: 's', action: 'sendMessage', chatInput: 'How many?' },
    { task_progress: '- [ ] Look' },
    { random_string: 'dummy' },
  ])('%j is left out', async (added) => {
    expect(await host.call('credits', added)).toMatchObject({ ok: true });
    const { bodies } = await posted(research, 'keywords_research', { keywords: ['tents'], ...added });
    expect(bodies).toEqual([{ keywords: ['tents'] }]);
  });

  it('the same names from others are refused', async () => {
    const { error } = await host.call('credits', { action: 'reset' });
    expect(error?.fields).toHaveProperty('action');
  });
});

describe('null and an empty text', () => {
  it.each([null, ''])('%j is an argument of a tool that was left out', async (nothing) => {
    const { error } = await host.call('call_read', {
      operation: 'projects.list',
      arguments: nothing,
      fields: nothing,
      format: nothing,
      save: nothing,
    });
    expect(error).toBeUndefined();
    const tool = { query: 'keywords', queries: nothing, family: nothing, as: nothing, limit: nothing };
    expect(await host.call('find_operations', tool)).toMatchObject({ ok: true });
  });

  it.each([null, ''])(
    '%j is an optional number, id, date or choice of an operation that was left out',
    async (nothing) => {
      for (const [operation, args] of [
        ['keywords.list', { project: 1, page: nothing }],
        ['keyword_suggestions.list', { id: 903, sort: nothing, per_page: nothing }],
        ['cited_sources.list', { id: 903, from: nothing, to: nothing, per_page: nothing }],
      ] as const) {
        const before = platform.seen.length;
        await host.call('call_read', { operation, arguments: args });
        expect(
          platform.seen.slice(before).map(({ target }) => target.replace(/.*\?/, '?')),
          operation,
        ).toEqual([expect.not.stringContaining('?')]);
      }
    },
  );

  it('an empty text for an optional text is refused, and the proposed call leaves it out', async () => {
    const { error } = await host.call('call_read', {
      operation: 'keyword_suggestions.list',
      arguments: { id: 903, q: '', sort: 'volume' },
    });
    expect(error).toMatchObject({
      code: 'invalid_arguments',
      fields: { q: [expect.stringContaining('leave it out')] },
    });
    expect(error?.next).toBe(
      'call_read {"operation":"keyword_suggestions.list","arguments":{"id":903,"sort":"volume"}}',
    );
  });

  it('is refused in a removal, which an argument less would widen', async () => {
    for (const nothing of [null, '']) {
      const { error } = await host.call('call_delete', {
        operation: 'prompts.extract',
        arguments: { id: 903, prompt_ids: nothing, active_only: nothing },
      });
      expect(error?.code).toBe('invalid_arguments');
      expect(error?.next).not.toContain('call_delete');
    }
  });
});

describe('a refusal', () => {
  it.each<[string, object, string, string]>([
    ['call_read', { operation: 'projects.list', arguments: {}, fromat: 'concise' }, 'fromat', 'format'],
    ['find_operations', { querry: 'keywords' }, 'querry', 'query'],
    ['call_read', { operation: 'articles.get', arguments: { article_id: 1001 } }, 'article_id', 'id'],
    ['call_read', { operation: 'keywords.list', arguments: { projekt: 1 } }, 'projekt', 'project'],
  ])('%s %j names the argument that was meant, and the corrected call', async (tool, args, wrong, right) => {
    const { error } = await host.call(tool, args);
    expect(error?.code).toBe('invalid_arguments');
    expect(error?.fields?.[wrong]?.[0]).toContain(`did you mean ${right}?`);
    expect(error?.next).toContain(`"${right}":`);
    expect(error?.next).not.toContain(wrong);
  });

  it.each<[object, string]>([
    [{ operation: 'articles.get', arguments: { project_id: 1 } }, 'project_id'],
    [{ operation: 'prompts.list', arguments: { prompt_id: 3001 } }, 'prompt_id'],
  ])('%j never takes the id of one kind for that of another', async (args, wrong) => {
    const { error } = await host.call('call_read', args);
    expect(error?.code).toBe('invalid_arguments');
    expect(error?.fields?.[wrong]?.[0]).not.toContain('did you mean');
    expect(error?.next).toMatch(/^Correct .*then repeat the call\.$/);
  });

  it.each<[string, object]>([
    ['call_paid', { operation: 'articles.generate', arguments: { id: 1001 } }],
    ['call_read', { operation: 'keywords.list', arguments: { project: 1, status: 'nowhere', page: 'x' } }],
    ['call_write', { operation: 'projects.create', arguments: {} }],
    ['call_read', {}],
    ['call_read', { operation: 'articles.get', arguments: { id: {} } }],
  ])('%s %j proposes nothing that is still to be filled in', async (tool, args) => {
    const { error } = await host.call(tool, args);
    expect(error?.code).toBe('invalid_arguments');
    expect(error?.next).not.toMatch(/<\w+>/);
  });
});

it('every type in the schema of a tool is one word, and no keyword is one that Gemini refuses', async () => {
  const all = await openHost(suite, { args: ['--toolsets', 'all'], env: pointedAt(platform) });
  const { result } = await all.request('tools/list', {});
  const lists: string[] = [];
  const look = (node: unknown, path: string): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [name, value] of Object.entries(node)) {
      if (name === 'type' && Array.isArray(value)) lists.push(path);
      if (name === 'const' || (name === 'format' && typeof value === 'string' && value !== 'date-time'))
        lists.push(path);
      look(value, `${path}.${name}`);
    }
  };
  const tools = (result as { tools: { name: string; inputSchema: unknown; outputSchema?: unknown }[] }).tools;
  for (const { name, inputSchema, outputSchema } of tools) look({ inputSchema, outputSchema }, name);
  expect(tools.length).toBeGreaterThan(400);
  expect(lists).toEqual([]);
});

describe('a tool that does not exist', () => {
  it.each<[string, object, string]>([
    ['mcp__visibility__call_read', {}, 'Did you mean call_read?'],
    ['visibility:job_wait', {}, 'Did you mean job_wait?'],
    ['call_reed', {}, 'Did you mean call_read?'],
    ['keywords.list', { project: 1 }, 'call_read {"operation":"keywords.list","arguments":{"project":1}}'],
    ['articles_generate', { id: 1001 }, 'call_paid {"operation":"articles.generate","arguments":{"id":1001}}'],
    ['mcp__visibility__projects_list', {}, 'call_read {"operation":"projects.list","arguments":{}}'],
  ])('%s: %j', async (name, args, said) => {
    const { error } = await host.request('tools/call', { name, arguments: args });
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining(said) });
  });
});

describe('what is said once', () => {
  it('24 alike calls are one line of an estimate, with their number', async () => {
    const alike = Array.from({ length: 24 }, (_, at) => ({
      operation: 'articles.generate',
      arguments: { id: 1001 + at, keyword: 'moss', article_type: 'blog', target_length: 900 },
    }));
    const { data } = await host.call('estimate', {
      calls: [...alike, { operation: 'keywords.list', arguments: { project: 1 } }],
    });
    expect(data).toMatchObject({
      credits: 120,
      calls: [
        { operation: 'articles.generate', credits: 5, times: 24 },
        { operation: 'keywords.list', credits: 0 },
      ],
    });
    const code = 'return (await platform.estimate(input.plan)).calls.length';
    const plan = alike.map(({ operation, arguments: args }) => [operation, args]);
    expect(await host.call('run_code', { code, input: { plan } })).toMatchObject({ ok: true, data: 24 });
  });
});

describe('a field that a refusal of the platform names', () => {
  const refusal = { message: 'Invalid.', errors: { search_terms: ['The search_terms field is required.'] } };
  const coded = { ...refusal, error: { code: 'validation_failed', message: 'Invalid.' } };

  it.each([
    [400, refusal],
    [422, refusal],
    [400, coded],
    [422, coded],
  ])('reaches the caller under %s, also through a workflow: %j', async (status, body) => {
    const refusing = await platformFor(suite);
    refusing.on('GET /keyword-researches', json({ data: [] }));
    refusing.on(research, json(body, status));
    const asking = await openHost(suite, { env: pointedAt(refusing) });
    for (const [tool, args] of [
      ['call_paid', { operation: 'keywords.research', arguments: { keywords: ['moss'] } }],
      ['research_keywords', { seeds: ['moss'] }],
    ] as const) {
      const { error } = await asking.call(tool, args);
      expect(error, tool).toMatchObject({
        outcome: 'rejected',
        fields: { search_terms: [expect.stringContaining('The search_terms field is required.')] },
        next: expect.stringContaining('search_terms'),
      });
    }
    expect(refusing.to(research).length).toBe(2);
  });
});
