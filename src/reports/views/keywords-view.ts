import { inNumbers } from '../charts/chart.ts';
import { h, type Child, type Node } from '../charts/node.ts';
import {
  barFigure,
  note,
  notAvailable,
  emptyState,
  numberCell,
  numbers,
  numeric,
  pageTitle,
  paidButton,
  section,
  table,
} from './parts/blocks.ts';
import type { Fields } from '../../base/json/is-fields.ts';
import { fieldsOf, numberOf, recordsOf, textOf, textsOf } from './parts/read.ts';
import type { View, ViewContext } from './parts/view.ts';
import { inWords } from './parts/words.ts';

/** Clusters that are drawn at most. The table has all of them. */
const maxBars = 15;

/** Keywords in clusters, best opportunities first: the data of `research_keywords`. */
export const keywordsView: View = (data, context) => {
  const { words } = context;
  const research = fieldsOf(data);
  const clusters = clustersOf(research, context);
  const keywords = recordsOf(research['top_keywords']);
  const title = pageTitle(words.keywordsTitle, context);
  const gaps = notAvailable(research, context.words);
  if (clusters.length === 0 && keywords.length === 0)
    return [title, ...gaps, emptyState(words.noData, words.empty.keywords)];
  const volume = clusters.reduce((sum, cluster) => sum + (cluster.volume ?? 0), 0);
  const count = numberOf(research['keywords']);
  return [
    title,
    ...gaps,
    ...numbers([
      [words.keywords, count === undefined ? undefined : inNumbers(count, context)],
      [words.clusters, inNumbers(clusters.length, context)],
      [words.volume, volume > 0 ? inNumbers(volume, context) : undefined],
    ]),
    ...(clusters.some(({ opportunity }) => opportunity !== undefined) ? [opportunities(clusters, context)] : []),
    ...(keywords.length > 0 ? [bestKeywords(keywords, textOf(research['project']), context)] : []),
    ...(clusters.length > 0 ? [allClusters(clusters, context)] : []),
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
      opportunity: numberOf(row['opportunity']),
      volume: numberOf(row['volume']),
      difficulty: numberOf(row['difficulty']),
      intent: inWords(textOf(row['intent']) ?? '', words.intents),
      keywords: textsOf(row['keywords']),
    }))
    .toSorted((a, b) => (b.opportunity ?? -1) - (a.opportunity ?? -1));

function opportunities(clusters: readonly Cluster[], context: ViewContext): Node {
  const { words } = context;
  const drawnClusters = clusters.filter(({ opportunity }) => opportunity !== undefined).slice(0, maxBars);
  const omitted = clusters.length - drawnClusters.length;
  return section(
    words.opportunity,
    barFigure(
      words.keywordsTitle,
      words.cluster,
      [words.opportunity],
      { bars: drawnClusters.map(({ name, opportunity }) => ({ label: name, values: [opportunity ?? null] })) },
      context,
    ),
    ...(omitted > 0 ? [note(`+ ${inNumbers(omitted, context)} ${words.moreBelow}`)] : []),
    note(words.opportunityNote),
  );
}

/** The best keywords, each with a button that writes an article. `project`: the one named in the call, where that article is written. */
function bestKeywords(rows: readonly Fields[], project: string | undefined, context: ViewContext): Node {
  const { words } = context;
  return section(
    words.topKeywords,
    table(
      [words.keyword, numeric(words.opportunity), numeric(words.volume), numeric(words.difficulty)],
      rows.map((row) => [
        withWriting(textOf(row['keyword']), project, context),
        numberCell(numberOf(row['opportunity']), context),
        numberCell(numberOf(row['volume']), context),
        numberCell(numberOf(row['difficulty']), context),
      ]),
      words.topKeywords,
      true,
    ),
  );
}

function withWriting(keyword: string | undefined, project: string | undefined, { words }: ViewContext): Child {
  if (keyword === undefined) return '–';
  const write = { tool: 'write_article', arguments: { project, keyword } };
  return h('span', {}, `${keyword} `, paidButton(words.writeThis, write, { about: keyword, needsProject: true }));
}

function allClusters(clusters: readonly Cluster[], context: ViewContext): Node {
  const { words } = context;
  return section(
    words.clusters,
    table(
      [words.cluster, numeric(words.opportunity), numeric(words.volume), numeric(words.difficulty)],
      clusters.map(({ name, opportunity, volume, difficulty, intent, keywords }) => [
        withKeywords(intent === '' ? name : `${name} (${intent})`, keywords),
        numberCell(opportunity, context),
        numberCell(volume, context),
        numberCell(difficulty, context),
      ]),
      words.keywordsTitle,
      true,
    ),
  );
}

/** A cluster with its keywords below its name. */
const withKeywords = (name: string, keywords: readonly string[]): Child =>
  keywords.length === 0 ? name : h('span', {}, `${name}: `, h('span', { class: 'more' }, keywords.join(', ')));
