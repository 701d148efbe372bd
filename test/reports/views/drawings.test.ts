import { expect, onTestFinished, test, vi } from 'vitest';
import { isElement, textIn, type Node } from '../../../src/reports/charts/node.ts';
import { changeText } from '../../../src/reports/views/parts/figures.ts';
import { link } from '../../../src/reports/views/parts/blocks.ts';
import { dayFormat } from '../../../src/reports/views/parts/dates.ts';
import { sideBySide } from '../../../src/reports/views/parts/layout.ts';
import { textOf } from '../../../src/reports/views/parts/read.ts';
import { wordsFor } from '../../../src/reports/views/parts/words.ts';
import { pointsOf } from '../../../src/reports/views/report/trend.ts';
import type { ViewName } from '../../../src/tools/definition/view-name.ts';
import { views } from '../../../src/reports/views/views.ts';

const context = { width: 700, locale: 'en', words: wordsFor('en') };

const drawn = (name: ViewName, data: object): Node[] => views[name](data, context);
const text = (name: ViewName, data: object): string => drawn(name, data).map(textIn).join('\n');
const all = (node: Node): Node[] => [node, ...node.children.filter(isElement).flatMap(all)];
const buttons = (name: ViewName, data: object): Node[] =>
  drawn(name, data)
    .flatMap(all)
    .filter(({ tag }) => tag === 'button');
const rowsOf = (name: ViewName, data: object): string[] =>
  drawn(name, data)
    .flatMap(all)
    .filter(({ tag }) => tag === 'tr')
    .map(({ children }) => children.map(textIn).join(' | '));

test.each([
  [2, '+2'],
  [0, '±0'],
  [-2, '−2'],
  [null, '–'],
])('a change of %d has its sign: %s', (change, shown) => {
  expect(changeText('points', change, context)).toBe(shown);
});

test.each([
  [40, 36, '▼ −4'],
  [36, 40, '▲ +4'],
  [36, 36, '± 0'],
])('an index that went from %i to %i says so, in whatever order its dates come', (before, after, says) => {
  const scores = [
    { date: '2026-01-08', avi_score: after },
    { date: '2026-01-01', avi_score: before },
  ];
  expect(pointsOf({ trend: { scores } }).map(({ value }) => value)).toEqual([before, after]);
  const avi = { score: after, tier: 'red' };
  expect(text('report', { avi, trend: { scores } })).toContain(says);
  expect(text('report', { avi: { ...avi, outside_period: true } })).toContain(context.words.outsidePeriod);
});

test('a claim is settled as its answer says, and gaps are read in the period of the report', () => {
  const data = {
    tracking_project_id: 1,
    period: { from: '2026-10-01', to: '2026-10-30' },
    platforms: [{ platform: 'chatgpt', visibility: 7 }],
    false_claims: [{ claim_id: 3, claim: 'It has closed.' }],
  };
  const [question] = buttons('report', data).flatMap(({ attributes }) => attributes['data-question'] ?? []);
  const { choices } = JSON.parse(String(question)) as {
    choices: { label: string; action: { arguments: { arguments: { resolution_status: string } } } }[];
  };
  expect(choices.map(({ label, action }) => [label, action.arguments.arguments.resolution_status])).toEqual([
    [context.words.settleResolved, 'resolved'],
    [context.words.settleFalsePositive, 'false_positive'],
  ]);
  const gaps = buttons('report', data).find(({ attributes }) => attributes['data-evidence'] === 'gaps');
  expect(JSON.parse(String(gaps?.attributes['data-arguments']))).toMatchObject({
    arguments: { id: 1, from: '2026-10-01', to: '2026-10-30' },
  });
});

test('of all brands what failed is said, and each index stands before and after', () => {
  const brands = [
    { brand: 'A', index: 36, index_before: 40, change: -4 },
    { brand: 'B', failed: 'No answer.' },
  ];
  expect(text('report', { brands })).toContain('No answer.');
  const chart = drawn('report', { brands })
    .flatMap(all)
    .find(({ attributes }) => attributes['class'] === 'chart');
  const titles = all(chart as Node).filter(({ tag }) => tag === 'title');
  expect(titles.map(textIn)).toEqual([`A, ${context.words.before}: 40`, `A, ${context.words.after}: 36`]);
});

