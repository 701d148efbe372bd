import { orDash } from '../charts/chart.ts';
import { h, type Node } from '../charts/node.ts';
import { assistantName } from './parts/assistant-name.ts';
import { link, note, numeric, table, type EvidenceKind } from './parts/blocks.ts';
import { fieldsOf, numberOf, recordsOf, textOf } from './parts/read.ts';
import type { View, ViewContext } from './parts/view.ts';

/** The evidence for a figure, a domain or a claim of a report: the data of the call that its button makes. */
export const evidence: Readonly<Record<EvidenceKind, View>> = { gaps, pages, claims };

function gaps(data: unknown, context: ViewContext): Node[] {
  const { words } = context;
  const rows = Object.entries(fieldsOf(fieldsOf(data)['platforms'])).map(([platform, value]) => {
    const { visibility, recommendation_rate, total_queries, total, diagnosis } = fieldsOf(value);
    const finding = textOf(fieldsOf(diagnosis)['finding']) ?? '';
    return [
      assistantName(platform),
      ...[visibility, recommendation_rate].map((rate) => orDash(numberOf(rate), { ...context, unit: '%' })),
      orDash(numberOf(total_queries ?? total), context),
      finding,
    ];
  });
  if (rows.length === 0) return [note(words.noData)];
  const figures = [words.visibility, words.recommendationRate, words.queries].map(numeric);
  return [table([words.platform, ...figures, words.finding], rows, words.showGaps)];
}

/** Effective possibility from which on a source counts as within reach. */
const near = 50;

function pages(data: unknown, context: ViewContext): Node[] {
  const { words } = context;
  const rows = recordsOf(data).map((row) => {
    const possibility = numberOf(row['effective_possibility']);
    const isNear = possibility !== undefined && possibility >= near;
    return [
      link(textOf(row['url']) ?? '–'),
      orDash(numberOf(row['citations']), context),
      row['is_own_domain'] === true ? words.pageIsOwn : isNear ? words.pageIsNear : words.pageIsFar,
    ];
  });
  if (rows.length === 0) return [note(words.noData)];
  return [
    table([words.page, numeric(words.citations), words.whatToDo], rows, words.showPages),
    note(words.pagesOfAllTime),
  ];
}

function claims(data: unknown, { words }: ViewContext): Node[] {
  const rows = recordsOf(data);
  if (rows.length === 0) return [note(words.noData)];
  return rows.flatMap((row) => {
    const anchor = fieldsOf(row['ground_truth_source_anchor']);
    return claimNodes(
      {
        platform: textOf(row['platform']),
        said: textOf(row['response_excerpt']),
        truth: textOf(anchor['passage']),
        source: textOf(anchor['source']),
      },
      words,
    );
  });
}

/** What was said, by whom, and the fact that contradicts it. */
export const claimNodes = (
  {
    platform,
    said,
    truth,
    source,
  }: {
    readonly platform?: string | undefined;
    readonly said?: string | undefined;
    readonly truth?: string | undefined;
    readonly source?: string | undefined;
  },
  words: ViewContext['words'],
): Node[] => [
  h('p', {}, h('strong', {}, `${words.said} (${assistantName(platform)}): `), said ?? words.notMeasured),
  h(
    'p',
    {},
    h('strong', {}, `${words.fact}: `),
    truth ?? words.notMeasured,
    source === undefined ? null : h('span', {}, ' (', link(source, words.source), ')'),
  ),
];
