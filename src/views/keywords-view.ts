import { barChart } from '../charts/bar-chart.ts';
import { inNumbers } from '../charts/chart.ts';
import { h, type Node } from '../charts/node.ts';
import { figure, note, numbers, section, table } from './parts/blocks.ts';
import { fieldsOf, numberOf, recordsOf, textOf, textsOf, type Fields } from './parts/read.ts';
import type { View, ViewContext } from './parts/view.ts';

/** Clusters drawn; the table has all of them. */
const maxBars = 15;

/** Keywords in clusters, best opportunities first: the data of `research_keywords`. */
export const keywordsView: View = (data, context) => {
  const { words } = context;
  const research = fieldsOf(data);
  const clusters = recordsOf(research['clusters'])
    .map((row) => ({
      name: textOf(row['cluster']) ?? '–',
      opportunity: numberOf(row['opportunity']) ?? 0,
      volume: numberOf(row['volume']),
      difficulty: numberOf(row['difficulty']),
      intent: textOf(row['intent']) ?? '–',
      keywords: textsOf(row['keywords']),
      size: numberOf(row['size']),
    }))
    .toSorted((a, b) => b.opportunity - a.opportunity);
  if (clusters.length === 0) return [h('h1', {}, words.keywordsTitle), note(words.noData)];
  const shown = (value: number | undefined): string => (value === undefined ? '–' : inNumbers(value, context));
  const ranking = textOf(research['ranked_by']);
  const drawn = clusters.slice(0, maxBars);
  return [
    h('h1', {}, words.keywordsTitle),
    numbers([
      [words.keywords, shown(numberOf(research['keywords']))],
      [words.cluster, shown(clusters.length)],
    ]),
    figure(
      barChart({
        ...context,
        label: `${words.keywordsTitle}: ${drawn.map(({ name, opportunity }) => `${name} ${shown(opportunity)}`).join(', ')}`,
        bars: drawn.map(({ name, opportunity }) => ({ label: name, values: [opportunity] })),
      }),
      [{ name: words.cluster }, { name: words.opportunity, numeric: true }],
      drawn.map(({ name, opportunity }) => [name, shown(opportunity)]),
      context,
    ),
    ...[ranking, textOf(research['units'])].filter((text) => text !== undefined).map(note),
    ...topKeywords(research, context),
    section(
      words.keywords,
      table(
        [
          { name: words.cluster },
          { name: words.opportunity, numeric: true },
          { name: words.volume, numeric: true },
          { name: words.difficulty, numeric: true },
          { name: words.intent },
          { name: words.keywords },
        ],
        clusters.map(({ name, opportunity, volume, difficulty, intent, keywords }) => [
          name,
          shown(opportunity),
          shown(volume),
          shown(difficulty),
          intent,
          keywords.join(', '),
        ]),
        words.keywordsTitle,
      ),
    ),
  ];
};

function topKeywords(research: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const rows = recordsOf(research['top_keywords']);
  if (rows.length === 0) return [];
  const shown = (value: unknown): string => {
    const number = numberOf(value);
    return number === undefined ? '–' : inNumbers(number, context);
  };
  return [
    section(
      words.topKeywords,
      table(
        [
          { name: words.keywords },
          { name: words.opportunity, numeric: true },
          { name: words.volume, numeric: true },
          { name: words.difficulty, numeric: true },
        ],
        rows.map((row) => [
          textOf(row['keyword']) ?? '–',
          shown(row['opportunity']),
          shown(row['volume']),
          shown(row['difficulty']),
        ]),
        words.topKeywords,
      ),
    ),
  ];
}
