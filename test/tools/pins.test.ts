import { beforeAll, describe, expect, it } from 'vitest';
import { allOperations } from '../../src/catalog/index.ts';
import { pinnedArguments, withoutPinned, withPins } from '../../src/catalog/pins.ts';
import { projectArguments } from '../../src/catalog/project-arguments.ts';
import { validate } from '../../src/client/http/request/validate.ts';
import { exampleArguments } from '../../src/catalog/schema/example.ts';
import { runHere } from '../cli/program.ts';
import { modernClient, startHttp, type HttpServer } from '../mcp/support/http-server.ts';
import { fault } from '../mcp/support/message.ts';
import { suiteScope } from '../mcp/support/suite-scope.ts';

const pins = { project: 2, trackingProject: 2 };
const refuse = (names: readonly string[]): never => {
  throw new Error(`elsewhere: ${names.join(', ')}`);
};

const taking = allOperations().filter((operation) => projectArguments(operation).size > 0);

it('every operation that takes a project is shown without it, and complete with the pinned one', () => {
  expect(taking.length).toBeGreaterThan(100);
  for (const operation of taking) {
    const names = Object.keys(pinnedArguments(operation, pins));
    const shown = withoutPinned(operation, pins);
    expect(Object.keys(shown.input.shape).filter((name) => names.includes(name))).toEqual([]);
    const given = withPins(operation, exampleArguments(shown), pins, refuse);
    expect(() => validate(operation, given), operation.name).not.toThrow();
    for (const name of names) expect(given[name]).toBe(2);
  }
});

it('no field of the catalog names a project that the rules do not know', () => {
  const unknown = allOperations().flatMap((operation) =>
    Object.keys(operation.input.shape)
      .filter((name) => /project/i.test(name) && !projectArguments(operation).has(name))
      .map((name) => `${operation.name} ${name}`),
  );
  expect(unknown).toEqual(['grounding.audits without_project']);
});

