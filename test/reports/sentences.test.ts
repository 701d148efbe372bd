import { expect, test } from 'vitest';
import { h } from '../../src/reports/charts/node.ts';
import { brandSummary } from '../../src/reports/brand-summary.ts';
import { reportWords } from '../../src/reports/report-words.ts';
import { toMarkdown } from '../../src/reports/to-markdown.ts';
import { wordsFor } from '../../src/reports/views/parts/words.ts';

const report = {
  brand: 'Fjordkiste',
  avi: { score: 36, tier: 'red', dimensions: { presence: 54, prominence: 19, accuracy: 21 } },
  platforms: [
    { platform: 'perplexity', visibility: 12 },
    { platform: 'chatgpt', visibility: 72 },
  ],
  trend: {
    scores: [
      { date: '2026-11-01', avi_score: 36 },
      { date: '2026-10-01', avi_score: 40 },
    ],
  },
  low_hanging_fruit: [{}],
};

test('a summary says what is best and worst, where the index went, and what is within reach', () => {
  expect(brandSummary(report, wordsFor('en'), 'en')).toEqual([
    'Fjordkiste scores 36 of 100 in the AI visibility index, which is weak.',
    'Its strongest dimension is Presence (54), its weakest is Prominence (19).',
    'It is most visible on ChatGPT (72 %) and least visible on Perplexity (12 %).',
    'The index has fallen from 40 to 36 over the period shown.',
    '1 source is within easy reach.',
  ]);
  const rising = {
    ...report,
    trend: { scores: report.trend.scores.map((one, at) => ({ ...one, avi_score: 40 - 4 * at })) },
  };
  expect(brandSummary(rising, wordsFor('de'), 'de')).toContain(
    'Der Index ist im gezeigten Zeitraum von 36 auf 40 gestiegen.',
  );
  expect(brandSummary({}, wordsFor('en'), 'en')).toEqual([]);
});

test('Markdown has headings, lists and tables, and takes nothing of a text for more than text', () => {
  const cell = (tag: string, ...texts: readonly string[]) =>
    h(
      'tr',
      {},
      texts.map((text) => h(tag, {}, text)),
    );
  const body = [
    h('h1', {}, 'Report'),
    h('section', {}, h('h2', {}, 'Sources #1'), h('p', {}, 'a|b *c* _d_ [e](f) `g` <h> ~i~ \\j')),
    h('ul', {}, h('li', {}, 'one'), h('li', {}, h('strong', {}, 'two'))),
    h('table', {}, h('thead', {}, cell('th', 'Page', 'Score')), h('tbody', {}, cell('td', 'a|b', '7'))),
  ];
  expect(toMarkdown(body)).toBe(`# Report

## Sources \\#1

a\\|b \\*c\\* \\_d\\_ \\[e\\](f) \\\`g\\\` &lt;h\\> \\~i\\~ \\\\j

- one
- **two**

| Page | Score |
| ---- | ----: |
| a\\|b |     7 |
`);
});

test.each(['en', 'de'] as const)('a report in %s says how the figures come about', (language) => {
  const text = reportWords[language].methodText;
  const facts = {
    en: [
      'sends the tracked prompts',
      'share of answers that mention the brand',
      'six dimensions',
      '0 (worst) to 100 (best)',
      'pages that the answers cite',
    ],
    de: [
      'beobachteten Fragen',
      'Anteil der Antworten, die die Marke nennen',
      'sechs Dimensionen',
      '0 (am schlechtesten) bis 100 (am besten)',
      'in den Antworten zitiert',
    ],
  }[language];
  for (const fact of facts) expect(text).toContain(fact);
});
