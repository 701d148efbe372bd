import type { Node } from '../../charts/node.ts';
import type { Fields } from '../../../base/json/is-fields.ts';
import { assistantName } from '../parts/assistant-name.ts';
import { barSection, evidenceButton, numbers, numeric, table } from '../parts/blocks.ts';
import { figureText } from '../parts/figures.ts';
import { fieldsOf, numberIn, recordsOf, textOf } from '../parts/read.ts';
import type { ViewContext } from '../parts/view.ts';
import { inWords } from '../parts/words.ts';

/** The most important figures over all assistants, after the index. */
export function keyFigures(report: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const overall = fieldsOf(report['overall']);
  const visibility = numberIn(overall['visibility']);
  const own = numberIn(fieldsOf(report['share_of_voice'])['own']);
  const answers = words.ofAnswers.replace('{}', figureText('count', numberIn(overall['answers']), context));
  return numbers(
    [
      [
        `${words.overallVisibility} (${answers})`,
        visibility === undefined ? undefined : figureText('rate', visibility, context),
      ],
      [words.ownShare, own === undefined ? undefined : figureText('share', own, context)],
      [words.prompts, numberIn(report['prompts'])],
    ],
    context,
  );
}

/** The assistants in comparison, with the number of answers behind each figure. */
export function assistants(report: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const rows = recordsOf(report['platforms']);
  return barSection(
    words.platformsTitle,
    {
      of: words.platform,
      measures: [words.visibility, words.recommendationRate, words.citationRate],
      bars: rows.map((row) => ({
        label: assistantName(textOf(row['platform'])),
        values: ['visibility', 'recommendation_rate', 'citation_rate'].map((rate) => numberIn(row[rate]) ?? null),
      })),
      max: 100,
      unit: '%',
    },
    context,
    table(
      [words.platform, ...[words.answers, words.position, words.sentiment].map(numeric)],
      rows.map((row) => [
        assistantName(textOf(row['platform'])),
        figureText('count', numberIn(row['total']), context),
        figureText('position', numberIn(row['avg_position']), context),
        sentimentText(row['sentiment'], context),
      ]),
      words.platformsTitle,
    ),
    evidenceButton(words.showGaps, 'gaps', gapsOf(report)),
  );
}

/** The platform states no scale of the sentiment: a number or a word, unchanged. */
const sentimentText = (sentiment: unknown, context: ViewContext): string =>
  numberIn(sentiment) === undefined
    ? inWords(textOf(sentiment) ?? context.words.notMeasured, context.words.sentiments)
    : figureText('points', numberIn(sentiment), context);

/** The call that reads the gaps of the platforms in the period of the report. */
const gapsOf = (report: Fields) => {
  const { from, to } = fieldsOf(report['period']);
  return {
    tool: 'call_read',
    arguments: { operation: 'insights.platform_gap', arguments: { id: report['tracking_project_id'], from, to } },
  };
};
