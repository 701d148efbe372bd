import { describe, expect, it } from 'vitest';
import { fileOf, lastOf, onSandbox, runHere, runProgram } from './program.ts';

const env = onSandbox('none');

/** Parts that only models see: tables, marks around texts, and texts that say how much of them is missing. */
const forModels = /"columns":|<<[0-9a-f]{8}|\(\+\d+ characters/;

describe('in a pipe', () => {
  it('a program returns what it returned: any number of rows, any length of text', async () => {
    const rows = (count: number): object[] =>
      Array.from({ length: count }, (_, n) => ({ n, empty: null, text: `line\n<<fake ${'word '.repeat(n % 400)}` }));
    const file = fileOf(
      `const rows = (count) => Array.from({ length: count }, (_, n) => ({ n, empty: null, text: 'line\\n<<fake ' + 'word '.repeat(n % 400) }));
       for (let n = 0; n < 500; n++) log('line of the log ' + n);
       return [0, 1, 5, 6, 1000].map(rows)`,
    );
    const { stdout } = await runProgram(['run', file], { env });
    const last = lastOf({ stdout }) as { data: unknown; run: { log: string[] } };
    expect(last.data).toEqual([0, 1, 5, 6, 1000].map(rows));
    expect(last.run.log).toHaveLength(500);
  });

  it('a text that it returns is the whole text and nothing else', async () => {
    const file = fileOf("return '# Digest\\n\\n' + 'A paragraph of text. '.repeat(2000)");
    const { stdout } = await runHere(['run', file], { env });
    expect(lastOf({ stdout })['data']).toBe(`# Digest\n\n${'A paragraph of text. '.repeat(2000)}`);
  });

  it('workflows in a program have one shape, with fields and without', async () => {
    const file = fileOf(
      `const report = await platform.workflows.visibilityReport({ brand: 'Fjordkiste', days: 365 });
       const trend = await platform.workflows.visibilityReport({ brand: 'Fjordkiste', days: 365, fields: ['trend'] });
       const article = await platform.workflows.writeArticle({ project: 'Fjordkiste', keyword: 'tent pegs' });
       return [report.data, trend.data, article.data]`,
    );
    const { stdout, stderr } = await runHere(['run', file, '--may', 'read,write', '--max-credits', '50'], { env });
    expect(stderr).toBe('');
    expect(stdout).not.toMatch(forModels);
    const [report, picked, article] = lastOf({ stdout })['data'] as [
      { trend: { scores: object[] } },
      { trend: { scores: object[] } },
      { text: string },
    ];
    expect(report.trend.scores.length).toBeGreaterThan(5);
    expect(picked.trend).toEqual(report.trend);
    expect(article.text.length).toBeGreaterThan(2_000);
  });

  it.each([
    ['call_read', { operation: 'credits.history', arguments: { per_page: 100 } }],
    ['call_read', { operation: 'keywords.list', arguments: { project: 1 }, fields: ['keyword'] }],
    ['call_read', { operation: 'cited_sources.export', arguments: { id: 2001 } }],
    ['call_read', { operation: 'articles.get', arguments: { id: 1001 } }],
    ['visibility_report', {}],
    ['check_brand_facts', {}],
    ['job_list', {}],
    ['find_operations', { query: 'keywords' }],
  ])('%s %j prints lists as lists and texts as they are', async (tool, input) => {
    const { stdout, code } = await runHere(['call', tool, JSON.stringify(input)], { env });
    expect(code).toBe(0);
    expect(stdout).not.toMatch(forModels);
  });
});
