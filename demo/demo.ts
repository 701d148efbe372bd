import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { connect, type Agent } from './agent.ts';
import { offerToOpen } from './offer-to-open.ts';
import { Stage } from './stage.ts';

/**
 * The main job on the embedded sandbox, through a real MCP client over stdio: find, price, write, join,
 * be refused, and add up. Each step is checked as it happens; the exit code is 0 only if all of them held.
 */
const budget = 12;
const title = 'How to brew cold coffee at home';

const program = fileURLToPath(new URL('../bin/visibility-mcp.js', import.meta.url));
/** A person gets the whole path, to open it from anywhere. */
const report = process.stdout.isTTY ? resolve('visibility-report.html') : 'visibility-report.html';

const stage = new Stage(process.stdout);
const folder = await mkdtemp(join(tmpdir(), 'visibility-demo-'));
const settings = {
  VISIBILITY_SANDBOX: '1',
  VISIBILITY_SANDBOX_SPEED: '20',
  VISIBILITY_STATE: join(folder, 'state.db'),
  VISIBILITY_BUDGET: `${budget}/day`,
};
const agent = await connect(program, settings);
try {
  await run(agent);
} catch (error) {
  stage.broke(error);
} finally {
  await agent.close();
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = stage.finish();
if (process.exitCode === 0) await offerToOpen(report);

async function run({ listTools, call }: Agent): Promise<void> {
  stage.step('What a model reads of it');
  const tools = await listTools();
  const tokens = countTokens(
    JSON.stringify(tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))),
  );
  stage.says(`${tools.length} tools, ${tokens} tokens: ${tools.map(({ name }) => name).join(', ')}`);
  stage.holds('the whole list takes at most 4,000 tokens', tokens <= 4_000);

  stage.step('Find an operation');
  const found = await call('find_operations', { query: 'write a blog post about a keyword' });
  const hits = list(at(found, 'data', 'operations') ?? at(found, 'data'));
  for (const hit of hits.slice(0, 3)) stage.says(`${text(hit, 'name')}: ${text(hit, 'does')}`);
  stage.holds(
    'articles.generate is among the first hits',
    hits.some((hit) => at(hit, 'name') === 'articles.generate'),
  );

  stage.step('Price it before anything runs');
  const first = list(at(await call('call_read', { operation: 'projects.list', arguments: {} }), 'data'))[0];
  const project = at(first, 'id');
  const plan = [
    {
      operation: 'articles.generate',
      arguments: { id: 1001, keyword: 'cold brew', article_type: 'blog', target_length: 900 },
    },
  ];
  const priced = await call('estimate', { calls: plan });
  const total = at(priced, 'data', 'credits');
  const [limit] = list(at(priced, 'data', 'limits'));
  stage.says(
    `articles.generate: ${String(total)} credits; the limit ${text(limit, 'limit')} has ${text(limit, 'left')} left`,
  );
  stage.holds('an article is priced at 5 credits', total === 5);

  stage.step('Write an article: one call that waits; and the same request a second time, meanwhile');
  const before = await balance(call);
  const order = { project: String(project), keyword: 'cold brew coffee', title, target_length: 900, wait_s: 45 };
  const [written, joined] = await Promise.all([
    call('write_article', order, (progress) => stage.progress(progress)),
    call('write_article', order),
  ]);
  stage.says(
    `"${text(at(written, 'data'), 'title')}", ${String(at(written, 'data', 'word_count') ?? at(written, 'data', 'words') ?? '?')} words, job ${text(at(written, 'job'), 'job_id')}`,
  );
  stage.holds(
    'the call came back with the finished text',
    at(written, 'ok') === true && JSON.stringify(at(written, 'data')).length > 500,
  );
  stage.holds('both requests came to one job', jobId(written) !== '' && jobId(written) === jobId(joined));
  const after = await balance(call);
  stage.says(`balance ${before} → ${after}`);
  stage.holds('the platform charged 5 credits, once', before - after === 5);

  stage.step('The budget refuses what would not fit');
  const keyword = at(
    list(at(await call('call_read', { operation: 'keywords.list', arguments: { project } }), 'data'))[0],
    'id',
  );
  const refused = await call('call_paid', { operation: 'keywords.expand', arguments: { id: keyword ?? 1 } });
  stage.says(`${text(at(refused, 'error'), 'message')} ${text(at(refused, 'error'), 'next')}`);
  stage.holds('10 credits more are refused as budget_exceeded', at(refused, 'error', 'code') === 'budget_exceeded');
  stage.holds(
    'and nothing was sent',
    at(refused, 'error', 'outcome') === 'not_sent' && (await balance(call)) === after,
  );

  stage.step('The ledger adds up');
  const money = at(await call('credits', {}), 'data');
  const history = list(at(await call('call_read', { operation: 'credits.history', arguments: {} }), 'data'));
  const drawn = history
    .map((row) => Number(at(row, 'delta')))
    .filter((delta) => delta < 0)
    .reduce((sum, delta) => sum - delta, 0);
  const charged = Number(at(money, 'totals', 'charged'));
  stage.says(
    `this server's ledger: ${charged} charged; the platform's history: ${drawn} drawn; balance ${text(money, 'balance')}`,
  );
  stage.holds('what the ledger charged is what the balance lost', charged === before - after);
  stage.holds(
    'nothing is reserved or in doubt',
    at(money, 'totals', 'reserved') === 0 && at(money, 'totals', 'in_doubt') === 0,
  );

  stage.step('A report to send: how AI assistants see the brand');
  await promisify(execFile)(process.execPath, [program, 'report', '--out', report], {
    env: { ...process.env, ...settings },
  });
  const page = await readFile(report, 'utf8');
  stage.says(/<p class="verdict">(.*?)<\/p>/.exec(page)?.[1] ?? '');
  stage.holds('the report is one file that loads nothing', page.includes('<svg') && !page.includes('<script'));
  stage.says(`the report: ${report}`);
}

async function balance(call: Agent['call']): Promise<number> {
  return Number(at(await call('call_read', { operation: 'credits.balance', arguments: {} }), 'data', 'balance'));
}

function jobId(result: unknown): string {
  return text(at(result, 'job'), 'job_id');
}

/** The value at a path of names, or undefined. */
function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined),
    value,
  );
}

function text(value: unknown, name: string): string {
  return String(at(value, name) ?? '');
}

/** The records of a list, whether it came as records or as columns and rows. */
function list(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  const columns = at(value, 'columns');
  const rows = at(value, 'rows');
  if (!Array.isArray(columns) || !Array.isArray(rows)) return [];
  return rows.map((row: unknown[]) => Object.fromEntries(columns.map((column, index) => [column, row[index]])));
}