test('the spending of 31 days is drawn, with the days without any', () => {
  const days = [
    { day: '2026-10-01', charged: 1 },
    { day: '2026-11-30', charged: 7 },
  ];
  const rows = rowsOf('credits', { spent_by_day: days }).filter((row) => /^(Oct|Nov) /.test(row));
  expect([rows.length, rows[0], rows.at(-1)]).toEqual([31, 'Oct 31 | 0', 'Nov 30 | 7']);
});

test('jobs that wait for somebody come first, and only running ones can be looked at again', () => {
  const jobs = ['completed', 'failed', 'running', 'needs_you'].map((state, n) => ({
    job_id: `job_${n}`,
    operation: `x.${state}`,
    state,
    progress: 130,
  }));
  const items = drawn('jobs', { jobs })
    .flatMap(all)
    .filter(({ tag }) => tag === 'li');
  expect(items.map(textIn).map((one) => /x\.(needs_you|running|failed|completed)/.exec(one)?.[1])).toEqual([
    'needs_you',
    'running',
    'failed',
    'completed',
  ]);
  expect(text('jobs', { jobs })).not.toContain('130');
  const waits = buttons('jobs', { jobs }).filter(({ attributes }) => attributes['data-tool'] === 'job_wait');
  expect(waits.map(({ attributes }) => attributes['data-arguments'])).toEqual(['{"job_id":"job_2","wait_s":0}']);
});

test('of many clusters 15 are drawn, and the rest is counted', () => {
  const clusters = Array.from({ length: 20 }, (_, n) => ({ cluster: `c${n}`, opportunity: n }));
  expect(text('keywords', { clusters })).toContain(`+ 5 ${context.words.moreBelow}`);
});

test('an article shows its title once, and asks for its text only where it has a part', () => {
  const data = { article_id: 7, title: 'Tea', text: '# Tea\n\nHot.' };
  expect(text('article', data).match(/Tea/g)).toHaveLength(1);
  expect(buttons('article', data)).toEqual([]);
  expect(buttons('article', { ...data, text_left_out: 400 })).toHaveLength(1);
});

test('an audit of several pages has a mean score, and pages of another site keep their address', () => {
  expect(text('audit', { mean_score: 61 })).toContain(context.words.meanScore);
  expect(text('audit', { score: 61 })).not.toContain(context.words.meanScore);
  const worst_pages = ['https://a.example/x', 'https://a.example', 'https://b.example/y'].map((url) => ({ url }));
  const rows = rowsOf('audit', { site: 'https://a.example', worst_pages });
  expect(rows.slice(1).map((row) => row.split(' |')[0])).toEqual(['/x', '/', 'b.example/y']);
});

test.each(['javascript:alert(1)', ' https://a.example', 'data:text/html,x'])('no link leads to %s', (address) => {
  expect(link(address, 'here')).toBe('here');
  expect(link('HTTPS://a.example/')).toMatchObject({ tag: 'a', attributes: { rel: 'noopener noreferrer' } });
});

test('a text is shown without the fence that it comes in for a model', () => {
  expect(textOf('<<x7\nTea\nHot\nx7>>')).toBe('Tea\nHot');
  expect(textOf('<<x7\nTea\ny7>>')).toBe('<<x7\nTea\ny7>>');
});

test('a date without a time is that day, wherever its reader is', () => {
  vi.stubEnv('TZ', 'America/New_York');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(dayFormat('en').format(Date.parse('2026-11-01'))).toBe('November 1, 2026');
});

test('sections side by side have half the width each', () => {
  const widths: number[] = [];
  const part = (inner: { readonly width: number }): Node[] => {
    widths.push(inner.width);
    return [{ tag: 'p', attributes: {}, children: [] }];
  };
  expect(sideBySide({ ...context, width: 1_000 }, part, part)).toHaveLength(1);
  expect(widths.slice(-2)).toEqual([480, 480]);
  expect(sideBySide({ ...context, width: 899 }, part, part)).toHaveLength(2);
});
