import { lineChart } from '../../charts/line-chart.ts';
import type { Node } from '../../charts/node.ts';
import type { Fields } from '../../../base/json/is-fields.ts';
import { barSection, figure, numeric, section } from '../parts/blocks.ts';
import { dayFormat } from '../parts/dates.ts';
import { fieldsOf, numberIn, recordsOf, timeOf } from '../parts/read.ts';
import type { ViewContext } from '../parts/view.ts';
import { inWords } from '../parts/words.ts';

/** The six dimensions of the index. */
export function dimensions(report: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const bars = Object.entries(fieldsOf(fieldsOf(report['avi'])['dimensions'])).map(([name, value]) => ({
    label: inWords(name, words.dimensions),
    values: [numberIn(value) ?? null],
  }));
  return barSection(
    words.dimensionsTitle,
    { of: words.dimension, measures: [words.ofHundred], bars, max: 100 },
    context,
  );
}

/** The scores of the index over time, the earliest first. */
export const pointsOf = (report: Fields): { readonly at: number; readonly value: number }[] =>
  recordsOf(fieldsOf(report['trend'])['scores'])
    .flatMap((row) => {
      const at = timeOf(row['date']);
      const value = numberIn(row['avi_score']);
      return at === undefined || value === undefined ? [] : [{ at, value }];
    })
    .toSorted((a, b) => a.at - b.at);

/** The development of the index, if there are at least two runs. */
export function trend(report: Fields, context: ViewContext): Node[] {
  const { words, locale } = context;
  const points = pointsOf(report);
  if (points.length < 2) return [];
  const format = dayFormat(locale);
  const pointTexts = points.map(({ at, value }) => `${format.format(at)}: ${value}`);
  return [
    section(
      words.trendTitle,
      figure(
        `${words.trendTitle}: ${pointTexts.slice(-12).join(', ')}`,
        (options) => lineChart(points, options),
        [words.date, numeric(words.index)],
        points.map(({ at, value }) => [format.format(at), value]),
        context,
      ),
    ),
  ];
}
