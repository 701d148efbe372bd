import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isElement, textIn, type Node } from '../../../src/reports/charts/node.ts';
import { theme } from '../../../src/reports/charts/theme.ts';
import { evidence } from '../../../src/reports/views/evidence.ts';
import { link } from '../../../src/reports/views/parts/blocks.ts';
import { dayFormat } from '../../../src/reports/views/parts/dates.ts';
import { structuredOf } from '../../../src/reports/views/page/structured-of.ts';
import { textOf } from '../../../src/reports/views/parts/read.ts';
import { wordsFor } from '../../../src/reports/views/parts/words.ts';
import { views } from '../../../src/reports/views/views.ts';
import { viewNames, type ViewName } from '../../../src/tools/definition/view-name.ts';
import { resultsOf } from './results.ts';

/** Data that the usual results of the embedded platform do not have. */
const rare: Readonly<Partial<Record<ViewName, readonly object[]>>> = {
  report: [
    {
      avi: { score: 36, tier: 'red', measured_on: '2026-11-20', outside_period: true },
      other_periods: { low_hanging_fruit: { from: '2026-10-01', to: '2026-10-30' } },
      not_available: { accuracy: 'Not measured yet.' },
    },
    {
      brands: [
        { brand: 'A', index: 36, index_before: 40, change: -4, own_share: 20.5, ahead: ['B'], false_claims: 2 },
        { account: 'acme', domain: 'b.example', failed: 'No answer.' },
      ],
    },
  ],
  audit: [
    {
      scores: { clarity: 70, lighthouse: { performance: 80 } },
      scale: 'from 0 to 100',
      issues_by_message: [{ message: 'No title', type: 'error', count: 4 }],
      critical_issues: [{ severity: 'error', title: 'No address', explanation: 'Readers look for one.' }],
      improvements: ['Add an address.'],
      audits: [
        {
          url: 'https://fjordkiste.example/a',
          score: 50,
          tier: 'fair',
          findings: [{ severity: 'error', title: 'Thin', fix: 'Write more.' }],
        },
        { url: 'https://fjordkiste.example/b', error: 'It was not reached.' },
      ],
    },
    // Of several pages.
    {
      site: undefined,
      url: 'https://fjordkiste.example',
      score: undefined,
      mean_score: 61,
      pages: undefined,
      audited: 2,
    },
  ],
  credits: [
    {
      totals: { charged: 81, reserved: 5, in_doubt: 3 },
      balance_unknown: 'The platform does not say.',
      earlier_spending: 'Not known yet.',
      history_30_days: { charged: 800, elsewhere: [{ operation: 'articles.generate', charged: 8 }] },
    },
    { accounts: [{ account: 'acme', balance: 7, left: ['4 of 9/day'], reserved: 5, in_doubt: 3 }] },
  ],
  keywords: [{ top_keywords: [{ keyword: 'tent pegs', volume: 980, difficulty: 40, opportunity: 500 }] }],
  jobs: [
    { jobs: [{ job_id: 'job_4', operation: 'x', state: 'failed', error: 'No text came.', credits: { charged: 5 } }] },
  ],
};

/** Fields that a view need not show. */
const unshown: Readonly<Partial<Record<ViewName, RegExp>>> = {
  // Anything that is no number is shown as not measured. The share of all competitors is the sum of theirs. Ids are for calls; the operation of a move is in sources.
  report:
    /^(tracking_project_id|period\.days|platforms\.1\.citation_rate|share_of_voice\.(competitors|of)|false_claims\.0\.claim_id|compared\.most_moved\.0\.from)$/,
  keywords: /^ranked_by$/,
  // The days and operations add up to it; for one call nothing is spent; the list of jobs shows what a call does.
  credits: /^(totals\.charged|limits\.0\.(spent|reserved|left)|reservations\.0\.(state|job_id))$/,
};

const context = { width: 720, locale: 'en', words: wordsFor('en') };
const drawn = (name: ViewName, data: unknown): string => JSON.stringify(views[name](data, context));
const all = (node: Node): Node[] => [node, ...node.children.filter(isElement).flatMap(all)];
const textsOf = (nodes: readonly Node[]): string =>
  nodes
    .flatMap(all)
    .flatMap(({ children }) => children.filter((child) => !isElement(child)).map(textIn))
    .join('|');
const text = (name: ViewName, data: unknown): string => textsOf(views[name](data, context));

