import fc from 'fast-check';
import { expect, test } from 'vitest';
import { barChart } from '../../../src/reports/charts/bar-chart.ts';
import { inNumbers } from '../../../src/reports/charts/chart.ts';
import { legend } from '../../../src/reports/charts/legend.ts';
import { lineChart } from '../../../src/reports/charts/line-chart.ts';
import { h, isElement, textIn, type Node } from '../../../src/reports/charts/node.ts';
import { cutToWidth, textWidth } from '../../../src/reports/charts/text-width.ts';
import { theme } from '../../../src/reports/charts/theme.ts';
import { toMarkup } from '../../../src/reports/charts/to-markup.ts';

const options = { label: 'x', missing: 'not measured', width: 600, locale: 'en' };

/** All elements of a drawing. */
const all = (node: Node): Node[] => [node, ...node.children.filter(isElement).flatMap(all)];
const numberIn = (node: Node | undefined, name: string): number => Number(node?.attributes[name]);
const filledWith = (node: Node, fill: string): Node[] =>
  all(node).filter(({ tag, attributes }) => tag === 'rect' && attributes['fill'] === fill);

test.each([
  [0, 0],
  [50, 0.5],
  [100, 1],
  [150, 1],
  [-20, 0],
])('a bar of %i on a scale to 100 fills a share of %f of its track', (value, share) => {
  const chart = barChart({ ...options, max: 100, bars: [{ label: 'a', values: [value] }] });
  const [track] = filledWith(chart, theme.track);
  const [bar] = filledWith(chart, theme.series[0]);
  expect(numberIn(bar, 'width')).toBeCloseTo(share * numberIn(track, 'width'), 0);
});

test('dates below a line do not overlap', () => {
  const points = Array.from({ length: 4 }, (_, n) => ({ at: Date.UTC(2026, 0, n === 3 ? 90 : n + 1), value: n }));
  const chart = lineChart(points, { ...options, width: 460 });
  const labels = all(chart).filter(({ tag, attributes }) => tag === 'text' && attributes['y'] === 211);
  const ends = labels.map((label) => numberIn(label, 'x') + textWidth(textIn(label)) / 2);
  for (const [n, label] of labels.slice(1).entries())
    expect(numberIn(label, 'x') - textWidth(textIn(label)) / 2).toBeGreaterThan(ends[n] ?? 0);
  expect(labels.length).toBe(2);
});

test('whatever names are in it, a legend is as wide as its drawing', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 60 }), { minLength: 1, maxLength: 12 }), (series) => {
      const { nodes, height } = legend(series, { width: 300 });
      for (const text of nodes.flatMap(all).filter(({ tag }) => tag === 'text')) {
        expect(numberIn(text, 'x') + textWidth(textIn(text))).toBeLessThanOrEqual(300);
        expect(numberIn(text, 'y')).toBeLessThan(height);
      }
    }),
    { seed: 20_261_126 },
  );
});

test('a text that is cut fits, and one that fits is not cut', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.integer({ min: 40, max: 400 }), (text, width) => {
      const whole = text.replaceAll(/\s+/g, ' ').trim();
      const cut = cutToWidth(text, width);
      if (textWidth(whole) <= width) expect(cut).toBe(whole);
      else expect(textWidth(cut)).toBeLessThanOrEqual(width);
    }),
    { seed: 20_261_126 },
  );
});

test.each([
  [1_234.56, '', '1,234.6'],
  [999_999_999_999, '', '999,999,999,999'],
  [1e12, '', '1E12'],
  [72, '%', '72\u00A0%'],
])('%d with the unit "%s" is written %s', (value, unit, text) => {
  expect(inNumbers(value, { locale: 'en', unit })).toBe(text);
});

test('markup holds no text as more than text, and nothing that XML does not allow', () => {
  const hostile = '"\'<b>&\u0008\uFFFE\uD800ok';
  expect(toMarkup(h('p', { title: hostile, hidden: true, id: undefined }, hostile))).toBe(
    '<p title="&quot;&#39;&lt;b&gt;&amp;\uFFFDok" hidden>&quot;&#39;&lt;b&gt;&amp;\uFFFDok</p>',
  );
});
