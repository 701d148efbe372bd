import { barChart, type Bar } from '../../charts/bar-chart.ts';
import { inNumbers, orDash } from '../../charts/chart.ts';
import { h, type Node } from '../../charts/node.ts';
import type { Fields } from '../../../base/json/is-fields.ts';
import { evidenceButton, figure, link, notShown, numeric, section, table } from '../parts/blocks.ts';
import { fieldsOf, numberOf, recordsOf, textOf } from '../parts/read.ts';
import type { ViewContext } from '../parts/view.ts';
import { pagesOfSources } from './comparison.ts';

/** Domains that are drawn at most. The table has all of them. */
const maxSources = 15;

export function sources(report: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const rows = recordsOf(report['cited_sources']).map((row) => ({
    domain: textOf(row['domain']) ?? '–',
    own: row['own'] === true,
    citations: numberOf(row['citations']),
    possibility: numberOf(row['possibility']),
  }));
  if (rows.length === 0) return [];
  return [
    section(
      words.sourcesTitle,
      figure(
        barChart({
          ...context,
          label: `${words.sourcesTitle}: ${rows
            .slice(0, maxSources)
            .map(({ domain, citations }) => `${domain} ${citations ?? words.notMeasured}`)
            .join(', ')}`,
          bars: rows.slice(0, maxSources).map(({ domain, own, citations, possibility }): Bar => ({
            label: domain,
            values: [citations ?? null],
            tone: own ? undefined : 'quiet',
            text: [
              citations === undefined
                ? words.notMeasured
                : `${inNumbers(citations, context)} ${citations === 1 ? words.citation : words.citationsOf}`,
              own
                ? words.ownSite
                : possibility === undefined
                  ? undefined
                  : `${words.withinReach}: ${inNumbers(possibility, context)}/100`,
            ]
              .filter(Boolean)
              .join(' · '),
          })),
        }),
        [words.domain, numeric(words.citations), numeric(`${words.reachable} (${words.ofHundred})`)],
        rows.map(({ domain, citations, possibility }) => [
          h('span', {}, `${domain} `, evidenceButton(words.showPages, 'pages', pagesOfSources(report, domain))),
          orDash(citations, context),
          orDash(possibility, context),
        ]),
        context,
      ),
      ...notShown(numberOf(fieldsOf(report['totals'])['cited_sources']), rows.length, words),
    ),
  ];
}

/** Sources that are easy to win. */
export function quickWins(report: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const rows = recordsOf(report['low_hanging_fruit']);
  if (rows.length === 0) return [];
  return [
    section(
      words.winsTitle,
      table(
        [words.page, numeric(words.citations), numeric(`${words.reachable} (${words.ofHundred})`)],
        rows.map((row) => [
          link(textOf(row['url']) ?? textOf(row['domain']) ?? '–'),
          orDash(numberOf(row['citations']), context),
          orDash(numberOf(row['effective_possibility'] ?? row['citation_possibility_score']), context),
        ]),
        words.winsTitle,
      ),
      ...notShown(numberOf(fieldsOf(report['totals'])['low_hanging_fruit']), rows.length, words),
    ),
  ];
}
