import { expect, test } from 'vitest';
import { h } from '../../src/reports/charts/node.ts';
import { brandReport } from '../../src/reports/brand-report.ts';
import { toMarkdown } from '../../src/reports/to-markdown.ts';

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

const told = (data: object, locale: string): string =>
  toMarkdown(brandReport(data, { locale, now: 0, sandbox: false })).replaceAll('\u00A0', ' ');

test('a report begins with the index in a sentence, and says since when it moved', () => {
  expect(told(report, 'en')).toContain(
    'Fjordkiste scores 36 of 100 in the AI visibility index: weak. That is 4 less than on Oct 1.',
  );
  const compared = { from: '2026-07-01', to: '2026-09-30', index: { before: 30, after: 36, change: 6 } };
  expect(told({ ...report, compared }, 'de')).toContain(
    'Das ist 6 mehr als vom 1. Juli 2026 bis zum 30. September 2026.',
  );
  // A comparison with a later period reads the other way round.
  expect(told({ ...report, compared: { ...compared, order: 'later' } }, 'en')).toContain('That is 6 less than from');
  // One run is no trend.
  expect(told({ ...report, trend: { scores: report.trend.scores.slice(0, 1) } }, 'en')).not.toContain('the same as');
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