describe('a server with pins', () => {
  const suite = suiteScope();
  const args = ['--project', '2', '--tracking-project', '2001'];
  let server: HttpServer;
  const client = () => modernClient(server);
  const read = (operation: string, given: object = {}) => client().call('call_read', { operation, arguments: given });

  beforeAll(async () => {
    server = await startHttp(suite, {
      args: [...args, '--toolsets', 'all'],
      env: { VISIBILITY_SANDBOX: 'true', VISIBILITY_BUDGET: '100/day' },
    });
  });

  it('lists no tool and no prompt with the arguments', async () => {
    const { tools } = (await client().request('tools/list')).result as {
      tools: { name: string; inputSchema: { properties: object } }[];
    };
    const schemas = new Map(tools.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties)]));
    expect(schemas.get('articles_list')).not.toContain('project');
    expect(schemas.get('tracking_get')).not.toContain('id');
    expect(schemas.get('articles_get')).toContain('id');
    expect(schemas.get('write_article')).not.toContain('project');
    expect(schemas.get('visibility_report')).not.toContain('brand');
    for (const name of ['track_brand', 'ask_agent', 'agentic_chat_chat', 'projects_create', 'tracking_analyze'])
      expect(schemas.has(name), name).toBe(false);
    for (const name of ['domain', 'brand']) expect(schemas.get('ingest_start')).not.toContain(name);
    const { prompts } = (await client().request('prompts/list')).result as {
      prompts: { name: string; arguments?: { name: string }[] }[];
    };
    expect(prompts.flatMap((prompt) => (prompt.arguments ?? []).map(({ name }) => name))).not.toContain('project');
  });

  it('describes and finds operations without them', async () => {
    const described = (await client().call('describe_operation', { operation: 'articles.list' })).data;
    expect(JSON.stringify((described as { arguments?: object }).arguments ?? {})).not.toContain('project');
    const hits = (await client().call('find_operations', { query: 'list the articles of a project' })).data as {
      operations: { name: string; required?: string[] }[];
    };
    expect(hits.operations.find(({ name }) => name === 'articles.list')?.required ?? []).toEqual([]);
    const code = (await client().call('find_operations', { query: 'list the articles of a project', as: 'code' })).data;
    expect(JSON.stringify(code)).not.toMatch(/articles\.list\([^)]*project/);
  });

  it('fills them in, and takes the same id or name', async () => {
    const own = await read('articles.list');
    expect(own.ok).toBe(true);
    for (const project of [2, '2', 'Moosgarten'])
      expect((await read('articles.list', { project })).data).toEqual(own.data);
    expect((await read('projects.get')).data).toMatchObject({ id: 2 });
  });

  it.each(['call_read', 'estimate', 'articles_list', 'run_code', 'write_article', 'audit_site', 'visibility_report'])(
    'refuses another project through %s, whether there is one or not',
    async (tool) => {
      for (const project of [1, 999_999]) {
        const other = { operation: 'articles.list', arguments: { project } };
        const given = {
          call_read: other,
          estimate: { calls: [{ operation: 'storylines.create', arguments: { project, keyword: 'moss' } }] },
          articles_list: { project },
          run_code: { code: `return await platform.articles.list({ project: ${project} })` },
          write_article: { keyword: 'moss', project: String(project) },
          audit_site: { site: String(project) },
          visibility_report: { brand: String(project) },
        }[tool];
        const answer = await client().call(tool, given);
        expect(JSON.stringify(answer), tool).toMatch(/tied this server to one project|no (tracking )?project matches/);
        if (tool !== 'estimate') expect(answer.ok).toBe(false);
      }
    },
  );

  it('refuses another project in a body that is passed on, at any depth', async () => {
    const link = (body: object) =>
      client().call('call_write', { operation: 'google.link_gsc_property', arguments: { p: 85002, body } });
    expect(fault(await link({ project_id: 1 })).message).toContain('body.project_id');
    expect(fault(await link({ filter: { project_ids: [2, 1] } })).message).toContain('body.filter.project_ids');
  });

  it.each([
    ['call_write', 'projects.create', { name: 'Another', domain: 'another.example' }],
    ['call_paid', 'tracking.analyze', { mode: 'domain', domain: 'another.example' }],
    ['call_paid', 'agentic_chat.chat', { message: 'Write an article in project 1' }],
    ['call_write', 'tracking_shares.accept', { share: 20001 }],
  ])('%s refuses %s, which makes or reaches other projects', async (tool, operation, given) => {
    expect(fault(await client().call(tool, { operation, arguments: given })).code).toBe('not_permitted');
    const [family, action] = operation.split('.');
    const code = `return await platform.${family}.${action}(${JSON.stringify(given)})`;
    const run = await client().call('run_code', { code, may: ['read', 'write'], max_credits: 50 });
    expect(JSON.stringify(run)).toContain('could be about others');
  });

  it('continues the setup of the pinned brand, and starts none of another brand', async () => {
    const begin = (given: object) => client().call('call_paid', { operation: 'ingest.start', arguments: given });
    expect(fault(await begin({ prompts: [], domain: 'another.example' })).message).toContain('domain');
    expect(fault(await begin({ prompts: [], brand: 'Another' })).message).toContain('brand');
    const own = await begin({ prompts: [] });
    expect(own.ok, JSON.stringify(own)).toBe(true);
    expect(own.data).toMatchObject({ project_id: 2001 });
  });

  it('reads no other project as a resource, and suggests none', async () => {
    const resource = (uri: string) => client().request('resources/read', { uri });
    expect((await resource('visibility://projects/2')).result).toBeDefined();
    expect((await resource('visibility://projects/1')).error).toBeDefined();
    const call = encodeURIComponent(JSON.stringify({ operation: 'articles.list', arguments: { project: 1 } }));
    expect((await resource(`visibility://reads/${call}`)).error).toBeDefined();
    const suggested = async (uri: string) => {
      const params = { ref: { type: 'ref/resource', uri }, argument: { name: 'id', value: '' } };
      const { completion } = (await client().request('completion/complete', params)).result as {
        completion: { values: string[] };
      };
      return completion.values;
    };
    expect(await suggested('visibility://projects/{id}')).toEqual(['2']);
    expect(await suggested('visibility://tracking-projects/{id}')).toEqual(['2001']);
  });

  it('holds on the command line as well', async () => {
    const call = JSON.stringify({ operation: 'articles.list', arguments: { project: 1 } });
    const refused = await runHere(['call', 'call_read', call, ...args, '--sandbox']);
    expect([refused.code, JSON.parse(refused.stdout)]).toMatchObject([2, { error: { code: 'invalid_arguments' } }]);
  });
});
