import { inNumbers } from '../../charts/chart.ts';
import { h, type Node } from '../../charts/node.ts';
import type { Fields } from '../../../base/json/is-fields.ts';
import { note } from '../parts/blocks.ts';
import { datesOf, dayFormat, shortDayFormat } from '../parts/dates.ts';
import { fieldsOf, numberIn, textOf, timeOf } from '../parts/read.ts';
import { scoreBlock } from '../parts/score.ts';
import { toneOfTier } from '../parts/tones.ts';
import type { ViewContext } from '../parts/view.ts';
import { inWords } from '../parts/words.ts';
import { pointsOf } from './trend.ts';

/** The index with its change: in one sentence, then as a number with a ring. */
export function verdict(report: Fields, context: ViewContext): Node[] {
  const { words, locale } = context;
  const avi = fieldsOf(report['avi']);
  const value = numberIn(avi['score']);
  if (value === undefined) return [];
  const tier = textOf(avi['tier']) ?? '';
  const tierWord = inWords(tier, words.tiers);
  const sentence = words.verdict
    .replace('{brand}', () => textOf(report['brand']) ?? words.brand)
    .replace('{score}', inNumbers(value, context))
    .replace(': {tier}', () => (tierWord === '' ? '' : `: ${tierWord}`));
  const change = indexChange(report, context);
  const measuredAt = timeOf(avi['measured_on']);
  const measuredText =
    measuredAt === undefined ? undefined : `${words.measuredOn} ${dayFormat(locale).format(measuredAt)}`;
  return [
    h('p', { class: 'verdict' }, [sentence, change && changeSentence(change, context)].filter(Boolean).join(' ')),
    scoreBlock(
      {
        name: words.index,
        value,
        verdict: tierWord,
        tone: toneOfTier(tier),
        more: [measuredText, change && `${arrowOf(change.change)}${inNumbers(Math.abs(change.change), context)}`]
          .filter(Boolean)
          .join(', '),
      },
      context,
    ),
    ...(avi['outside_period'] === undefined ? [] : [note(words.outsidePeriod)]),
  ];
}

interface IndexChange {
  readonly change: number;
  /** The other side: `on Nov 7`, or `from Jul 1 – Sep 30`. */
  readonly when: string;
}

/** The change of the index: against the compared period, otherwise since the first of several runs. */
function indexChange(report: Fields, context: ViewContext): IndexChange | undefined {
  const { words, locale } = context;
  const compared = fieldsOf(report['compared']);
  if (compared['from'] !== undefined) {
    const change = numberIn(fieldsOf(compared['index'])['change']);
    // `before` is the earlier period; a comparison with a later one reads the other way round.
    const sign = compared['order'] === undefined ? 1 : -1;
    return change === undefined
      ? undefined
      : { change: sign * change, when: `${words.from} ${datesOf(compared, context).replace('–', words.to)}` };
  }
  const points = pointsOf(report);
  const [first, last] = [points[0], points.at(-1)];
  if (points.length < 2 || !first || !last) return undefined;
  return { change: last.value - first.value, when: `${words.on} ${shortDayFormat(locale).format(first.at)}` };
}

function changeSentence({ change, when }: IndexChange, context: ViewContext): string {
  const { verdictUp, verdictDown, verdictSame } = context.words;
  return (change > 0 ? verdictUp : change < 0 ? verdictDown : verdictSame)
    .replace('{change}', inNumbers(Math.abs(change), context))
    .replace('{when}', when);
}

const arrowOf = (change: number): string => (change > 0 ? '▲ +' : change < 0 ? '▼ −' : '± ');
