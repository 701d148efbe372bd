import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { openClient } from '../src/app/open-client.ts';
import { openRuns } from '../src/app/open-runs.ts';
import { readConfig } from '../src/app/config/config.ts';
import { exitOf } from '../src/app/secrets-of.ts';
import { startSandbox } from '../src/app/start-sandbox.ts';
import { readCallOf } from '../src/tools/definition/read-call.ts';
import { runTool } from '../src/tools/results/run-tool.ts';
import { fixedTools } from '../src/tools/fixed-tools.ts';

/**
 * `node eval/long-tasks.ts`: long tasks, each by single calls and by one program, on an embedded platform of its own. Prints calls,
 * and the tokens (o200k) of all calls and answers together, as a Markdown table.
 */
type Call = (tool: string, args: Readonly<Record<string, unknown>>) => Promise<Record<string, unknown>>;

interface LongTask {
  readonly what: string;
  readonly prepare?: (call: Call) => Promise<void>;
  readonly bySingleCalls: (call: Call) => Promise<unknown>;
  readonly program: Readonly<Record<string, unknown>>;
}

const read = (name: string): Promise<string> => readFile(new URL(`../examples/${name}`, import.meta.url), 'utf8');

const brands = Array.from({ length: 40 }, (_, n) => ({ name: `Brand ${n + 1}`, domain: `brand-${n + 1}.example` }));
const words = Array.from({ length: 1_000 }, (_, n) => (n % 10 === 9 ? `box ${n - 1} camp` : `camp box ${n}`));
const todos = Array.from({ length: 11 }, (_, n) => `Mend page ${n + 1}`);

const tasks: readonly LongTask[] = [
  {
    what: '11 to-dos',
    bySingleCalls: async (call) => {
      for (const title of todos)
        await call('call_write', { operation: 'action_center.create_todo', arguments: { title, description: title } });
    },
    program: {
      code: `for (const title of input.titles) await platform.action_center.create_todo({ title, description: title });`,
      input: { titles: todos },
      may: ['write'],
    },
  },
  {
    what: '1,000 keywords, 100 duplicates deleted',
    prepare: async (call) => {
      await call('run_code', {
        code: 'await Promise.all(input.words.map((keyword) => platform.keywords.create({ project: 1, keyword })))',
        input: { words },
        may: ['write'],
        wait_s: 600,
      });
    },
    bySingleCalls: async (call) => {
      const seen = new Set<string>();
      const duplicates: number[] = [];
      for (let [page, last] = [1, 1]; page <= last; page++) {
        const answer = await call('call_read', {
          operation: 'keywords.list',
          arguments: { project: 1, page, per_page: 100 },
          fields: ['id', 'keyword'],
        });
        last = (answer['page'] as { last_page: number }).last_page;
        for (const [id, keyword] of rowsOf(answer['data'])) {
          const key = keyword.split(' ').toSorted().join(' ');
          if (seen.has(key)) duplicates.push(id);
          else seen.add(key);
        }
      }
      for (const id of duplicates) await call('call_delete', { operation: 'keywords.delete', arguments: { id } });
    },
    program: { code: await read('tidy-keywords.ts'), input: { project: 1, apply: true }, may: ['read', 'delete'] },
  },
  {
    what: '40 brands into tracking',
    bySingleCalls: async (call) => {
      for (const { name, domain } of brands) await call('track_brand', { domain, brand: name, auto_confirm: true });
    },
    program: {
      code: await read('track-brands.ts'),
      input: { csv: ['name,domain', ...brands.map(({ name, domain }) => `${name},${domain}`)].join('\n') },
      may: ['read', 'write'],
      max_credits: 400,
    },
  },
];

/** A long list comes as rows, a short one as records. */
const rowsOf = (data: unknown): readonly (readonly [id: number, keyword: string])[] =>
  Array.isArray(data)
    ? (data as { id: number; keyword: string }[]).map(({ id, keyword }) => [id, keyword] as const)
    : (data as { rows: [number, string][] }).rows;

interface Counted {
  calls: number;
  tokens: number;
  refusals: number;
}

/** Does the work on a platform of its own, and counts what passes between an agent and the tools. */
async function counted({ prepare }: LongTask, work: (call: Call) => Promise<unknown>): Promise<Counted> {
  const folder = await mkdtemp(join(tmpdir(), 'visibility-eval-'));
  const sandbox = await startSandbox({ rate: 0, speed: 1_000 });
  const config = readConfig(
    {
      'api-url': sandbox.url,
      state: join(folder, 'state.db'),
      rate: '100000',
      budget: 'none',
    },
    { VISIBILITY_API_TOKEN: 'sandbox-owner', VISIBILITY_CODE: 'calls=2000' },
  );
  const client = await openClient(config);
  const runs = openRuns(client, config, console.error);
  const tools = fixedTools(client, {
    toolsets: [],
    readOnly: false,
    maxWaitSeconds: 600,
    runs: async () => runs,
  });
  const sums = { calls: 0, tokens: 0, refusals: 0 };
  const call: Call = async (name, args) => {
    const tool = tools.find((one) => one.name === name);
    if (!tool) throw new Error(`no tool ${name}`);
    const { text, structured } = await runTool(await readCallOf(tool, args), {}, exitOf(config));
    sums.calls++;
    sums.tokens += countTokens(JSON.stringify(args)) + countTokens(text);
    if (structured['ok'] !== true) {
      sums.refusals++;
      console.error(name, text.slice(0, 300));
    }
    return structured;
  };
  try {
    await prepare?.(call);
    Object.assign(sums, { calls: 0, tokens: 0, refusals: 0 });
    await work(call);
    return sums;
  } finally {
    await runs.close();
    await client.close();
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  }
}

console.log('| task | single calls | tokens | one program | tokens |\n|---|---|---|---|---|');
for (const task of tasks) {
  const single = await counted(task, task.bySingleCalls);
  const program = await counted(task, (call) => call('run_code', { ...task.program, wait_s: 600 }));
  const [a, b] = [single.tokens, program.tokens].map((one) => one.toLocaleString('en'));
  console.log(`| ${task.what} | ${single.calls} | ${a} | ${program.calls} | ${b} |`);
}
process.exit();
