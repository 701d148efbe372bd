import { h, type Node } from '../charts/node.ts';
import type { Fields } from '../../base/json/is-fields.ts';
import { assistantName } from './parts/assistant-name.ts';
import { figureText } from './parts/figures.ts';
import { link, note, numeric, table, type EvidenceKind } from './parts/blocks.ts';
import { fieldsOf, numberIn, recordsOf, textOf } from './parts/read.ts';
import type { View, ViewContext } from './parts/view.ts';
import type { Words } from './parts/words.ts';

/** The evidence for a figure, a domain or a claim of a report: the data of the call that the button makes. */
export const evidence: Readonly<Record<EvidenceKind, View>> = { gaps, pages, claims };

function gaps(data: unknown, context: ViewContext): Node[] {
  const { words } = context;
  const rows = Object.entries(fieldsOf(fieldsOf(data)['platforms'])).map(([platform, value]) => {
    const { visibility, recommendation_rate, total_queries, total, diagnosis } = fieldsOf(value);
    return [
      assistantName(platform),
      figureText('rate', numberIn(visibility), context),
      figureText('rate', numberIn(recommendation_rate), context),
      numberIn(total_queries ?? total),
      textOf(fieldsOf(diagnosis)['finding']),
    ];
  });
  if (rows.length === 0) return [note(words.noData)];
  const figures = [words.visibility, words.recommendationRate, words.answers].map(numeric);
  return [table([words.platform, ...figures, words.finding], rows, words.showGaps, context)];
}

/** Minimum effective possibility of a source that counts as within reach. */
const near = 50;

function pages(data: unknown, context: ViewContext): Node[] {
  const { words } = context;
  const rows = recordsOf(data).map((row) => {
    const possibility = numberIn(row['effective_possibility']);
    const isNear = possibility !== undefined && possibility >= near;
    return [
      link(textOf(row['url']) ?? '–'),
      numberIn(row['citations']),
      row['is_own_domain'] === true ? words.pageIsOwn : isNear ? words.pageIsNear : words.pageIsFar,
    ];
  });
  if (rows.length === 0) return [note(words.noData)];
  return [
    table([words.page, numeric(words.citations), words.whatToDo], rows, words.pages, context),
    note(words.pagesOfAllTime),
  ];
}

function claims(data: unknown, { words }: ViewContext): Node[] {
  const rows = recordsOf(data);
  if (rows.length === 0) return [note(words.noData)];
  return rows.flatMap((row) => {
    const { passage, source } = fieldsOf(row['ground_truth_source_anchor']);
    return claimNodes({ platform: row['platform'], said: row['response_excerpt'], truth: passage, source }, words);
  });
}

/** The claim, the assistant that made it, and the fact that contradicts it. */
export function claimNodes({ platform, said, truth, source }: Fields, words: Words): Node[] {
  const address = textOf(source);
  return [
    h(
      'p',
      {},
      h('strong', {}, `${words.said.replace('{}', assistantName(textOf(platform)))}: `),
      textOf(said) ?? words.notMeasured,
    ),
    h(
      'p',
      {},
      h('strong', {}, `${words.fact}: `),
      textOf(truth) ?? words.notMeasured,
      address === undefined ? null : h('span', {}, ' (', link(address, words.source), ')'),
    ),
  ];
}