const cases = viewNames.flatMap((name) => {
  const { structuredContent } = resultsOf(name)['real'] as { readonly structuredContent: { readonly data: object } };
  const { data: real } = structuredContent;
  // A message that replaces the whole view is tested separately.
  const isWhole = (more: object): boolean => 'brands' in more || 'accounts' in more;
  return [real, ...(rare[name] ?? []).map((more) => (isWhole(more) ? more : { ...real, ...more }))].map((data) => ({
    name,
    data,
  }));
});

test.each(cases)('whatever differs in the data of the view $name, the view differs', ({ name, data }) => {
  const before = drawn(name, data);
  const unnoticed = variants(data).filter(
    ({ changed, without }) => drawn(name, changed) === before && drawn(name, without) === before,
  );
  expect(unnoticed.map(({ path }) => path).filter((path) => !unshown[name]?.test(path))).toEqual([]);
});

interface Variant {
  readonly path: string;
  readonly changed: unknown;
  readonly without: unknown;
}

/** The data with another value in one place and with none there, for each of its values. */
function variants(data: unknown): Variant[] {
  if (data === undefined) return [];
  if (typeof data !== 'object' || data === null) return [{ path: '', changed: other(data), without: undefined }];
  const put = (key: string, value: unknown): unknown =>
    Array.isArray(data) ? data.with(Number(key), value) : { ...data, [key]: value };
  return Object.entries(data).flatMap(([key, value]) =>
    variants(value).map(({ path, changed, without }) => ({
      path: path === '' ? key : `${key}.${path}`,
      changed: put(key, changed),
      without: put(key, without),
    })),
  );
}

const other = (value: unknown): unknown =>
  typeof value === 'number'
    ? value + 1
    : typeof value === 'string'
      ? /^\d{4}-/.test(value)
        ? value.replace(/^\d{4}/, '2027')
        : `un${value}`
      : !value;

test('a limit states the sum of spent and held, and a limit of nothing is full', () => {
  const amount = fc.nat({ max: 999 });
  fc.assert(
    fc.property(amount, amount, amount, (credits, spent, reserved) => {
      const limit = { limit: `${credits}/day`, spent, reserved, left: 7 };
      const shown = text('credits', { limits: [limit, { limit: '20/day@nightly', spent: 7 }] });
      expect(shown).toContain(`|${(spent + reserved).toLocaleString('en')} of ${credits}|`);
      expect(shown).toContain(`|${spent}|${reserved}|7|`);
      expect(shown).not.toMatch(/NaN|nightly/);
      const bars = (one: object) => JSON.stringify(views.credits({ limits: [one] }, context)).match(/"width":[\d.]+/g);
      expect(bars(limit)).toEqual(bars({ ...limit, spent: spent + reserved, reserved: 0 }));
    }),
    { examples: [[0, 0, 0]] },
  );
});

test('a number that the platform sends as a text is drawn like a number', () => {
  const page = { url: 'https://tea.example/a' };
  const [numbers, texts] = [61, '61'].map((seo_score) =>
    views.audit({ worst_pages: [{ ...page, seo_score }] }, context),
  );
  expect(texts).toEqual(numbers);
});

test('what needs a reader first is shown first', () => {
  const states = ['made up', 'completed', 'failed', 'unknown', 'starting', 'running', 'needs_you'];
  const jobs = states.map((state) => ({ job_id: `job of ${state}`, operation: 'x', state, progress: 130 }));
  const shown = drawn('jobs', { jobs });
  expect(states.toSorted((a, b) => shown.lastIndexOf(`job of ${b}`) - shown.lastIndexOf(`job of ${a}`))).toEqual(
    states,
  );
  // A completed one has no progress, and only one that runs can be looked at again.
  expect(shown.match(/"tag":"progress"/g)).toHaveLength(jobs.length - 1);
  expect(shown.match(/"job_wait"/g)).toHaveLength(2);
  expect(text('jobs', { jobs })).not.toContain('130');
  const clusters = [1, 3, 2].map((opportunity) => ({ cluster: `no. ${opportunity}`, opportunity }));
  expect(
    text('keywords', { clusters })
      .match(/no\. \d/g)
      ?.slice(-3),
  ).toEqual(['no. 3', 'no. 2', 'no. 1']);
  // The same list, as tables are sent.
  const table = { columns: ['cluster', 'opportunity'], rows: clusters.map(Object.values) };
  expect(drawn('keywords', { clusters: table })).toBe(drawn('keywords', { clusters }));
});

