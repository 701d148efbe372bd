import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processClock } from '../support/clock/process-clock.ts';

const root = resolve(import.meta.dirname, '../..');
const tools = join(root, 'node_modules/.bin');
const place = mkdtempSync(join(tmpdir(), 'visibility-consumer-'));
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VISIBILITY_'))),
  PATH: `${tools}:${process.env['PATH']}`,
  XDG_STATE_HOME: join(place, 'state'),
};

/** A job is polled no more than every five seconds. */
const clock = processClock(5);

const inPlace = (command: string, ...args: string[]) =>
  spawnSync(command, args, { cwd: place, env: { ...env, ...clock.env }, encoding: 'utf8', timeout: 60_000 });

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** The files of the package. */
let published: readonly string[];

beforeAll(() => {
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', place], {
      cwd: root,
      env,
      encoding: 'utf8',
    }),
  ) as Packed[];
  published = packed?.files.map(({ path }) => path) ?? [];
  writeFileSync(join(place, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', join(place, packed?.filename ?? '')], {
    cwd: place,
    env,
    stdio: 'pipe',
  });
  writeFileSync(
    join(place, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: { strict: true, target: 'ES2022', module: 'NodeNext', skipLibCheck: false, outDir: 'out' },
      files: ['program.ts', 'wrong.ts'],
    }),
  );
}, 120_000);
afterAll(() => rmSync(place, { recursive: true, force: true }));

const good = `
import { connect, isVisibilityError, type Platform, type VisibilityError } from 'visibility-mcp';

const platform = await connect({ sandbox: true, sandboxSpeed: 1000, budget: '25/day' });
const { data: projects } = await platform.projects.list();
const project = projects[0]?.id ?? 0;
const keywordIn = async (on: Platform, text: string): Promise<number | string> =>
  on.once("keyword " + text, { newerThan: '7d' }, async () => (await on.keywords.create({ project: 'Fjordkiste', keyword: text })).data.id);
await platform.state.set('keyword', await keywordIn(platform, 'tent pegs'));
const { data: under } = await platform.storylines.approve({ id: 5001 }).catch(() => ({ data: null }));
under satisfies { readonly status: string } | null;
const { data: early } = await platform.articles.generate({ id: 1001, keyword: 'y', article_type: 'blog', target_length: 100 }, { wait_s: 0 });
early satisfies { readonly title: string } | null;
const night = async (): Promise<string> => (await connect({ sandbox: { seed: 1, fixtures: 'year' } })).sandbox.advance('1d');
if (Number.isNaN(project)) console.log(await night());
let keywords = 0;
for await (const { keyword } of platform.keywords.list.all({ project, per_page: 10 })) keywords += keyword ? 1 : 0;
const storyline = await platform.storylines.create({ project, keyword: 'tent pegs' });
const written = await platform.workflows.writeArticle({ project: String(project), keyword: 'camping boxes' });
let refused: VisibilityError | undefined;
try {
  await platform.articles.generate({ id: 1001, keyword: 'x', article_type: 'blog', target_length: 100 }, { again: true });
  await platform.storylines.create({ project, keyword: 'a' });
  await platform.storylines.create({ project, keyword: 'b' });
} catch (error) {
  if (isVisibilityError(error)) refused = error;
}
console.log(JSON.stringify({ keywords, storyline: storyline.data.id, charged: storyline.credits.charged, written: Object.keys(written.data), refused: refused?.code }));
await platform.close();
`;

