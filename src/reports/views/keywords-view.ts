import { inNumbers } from '../charts/chart.ts';
import { h, type Child, type Node } from '../charts/node.ts';
import {
  barSection,
  note,
  notAvailable,
  emptyState,
  numbers,
  numeric,
  pageTitle,
  paidButton,
  tableSection,
} from './parts/blocks.ts';
import type { Fields } from '../../base/json/is-fields.ts';
import { fieldsOf, numberIn, recordsOf, textOf, textsOf } from './parts/read.ts';
import type { View, ViewContext } from './parts/view.ts';
import { inWords } from './parts/words.ts';

/** Maximum clusters that are drawn. The table has all of them. */
const maxBars = 15;

/** Keywords in clusters, best opportunities first: the data of `research_keywords`. */
export const keywordsView: View = (data, context) => {
  const { words } = context;
  const research = fieldsOf(data);
  const clusters = clustersOf(research, context);
  const keywords = recordsOf(research['top_keywords']);
  const volume = clusters.reduce((sum, cluster) => sum + (cluster.volume ?? 0), 0);
  const project = textOf(research['project']);
  const figures = [words.opportunity, words.volume, words.difficulty].map(numeric);
  const options = { ...context, sortable: true };
  const isEmpty = clusters.length === 0 && keywords.length === 0;
  return [
    pageTitle(words.keywordsTitle, context),
    ...notAvailable(research, words),
    ...(isEmpty
      ? [emptyState(words.noData, words.empty.keywords)]
      : numbers(
          [
            [words.keywords, numberIn(research['keywords'])],
            [words.clusters, clusters.length],
            [words.volume, volume || undefined],
          ],
          context,
        )),
    ...opportunities(clusters, context),
    ...tableSection(
      words.topKeywords,
      [words.keyword, ...figures],
      keywords.map((row) => [
        withWriting(textOf(row['keyword']), project, context),
        ...['opportunity', 'volume', 'difficulty'].map((name) => numberIn(row[name])),
      ]),
      options,
    ),
    ...tableSection(
      words.clusters,
      [words.cluster, ...figures],
      clusters.map(({ name, opportunity, volume: searches, difficulty, intent, keywords: names }) => [
        withKeywords(intent === '' ? name : `${name} (${intent})`, names),
        opportunity,
        searches,
        difficulty,
      ]),
      options,
    ),
  ];
};

interface Cluster {
  readonly name: string;
  readonly opportunity: number | undefined;
  readonly volume: number | undefined;
  readonly difficulty: number | undefined;
  readonly intent: string;
  readonly keywords: readonly string[];
}

const clustersOf = (research: Fields, { words }: ViewContext): Cluster[] =>
  recordsOf(research['clusters'])
    .map((row) => ({
      name: textOf(row['cluster']) ?? '–',
      opportunity: numberIn(row['opportunity']),
      volume: numberIn(row['volume']),
      difficulty: numberIn(row['difficulty']),
      intent: inWords(textOf(row['intent']) ?? '', words.intents),
      keywords: textsOf(row['keywords']),
    }))
    .toSorted((a, b) => (b.opportunity ?? -1) - (a.opportunity ?? -1));

function opportunities(clusters: readonly Cluster[], context: ViewContext): Node[] {
  const { words } = context;
  const bars = clusters.flatMap(({ name, opportunity }) =>
    opportunity === undefined ? [] : [{ label: name, values: [opportunity] }],
  );
  const omitted = clusters.length - Math.min(bars.length, maxBars);
  return barSection(
    words.opportunity,
    { of: words.cluster, measures: [words.opportunity], bars: bars.slice(0, maxBars) },
    context,
    omitted > 0 ? [note(`+ ${inNumbers(omitted, context)} ${words.moreBelow}`)] : [],
    note(words.opportunityNote),
  );
}

/** A keyword with a button that writes an article, in the project of the research if it has one. */
function withWriting(keyword: string | undefined, project: string | undefined, { words }: ViewContext): Child {
  if (keyword === undefined) return '–';
  const write = { tool: 'write_article', arguments: { project, keyword } };
  return h('span', {}, `${keyword} `, paidButton(words.writeThis, write, keyword));
}

/** A cluster: its name, with its keywords below. */
const withKeywords = (name: string, keywords: readonly string[]): Child =>
  keywords.length === 0 ? name : h('span', {}, `${name}: `, h('span', { class: 'more' }, keywords.join(', ')));