test('the whole report of one of several brands is of the same periods', () => {
  const [period, compared] = ['10', '09'].map((month) => ({ from: `2026-${month}-01`, to: `2026-${month}-30` }));
  const shown = drawn('report', { period, compared, brands: [{ brand: 'A', tracking_project_id: 1 }] });
  expect(shown.replaceAll('\\', '')).toContain(
    `${JSON.stringify(period).slice(1, -1)},"compare":${JSON.stringify(compared)}`,
  );
});

test('of long lists a part is drawn, and the rest is counted', () => {
  const clusters = Array.from({ length: 20 }, (_, n) => ({ cluster: `c${n}`, opportunity: n }));
  expect(text('keywords', { clusters })).toContain(`+ 5 ${context.words.moreBelow}`);
  const spent_by_day = [
    { day: '2026-10-01', charged: 1 },
    { day: '2026-11-30', charged: 7 },
  ];
  // 31 days, with those on which nothing was spent.
  const days = text('credits', { spent_by_day }).match(/(?:Oct|Nov) \d+\|\d+(?=\|)/g) ?? [];
  expect([days.length, days[0], days.at(-1)]).toEqual([31, 'Oct 31|0', 'Nov 30|7']);
});

test('among the cited domains only the own one has the colour of its series', () => {
  const cited_sources = [true, false, false].map((own, n) => ({ domain: `${n}.example`, own, citations: 3 }));
  const shown = drawn('report', { brand: 'A', cited_sources });
  const filled = (colour: string) => shown.split(`"fill":"${colour}"`).length - 1;
  expect([filled(theme.series[0]), filled(theme.tones.quiet)]).toEqual([1, 2]);
});

test('a figure of a report that is not known is never shown as 0', () => {
  const report = {
    brand: 'Fjordkiste',
    cited_sources: [{ domain: 'a.example' }],
    low_hanging_fruit: [{ url: 'https://a.example/p' }],
    platforms: [{ platform: 'chatgpt' }],
  };
  const shown = textsOf([
    ...views.report(report, context),
    ...evidence.pages([{ url: 'https://a.example/p' }], context),
    ...evidence.gaps({ platforms: { chatgpt: {} } }, context),
  ]);
  expect(shown).toContain('|–|');
  expect(shown).not.toMatch(/\|0[ |]/);
});

test('the index moves from the earliest score to the latest, and the gaps are those of the period', () => {
  const scores = [
    { date: '2026-01-08', avi_score: 40 },
    { date: '2026-01-01', avi_score: 36 },
  ];
  const data = {
    avi: { score: 40, tier: 'red' },
    trend: { scores },
    period: { from: '2026-10-01', to: '2026-10-30' },
    platforms: [{ platform: 'chatgpt', visibility: 7 }],
  };
  expect(text('report', data)).toContain('▲ +4');
  const gaps = views
    .report(data, context)
    .flatMap(all)
    .find(({ attributes }) => attributes['data-evidence'] === 'gaps');
  expect(gaps?.attributes['data-arguments']).toContain('"from":"2026-10-01","to":"2026-10-30"');
});

test('an article shows its title once, and asks for its text only where it has a part', () => {
  const data = { article_id: 7, title: 'Tea', text: '# Tea\n\nHot.' };
  expect(text('article', data).match(/Tea/g)).toHaveLength(1);
  expect(drawn('article', data)).not.toContain('"button"');
  expect(drawn('article', { ...data, text_left_out: 400 })).toContain('"button"');
});

test('pages of another site keep their address', () => {
  const worst_pages = ['https://a.example/x', 'https://a.example', 'https://b.example/y'].map((url) => ({ url }));
  expect(text('audit', { site: 'https://a.example', worst_pages })).toMatch(/\|\/x\|.*\|\/\|.*\|b\.example\/y\|/);
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

test('sections stand side by side where there is room for two', () => {
  const data = { issues_by_type: { error: 1 }, issues_by_category: { title: 1 } };
  const widths = (width: number): unknown[] =>
    views
      .audit(data, { ...context, width })
      .flatMap(all)
      .flatMap(({ tag, attributes }) => (tag === 'svg' ? attributes['width'] : []));
  expect([widths(1_000), widths(899)]).toEqual([
    [480, 480],
    [899, 899],
  ]);
});

test('shows the refusal of a host that answers with a text only', () => {
  const refusal = { isError: true, content: [{ type: 'text', text: 'The person declined this tool.' }] };
  expect(structuredOf(refusal)).toEqual({ ok: false, error: { message: 'The person declined this tool.' } });
  const failed = { ok: false, error: { message: 'No such page.' } };
  expect(structuredOf({ isError: true, content: [{ type: 'text', text: JSON.stringify(failed) }] })).toEqual(failed);
});