/** The mistake in each line, and the compiler's message. */
const wrongLines = [
  ['await platform.article.get({ id: 1 });', /'article' does not exist/],
  ['await platform.articles.gett({ id: 1 });', /'gett' does not exist/],
  ['await platform.articles.get({});', /'id' is missing/],
  ["await platform.articles.get({ id: '1' });", /not assignable to type 'number'/],
  ['await platform.articles.get({ id: 1001, ids: 1002 });', /'ids' does not exist/],
  ['platform.articles.get.all({ id: 1 });', /'all' does not exist/],
  ['await platform.workflows.writeArticles({});', /'writeArticles' does not exist/],
  ["await connect({ budgets: '1/day' });", /'budgets' does not exist/],
  ['await platform.articles.list({ project: true });', /not assignable to type 'ProjectReference'/],
  ["await platform.grounding.audits({ sort: 'oldest' });", /'"oldest"' is not assignable to type '.*"score"/],
  [
    '(await platform.tracking.get({ id: 2001 })).data.status satisfies "active";',
    /does not satisfy the expected type '"active"'/,
  ],
  [
    "(await platform.articles.generate({ id: 1001, keyword: 'a', article_type: 'blog', target_length: 9 }, { wait_s: 0 })).data.id;",
    /possibly 'null'/,
  ],
] as const;
const wrong = [
  "import { connect } from 'visibility-mcp';",
  'const platform = await connect();',
  ...wrongLines.map(([line]) => line),
].join('\n');

describe('a project that installs the packed package', () => {
  /** What the compiler says of both programs. What an overload is refused for stands in the lines after. */
  let errors: readonly string[];
  beforeAll(() => {
    writeFileSync(join(place, 'program.ts'), good);
    writeFileSync(join(place, 'wrong.ts'), wrong);
    const { stdout } = inPlace(join(tools, 'tsc'), '-p', '.');
    errors = stdout.split(/\n(?=\S)/).filter((one) => one.includes('error TS'));
  });

  it('gets no other package: everything is in the bundle', () => {
    const tree = readFileSync(join(place, 'node_modules/.package-lock.json'), 'utf8');
    const { packages } = JSON.parse(tree) as { packages: Record<string, { dependencies?: unknown }> };
    expect(Object.keys(packages)).toEqual(['node_modules/visibility-mcp']);
    expect(packages['node_modules/visibility-mcp']?.dependencies).toBeUndefined();
  });

  it('gets what runs and what its README leads to, and nothing else', () => {
    expect(published).toEqual(
      expect.arrayContaining([
        'bin/visibility-mcp.js',
        'dist/main.js',
        'dist/lists.json',
        'dist/THIRD-PARTY-LICENSES.txt',
        'package.json',
        'README.md',
        'LICENSE',
      ]),
    );
    const shown = /^(assets|bin|deploy|dist|docs|examples|skills|\.claude-plugin)\/|^[A-Za-z.-]+$|^bench\/README.md$/;
    expect(published.filter((path) => !shown.test(path))).toEqual([]);
    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    const links = Array.from(readme.matchAll(/\]\((?!https?:|#)([^)#]+)/g), ([, link = '']) => link);
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((link) => !published.some((path) => path === link || path.startsWith(`${link}/`)))).toEqual([]);
  });

  it('compiles with strict, and runs on the embedded platform', () => {
    expect(errors.filter((one) => one.startsWith('program.ts'))).toEqual([]);
    const { stdout, stderr } = inPlace(process.execPath, 'out/program.js');
    expect(JSON.parse(stdout || `"${stderr}"`)).toMatchObject({
      keywords: 1,
      storyline: expect.any(Number),
      charged: 5,
      written: expect.arrayContaining(['article_id']) as string[],
      refused: 'budget_exceeded',
    });
  });

  it('is refused wrong names and missing arguments, each where it stands', () => {
    const refused = errors.filter((one) => one.startsWith('wrong.ts'));
    expect(refused).toHaveLength(wrongLines.length);
    for (const [index, [, says]] of wrongLines.entries()) {
      expect(refused[index]).toContain(`wrong.ts(${index + 3},`);
      expect(refused[index]).toMatch(says);
    }
  });

  const guide = readFileSync(join(root, 'docs/code.md'), 'utf8');
  const documented = JSON.parse(/```json\n(\{\n {2}"compilerOptions"[^`]*)```/.exec(guide)?.[1] ?? '') as object;

  const nightly = `import type { KeywordsListData } from 'visibility-mcp';
const { project } = input as { project: number };
const { data } = await platform.keywords.list({ project });
const longest = (of: readonly KeywordsListData[]): string => of.map((one) => one.keyword).sort((a, b) => b.length - a.length)[0] ?? '';
if (data.length === 0) exit(3);
log(longest(data));
const scoreOf = async (brand: string): Promise<number | undefined> =>
  (await platform.workflows.visibilityReport<{ readonly avi?: { readonly score?: number } }>({ brand })).data.avi?.score;
log(scoreOf.name);
await sleep(1);
export default { keywords: data.length, longest: longest(data) };
`;
  const wrongFlows = [
    ['await platform.keywords.lst({ project: 1 });\nexport {};', /Property 'lst' does not exist/],
    ["exit('done');\nexport {};", /'string' is not assignable to parameter of type 'number'/],
    ["import { readFileSync } from 'node:fs';\nawait platform.runs.list();\n", /Property 'runs' does not exist/],
    [
      'export default (await platform.articles.get({ id: 1001 })).data.content.length;',
      /possibly 'null' or 'undefined'/,
    ],
  ] as const;

  it('knows in programs of run, which lie in one folder as a guide shows, what they have, and refuses what there is not', () => {
    const flows = join(place, 'flows');
    mkdirSync(flows);
    const examples = ['ingest-csv.ts', 'nightly-refresh.ts', 'plan-and-write.ts', 'weekly-digest.ts'].map(
      (name) => [name, readFileSync(join(root, 'examples', name), 'utf8')] as const,
    );
    const refused = wrongFlows.map(([program], n) => [`wrong-${n}.ts`, program] as const);
    for (const [name, program] of [['nightly.ts', nightly] as const, ...examples, ...refused])
      writeFileSync(join(flows, name), `/// <reference types="visibility-mcp/run" />\n${program}`);
    writeFileSync(join(place, 'programs.json'), JSON.stringify(documented));
    const lines = inPlace(join(tools, 'tsc'), '-p', 'programs.json').stdout.split('\n');
    expect(lines.filter((line) => line.includes('error TS') && !line.includes('flows/wrong-'))).toEqual([]);
    for (const [n, [, says]] of wrongFlows.entries())
      expect(lines.filter((line) => line.includes(`wrong-${n}.ts`)).join()).toMatch(says);
  });

  it('runs such a program', () => {
    const installed = join(place, 'node_modules/.bin/visibility-mcp');
    const ran = inPlace(installed, 'run', 'flows/nightly.ts', '--sandbox', '--input', '{"project":1}');
    expect(JSON.parse(ran.stdout || `"${ran.stderr}"`)).toMatchObject({
      ok: true,
      data: { longest: expect.any(String) },
    });
  });

  it('is shown what an operation does and costs, and no zod', () => {
    const declarations = readFileSync(join(place, 'node_modules/visibility-mcp/dist/index.d.ts'), 'utf8');
    expect(declarations.match(/zod|: any;/gi)).toBeNull();
    // Two of one name would be merged into one.
    const names = Array.from(
      declarations.matchAll(/^export (?:interface|type|declare class) (\w+)/gm),
      ([, name]) => name,
    );
    expect(new Set(names).size).toBe(names.length);
    expect(declarations).toMatch(
      /Write the text of an existing article for a keyword\.\n.*Effect: paid\. Price: 5 credits/,
    );
  });
});
