import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toMarkup } from '../../../src/reports/charts/to-markup.ts';
import { wordsFor } from '../../../src/reports/views/parts/words.ts';
import { viewNames, type ViewName } from '../../../src/tools/definition/view-name.ts';
import { evidence } from '../../../src/reports/views/evidence.ts';
import { views } from '../../../src/reports/views/views.ts';
import { resultsOf } from './results.ts';

/** Data that the usual results of the embedded platform do not have. */
const rare: Readonly<Partial<Record<ViewName, readonly object[]>>> = {
  report: [
    {
      avi: { score: 36, tier: 'red', measured_on: '2026-11-20', outside_period: true },
      other_periods: { low_hanging_fruit: { from: '2026-10-01', to: '2026-10-30' } },
      not_available: { accuracy: 'Not measured yet.' },
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
      worst_pages: [{ url: 'https://fjordkiste.example/rental', score: 39, issues: [] }],
    },
  ],
  credits: [
    {
      totals: { charged: 81, reserved: 5, in_doubt: 3 },
      balance_unknown: 'The platform does not say.',
      earlier_spending: 'Not known yet.',
    },
  ],
  keywords: [
    {
      top_keywords: [{ keyword: 'tent pegs', volume: 980, difficulty: 40, opportunity: 500 }],
    },
  ],
  jobs: [
    {
      jobs: [
        {
          job_id: 'job_4',
          operation: 'articles.generate',
          state: 'failed',
          error: 'No text came.',
          credits: { charged: 5 },
        },
      ],
    },
  ],
};

/** Fields that a view need not show. */
const unshown: Readonly<Partial<Record<ViewName, RegExp>>> = {
  // Whatever is no number is shown as not measured. The share of all competitors is the sum of theirs. An id is for calls; the operation of a move is in sources.
  report:
    /^(tracking_project_id|period\.days|platforms\.1\.citation_rate|share_of_voice\.(competitors|of)|false_claims\.0\.claim_id|compared\.most_moved\.0\.from)$/,
  keywords: /^ranked_by$/,
  article: /^article_id$/,
  // The days and operations add up to it; for one call nothing is spent; the list of jobs shows what a call does.
  credits: /^(totals\.charged|limits\.0\.(spent|reserved|left)|reservations\.0\.(state|job_id))$/,
};

const drawn = (name: ViewName, data: unknown): string =>
  views[name](data, { width: 720, locale: 'en', words: wordsFor('en') })
    .map(toMarkup)
    .join('');

const cases = viewNames.flatMap((name) => {
  const { structuredContent } = resultsOf(name)['real'] as { readonly structuredContent: { readonly data: object } };
  const { data: real } = structuredContent;
  return [real, ...(rare[name] ?? []).map((more) => ({ ...real, ...more }))].map((data) => ({ name, data }));
});

test.each(cases)('whatever differs in the data of the view $name, the view differs', ({ name, data }) => {
  const before = drawn(name, data);
  const unnoticed = variants(data).filter(
    ({ changed, without }) => drawn(name, changed) === before && drawn(name, without) === before,
  );
  expect(unnoticed.map(({ path }) => path).filter((path) => !unshown[name]?.test(path))).toEqual([]);
});

const plainText = (markup: string): string => markup.replace(/<[^>]*>/g, '|').replace(/\|+/g, '|');

test('a limit states the sum of spent and held, and a limit of nothing is full', () => {
  const amount = fc.nat({ max: 999 });
  fc.assert(
    fc.property(amount, amount, amount, (credits, spent, reserved) => {
      const limit = { limit: `${credits}/day`, spent, reserved, left: 7 };
      const shown = plainText(drawn('credits', { limits: [limit, { limit: '20/day@nightly', spent: 7 }] }));
      expect(shown).toContain(`|${(spent + reserved).toLocaleString('en')} of ${credits}|`);
      expect(shown).toContain(`|${spent}|${reserved}|7|`);
      expect(shown).not.toMatch(/NaN|nightly/);
    }),
    { examples: [[0, 0, 0]] },
  );
});

test('what needs a reader first is shown first', () => {
  const states = ['made up', 'completed', 'failed', 'unknown', 'starting', 'running', 'needs_you'];
  const jobs = states.map((state) => ({ job_id: `job of ${state}`, operation: 'x', state, progress: 100 }));
  const shown = drawn('jobs', { jobs });
  expect(states.toSorted((a, b) => shown.indexOf(`job of ${b}`) - shown.indexOf(`job of ${a}`))).toEqual(states);
  // One that is over has no progress.
  expect(shown.match(/<progress/g)).toHaveLength(jobs.length - 1);
  const clusters = [1, 3, 2].map((opportunity) => ({ cluster: `no. ${opportunity}`, opportunity }));
  expect(
    drawn('keywords', { clusters })
      .match(/no\. \d/g)
      ?.slice(0, 3),
  ).toEqual(['no. 3', 'no. 2', 'no. 1']);
  // The same list, as tables are sent.
  const table = { columns: ['cluster', 'opportunity'], rows: clusters.map(Object.values) };
  expect(drawn('keywords', { clusters: table })).toBe(drawn('keywords', { clusters }));
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

test('a figure of a report that is not known is never shown as 0', () => {
  const context = { width: 660, locale: 'de', words: wordsFor('de') };
  const shown = [
    ...views.report(
      {
        brand: 'Fjordkiste',
        cited_sources: [{ domain: 'a.example' }],
        low_hanging_fruit: [{ url: 'https://a.example/p' }],
        platforms: [{ platform: 'chatgpt' }],
      },
      context,
    ),
    ...evidence.pages([{ url: 'https://a.example/p' }], context),
    ...evidence.gaps({ platforms: { chatgpt: {} } }, context),
  ];
  const text = plainText(shown.map(toMarkup).join(''));
  expect(text).toContain('|–|');
  expect(text).not.toMatch(/\|0[ |]/);
});
