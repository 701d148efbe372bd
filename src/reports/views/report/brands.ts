import { barChart } from '../../charts/bar-chart.ts';
import { h, type Node } from '../../charts/node.ts';
import type { Fields } from '../../../base/json/is-fields.ts';
import { changeText, figureText, type FigureKind } from '../parts/figures.ts';
import { button, figure, note, numeric, pageTitle, section, table } from '../parts/blocks.ts';
import { datesOf } from '../parts/dates.ts';
import { numberOf, recordsOf, textOf, textsOf, fieldsOf } from '../parts/read.ts';
import type { ViewContext } from '../parts/view.ts';
import { gapInWords } from '../parts/words.ts';

/** All brands of a team, the largest fall first: the data of `visibility_report` for all brands. */
export function brands(report: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const rows = recordsOf(report['brands']);
  const compared = fieldsOf(report['compared']);
  const [period, other] = [datesOf(fieldsOf(report['period']), context), datesOf(compared, context)];
  const nameOf = (row: Fields): string =>
    [textOf(row['account']), textOf(row['brand']) ?? textOf(row['domain'])].filter(Boolean).join(': ') || '–';
  const shown = (kind: FigureKind, value: unknown): string =>
    numberOf(value) === undefined ? '–' : figureText(kind, numberOf(value), context);
  const measured = rows.filter((row) => numberOf(row['index']) !== undefined);
  const title = words.index;
  const chart = barChart({
    ...context,
    label: `${title}: ${measured.map((row) => `${nameOf(row)} ${shown('points', row['index'])}`).join(', ')}`,
    bars: measured.map((row) => ({
      label: nameOf(row),
      values: [numberOf(row['index_before']) ?? null, numberOf(row['index']) ?? null],
    })),
    series: [words.before, words.after],
    max: 100,
    missing: words.notMeasured,
  });
  const columns = [words.brand, ...[words.before, words.after, words.change].map(numeric)];
  const gaps = rows.flatMap((row) => {
    const text = textOf(row['failed']) ?? textOf(row['not_available']);
    return text === undefined ? [] : [note(`${nameOf(row)}: ${gapInWords(text, 'index', words)}`)];
  });
  return [
    pageTitle(words.allBrands, context, period, other === '' ? undefined : `${words.comparedWith} ${other}`),
    ...(measured.length === 0
      ? []
      : [
          section(
            title,
            figure(
              chart,
              columns,
              measured.map((row) => [
                nameOf(row),
                shown('points', row['index_before']),
                shown('points', row['index']),
                changeText('points', numberOf(row['change']), context),
              ]),
              context,
            ),
          ),
        ]),
    section(
      words.allBrands,
      table(
        [
          words.brand,
          ...[words.indexShort, words.change, words.ownShare].map(numeric),
          words.ahead,
          numeric(words.falseClaims),
        ],
        rows.map((row) => [
          h(
            'span',
            {},
            `${nameOf(row)} `,
            button(words.wholeReport, {
              tool: 'visibility_report',
              arguments: {
                account: row['account'],
                brand: String(row['tracking_project_id']),
                from: fieldsOf(report['period'])['from'],
                to: fieldsOf(report['period'])['to'],
                compare: other === '' ? undefined : { from: compared['from'], to: compared['to'] },
              },
            }),
          ),
          shown('points', row['index']),
          changeText('points', numberOf(row['change']), context),
          shown('share', row['own_share']),
          textsOf(row['ahead']).join(', '),
          shown('count', row['false_claims']),
        ]),
        words.allBrands,
      ),
      ...gaps,
    ),
  ];
}
