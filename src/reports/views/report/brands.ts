import { h, type Child, type Node } from '../../charts/node.ts';
import type { Fields } from '../../../base/json/is-fields.ts';
import { changeText, figureText } from '../parts/figures.ts';
import { barSection, button, note, numeric, pageTitle, section, table } from '../parts/blocks.ts';
import { datesOf } from '../parts/dates.ts';
import { numberIn, recordsOf, textOf, textsOf, fieldsOf } from '../parts/read.ts';
import type { ViewContext } from '../parts/view.ts';
import { gapInWords } from '../parts/words.ts';

/** All brands of a team, the largest decline first: the data of `visibility_report` for all brands. */
export function brands(report: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const rows = recordsOf(report['brands']);
  const compared = fieldsOf(report['compared']);
  const { from, to } = fieldsOf(report['period']);
  const other = datesOf(compared, context);
  const measured = rows.filter((row) => numberIn(row['index']) !== undefined);
  const gaps = rows.flatMap((row) => {
    const text = textOf(row['failed']) ?? textOf(row['not_available']);
    return text === undefined ? [] : [note(`${nameOf(row)}: ${gapInWords(text, 'index', words)}`)];
  });
  const reportButton = (row: Fields): Node =>
    button(words.wholeReport, {
      tool: 'visibility_report',
      arguments: {
        account: row['account'],
        brand: String(row['tracking_project_id']),
        from,
        to,
        compare: other === '' ? undefined : { from: compared['from'], to: compared['to'] },
      },
    });
  const cellsOf = (row: Fields): Child[] => {
    const share = numberIn(row['own_share']);
    return [
      h('span', {}, `${nameOf(row)} `, reportButton(row)),
      numberIn(row['index']),
      changeText('points', numberIn(row['change']), context),
      share === undefined ? undefined : figureText('share', share, context),
      textsOf(row['ahead']).join(', '),
      numberIn(row['false_claims']),
    ];
  };
  const figures = [words.indexShort, words.change, words.ownShare].map(numeric);
  return [
    pageTitle(
      words.allBrands,
      context,
      datesOf(fieldsOf(report['period']), context),
      other === '' ? undefined : `${words.comparedWith} ${other}`,
    ),
    ...barSection(
      words.index,
      {
        of: words.brand,
        measures: [words.before, words.after],
        max: 100,
        bars: measured.map((row) => ({
          label: nameOf(row),
          values: [numberIn(row['index_before']) ?? null, numberIn(row['index']) ?? null],
        })),
      },
      context,
    ),
    section(
      words.allBrands,
      table(
        [words.brand, ...figures, words.ahead, numeric(words.falseClaims)],
        rows.map(cellsOf),
        words.allBrands,
        context,
      ),
      ...gaps,
    ),
  ];
}

const nameOf = (row: Fields): string =>
  [textOf(row['account']), textOf(row['brand']) ?? textOf(row['domain'])].filter(Boolean).join(': ') || '–';
