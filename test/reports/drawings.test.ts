import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { h, textIn } from '../../src/charts/node.ts';
import { brandReport } from '../../src/reports/brand-report.ts';
import { encodePng } from '../../src/reports/encode-png.ts';
import { reportWords } from '../../src/reports/report-words.ts';
import { toSvg } from '../../src/reports/to-svg.ts';
import { viewPicture } from '../../src/reports/view-picture.ts';
import { wordsFor } from '../../src/views/parts/words.ts';

const chart = (name: string) =>
  h('section', {}, h('h2', {}, name), h('svg', { height: 20, 'data-name': name }), h('p', {}, `On ${name}.`));

test('a picture has as many charts as it may, and nothing of a section whose chart it leaves out', () => {
  const nodes = [
    h('h1', {}, 'Tea'),
    chart('one'),
    chart('two'),
    h('section', {}, h('h2', {}, 'last'), h('p', {}, 'End.')),
  ];
  const two = toSvg(nodes, 2);
  expect([two.includes('data-name="one"'), two.includes('data-name="two"')]).toEqual([true, true]);
  const one = toSvg(nodes, 1);
  expect([one.includes('data-name="one"'), one.includes('On one.'), one.includes('End.')]).toEqual([true, true, true]);
  expect(one).not.toMatch(/two/);
});

test.each([
  [true, true],
  [false, false],
])('what comes from the embedded platform says so, other data does not: %s', (sandbox, says) => {
  const data = { brand: 'Tea', avi: { score: 36, tier: 'red' } };
  const picture = viewPicture('report', data, { maxCharts: 1, sandbox });
  // A picture breaks it into lines.
  const [firstWords = ''] = /^(\S+ \S+)/.exec(wordsFor('en').embedded) ?? [];
  expect(picture.includes(firstWords)).toBe(says);
  const report = brandReport(data, { locale: 'en', now: 0, sandbox }).map(textIn).join('\n');
  expect(report.includes(reportWords.en.sandbox)).toBe(says);
});

test.each([
  [1, 3],
  [256, 3],
  [257, 2],
])('a drawing of %i colours is a PNG of type %i, with each pixel as it was', (count, type) => {
  const colours = Array.from({ length: count }, (_, n) => [n % 256, n >> 8, 7]);
  const png = Buffer.from(
    encodePng({ width: count, height: 1, pixels: Uint8Array.from(colours.flatMap((one) => [...one, 255])) }),
  );
  expect([png.readUInt32BE(16), png.readUInt32BE(20), png[25]]).toEqual([count, 1, type]);
  const partOf = (name: string): Buffer => {
    const at = png.indexOf(name, 0, 'latin1');
    return png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4));
  };
  const [filter, ...line] = inflateSync(partOf('IDAT'));
  const palette = type === 3 ? [...partOf('PLTE')] : [];
  const pixels = type === 3 ? line.flatMap((n) => palette.slice(3 * n, 3 * n + 3)) : line;
  expect([filter, pixels]).toEqual([0, colours.flat()]);
});
