import type { Bar } from '../../charts/bar-chart.ts';
import { inNumbers } from '../../charts/chart.ts';
import { h, type Node } from '../../charts/node.ts';
import type { Fields } from '../../../base/json/is-fields.ts';
import { barSection, evidenceButton, link, notShown, numeric, tableSection } from '../parts/blocks.ts';
import { fieldsOf, numberIn, recordsOf, textOf } from '../parts/read.ts';
import type { ViewContext } from '../parts/view.ts';
import { pagesOfSources } from './comparison.ts';

/** Maximum domains that are drawn. The table has all of them. */
const maxSources = 15;

export function sources(report: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const rows = recordsOf(report['cited_sources']).map((row) => ({
    domain: textOf(row['domain']) ?? '–',
    own: row['own'] === true,
    citations: numberIn(row['citations']),
    possibility: numberIn(row['possibility']),
  }));
  const remarkOf = ({ own, possibility }: (typeof rows)[number]): string | undefined =>
    own
      ? words.ownSite
      : possibility === undefined
        ? undefined
        : `${words.withinReach}: ${inNumbers(possibility, context)}/100`;
  const barOf = (row: (typeof rows)[number]): Bar => {
    const { citations } = row;
    const count =
      citations === undefined
        ? words.notMeasured
        : words[citations === 1 ? 'oneCitation' : 'manyCitations'].replace('{}', inNumbers(citations, context));
    return {
      label: row.domain,
      values: [citations ?? null],
      tone: row.own ? undefined : 'quiet',
      text: [count, remarkOf(row)].filter(Boolean).join(' · '),
    };
  };
  return barSection(
    words.sourcesTitle,
    {
      of: words.domain,
      measures: [words.citations],
      bars: rows.slice(0, maxSources).map(barOf),
      table: {
        columns: [words.domain, numeric(words.citations), reachColumn(context)],
        rows: rows.map(({ domain, citations, possibility }) => [
          h('span', {}, `${domain} `, evidenceButton(words.pages, 'pages', pagesOfSources(report, domain))),
          citations,
          possibility,
        ]),
      },
    },
    context,
    notShown(numberIn(fieldsOf(report['totals'])['cited_sources']), rows.length, words),
  );
}

const reachColumn = ({ words }: ViewContext) => numeric(`${words.reachable} (${words.ofHundred})`);

/** Sources that are easy to win. */
export function quickWins(report: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const rows = recordsOf(report['low_hanging_fruit']);
  return tableSection(
    words.winsTitle,
    [words.page, numeric(words.citations), reachColumn(context)],
    rows.map((row) => [
      link(textOf(row['url']) ?? textOf(row['domain']) ?? '–'),
      numberIn(row['citations']),
      numberIn(row['effective_possibility'] ?? row['citation_possibility_score']),
    ]),
    context,
    ...notShown(numberIn(fieldsOf(report['totals'])['low_hanging_fruit']), rows.length, words),
  );
}
