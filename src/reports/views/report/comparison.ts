import { barChart } from '../../charts/bar-chart.ts';
import { h, type Child, type Node } from '../../charts/node.ts';
import type { Fields } from '../../../base/json/is-fields.ts';
import { assistantName } from '../parts/assistant-name.ts';
import { evidenceButton, figure, bulletList, note, notAvailable, numeric, section } from '../parts/blocks.ts';
import { datesOf } from '../parts/dates.ts';
import { fieldsOf, numberOf, recordsOf, textOf, textsOf } from '../parts/read.ts';
import type { ViewAction, ViewContext } from '../parts/view.ts';
import { changeText, figureText, movedText, type FigureKind, type Moved } from '../parts/figures.ts';
import { badge } from '../parts/score.ts';
import type { Tone } from '../../charts/theme.ts';
import { gapInWords, type Words } from '../parts/words.ts';

/** The comparison of two periods: the changes in words, the figures of both, then what was gained and lost. */
export function comparison(report: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const compared = fieldsOf(report['compared']);
  const dates = datesOf(compared, context);
  if (dates === '') return [];
  const title = `${words.comparedWith} ${dates}`;
  const overlap = datesOf(fieldsOf(compared['overlap']), context);
  return [
    section(
      title,
      ...[inWords(compared, context)].filter(({ length }) => length > 0).map(bulletList),
      ...sides(title, figuresOf(compared, words), context),
      ...changes(report, compared, context),
      ...sides(words.platformsTitle, assistantsOf(compared, words), context),
      ...(overlap === '' ? [] : [note(words.overlap.replace('{}', overlap))]),
      ...notAvailable(compared, words),
    ),
  ];
}

/** Figures of both periods as bars, and as a table. */
function sides(title: string, moves: readonly NamedMove[], context: ViewContext): Node[] {
  const { words } = context;
  const shown = (kind: FigureKind, value: number | null): string => figureText(kind, value, context);
  if (moves.length === 0) return [];
  return [
    figure(
      barChart({
        ...context,
        label: `${title}: ${moves.map(({ kind, name, before, after }) => `${name} ${shown(kind, before)} → ${shown(kind, after)}`).join(', ')}`,
        bars: moves.map(({ kind, name, before, after }) => ({
          label: kind === 'points' ? name : `${name} (%)`,
          values: [before, after],
        })),
        series: [words.before, words.after],
        max: 100,
        missing: words.notMeasured,
      }),
      ['', ...[words.before, words.after, words.change].map(numeric)],
      moves.map(({ kind, name, before, after, change }) => [
        name,
        shown(kind, before),
        shown(kind, after),
        changeText(kind, change, context),
      ]),
      context,
    ),
  ];
}

interface NamedMove extends Moved {
  readonly kind: FigureKind;
  readonly name: string;
}

const movedIn = (kind: FigureKind, name: string, value: unknown): NamedMove => {
  const { before, after, change } = fieldsOf(value);
  return {
    kind,
    name,
    before: numberOf(before) ?? null,
    after: numberOf(after) ?? null,
    change: numberOf(change) ?? null,
  };
};

/** The figures of both periods; one that neither has is left out. */
const figuresOf = (compared: Fields, words: Words): NamedMove[] => {
  const voice = fieldsOf(compared['share_of_voice']);
  return [
    movedIn('points', words.index, compared['index']),
    movedIn('rate', words.visibility, compared['visibility']),
    ...Object.entries(fieldsOf(compared['dimensions'])).map(([name, value]) =>
      movedIn('points', words.dimensions[name] ?? name, value),
    ),
    movedIn('share', words.ownShare, voice['own']),
    movedIn('share', words.rivalShare, voice['competitors']),
  ].filter(isMeasured);
};

/** The figures of each assistant in both periods. */
const assistantsOf = (compared: Fields, words: Words): NamedMove[] =>
  recordsOf(compared['platforms'])
    .flatMap(({ platform, visibility, recommendation_rate, citation_rate }) =>
      (
        [
          [words.visibility, visibility],
          [words.recommendationRate, recommendation_rate],
          [words.citationRate, citation_rate],
        ] as const
      ).map(([rate, move]) => movedIn('rate', `${assistantName(textOf(platform))}: ${rate}`, move)),
    )
    .filter(isMeasured);

const isMeasured = ({ before, after }: Moved): boolean => before !== null || after !== null;

/** A line about the index, then one about each of the largest changes. */
function inWords(compared: Fields, context: ViewContext): string[] {
  const { words } = context;
  const moves = [
    movedIn('points', words.index, compared['index']),
    ...recordsOf(compared['most_moved']).map((move) => {
      const [kind, name] = nameOf(textOf(move['what']) ?? '', words);
      return movedIn(kind, name, move);
    }),
  ].filter(({ change }) => change !== null);
  const isCompared = [...figuresOf(compared, words), ...assistantsOf(compared, words)].some(
    ({ change }) => change !== null,
  );
  if (moves.length === 0) return isCompared ? [words.nothingMoved] : [];
  return moves.map((move) => `${move.name}: ${movedText(move.kind, move, context)}`);
}

/** `what` of a move as `visibility_report` names it: a dimension, an assistant with a rate, or a share of the citations. */
function nameOf(what: string, words: Words): readonly [FigureKind, string] {
  if (what === 'share of citations, own') return ['share', words.ownShare];
  if (what === 'share of citations, competitors') return ['share', words.rivalShare];
  const [platform = '', rate] = what.split(' ');
  const rates: Readonly<Record<string, string>> = {
    visibility: words.visibility,
    recommendation_rate: words.recommendationRate,
    citation_rate: words.citationRate,
  };
  if (rate === undefined) return ['points', words.dimensions[what] ?? what];
  return ['rate', `${assistantName(platform)}: ${rates[rate] ?? rate}`];
}

/** Something that came or went, and whether that is good for the brand; undefined where it is neither. */
interface Change {
  readonly text: string;
  readonly what: string;
  readonly isGood: boolean | undefined;
  readonly more?: Child | undefined;
}

/** What came and what went: what is better for the brand, what is worse, and the rest, each with how many are not shown. */
function changes(report: Fields, compared: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const all = [
    ...domainChanges(report, compared, words),
    ...winChanges(compared, words),
    ...claimChanges(report, compared, words),
  ];
  const more = ['cited_domains', 'low_hanging_fruit', 'claims']
    .flatMap((part) => Object.values(fieldsOf(fieldsOf(compared[part])['not_shown'])))
    .reduce<number>((sum, count) => sum + (numberOf(count) ?? 0), 0);
  const unknown = textOf(fieldsOf(compared['claims'])['gained']);
  const groups: readonly (readonly [string, Tone | undefined, boolean | undefined])[] = [
    [words.better, 'good', true],
    [words.worse, 'bad', false],
    [words.otherChanges, undefined, undefined],
  ];
  return [
    ...groups.flatMap(([title, tone, isGood]) => {
      const items = all.filter((change) => change.isGood === isGood);
      if (items.length === 0) return [];
      return [
        h('p', {}, badge(title, tone), ` ${items.length}`),
        bulletList(items.map(({ what, text, more: evidence }) => h('span', {}, `${text}: ${what} `, evidence ?? null))),
      ];
    }),
    ...(more > 0 ? [note(words.notShown.replace('{}', String(more)))] : []),
    ...(unknown === undefined ? [] : [note(gapInWords(unknown, 'claims', words))]),
  ];
}

function domainChanges(report: Fields, compared: Fields, words: Words): Change[] {
  const { gained, lost } = fieldsOf(compared['cited_domains']);
  const own = new Set([
    textOf(report['domain']),
    ...recordsOf(report['cited_sources'])
      .filter(({ own: isOwn }) => isOwn === true)
      .map(({ domain }) => textOf(domain)),
  ]);
  const rivals = new Set(recordsOf(report['competitors']).map(({ domain }) => textOf(domain)));
  const change = (domain: string, isGain: boolean): Change => ({
    text: rivals.has(domain) ? `${domain} (${words.rival})` : own.has(domain) ? `${domain} (${words.ownSite})` : domain,
    what: isGain ? words.newSource : words.goneSource,
    isGood: own.has(domain) ? isGain : rivals.has(domain) ? !isGain : undefined,
    more: evidenceButton(words.showPages, 'pages', pagesOfSources(report, domain)),
  });
  return [...textsOf(gained).map((one) => change(one, true)), ...textsOf(lost).map((one) => change(one, false))];
}

function winChanges(compared: Fields, words: Words): Change[] {
  const { gained, lost } = fieldsOf(compared['low_hanging_fruit']);
  return [
    ...textsOf(gained).map((text): Change => ({ text, what: words.newWin, isGood: true })),
    ...textsOf(lost).map((text): Change => ({ text, what: words.goneWin, isGood: undefined })),
  ];
}

function claimChanges(report: Fields, compared: Fields, words: Words): Change[] {
  const { gained, lost } = fieldsOf(compared['claims']);
  const change = (claim: string, isGain: boolean): Change => ({
    text: claim,
    what: isGain ? words.newClaim : words.goneClaim,
    isGood: !isGain,
    more: evidenceButton(words.showSaid, 'claims', claimsOf(report, claim)),
  });
  return [...textsOf(gained).map((one) => change(one, true)), ...textsOf(lost).map((one) => change(one, false))];
}

/** The call that lists the pages of a domain. */
export const pagesOfSources = (report: Fields, domain: string): ViewAction => ({
  tool: 'call_read',
  arguments: {
    operation: 'cited_sources.list',
    arguments: { id: report['tracking_project_id'], domain, sort: 'citations_desc' },
    fields: ['url', 'citations', 'effective_possibility', 'is_own_domain', 'outreach_status', 'platforms'],
  },
});

/** The call that lists what was said of a claim, and the fact beside it. */
const claimsOf = (report: Fields, claim: string): ViewAction => ({
  tool: 'call_read',
  arguments: {
    operation: 'accuracy.list',
    arguments: { id: report['tracking_project_id'], search: claim },
    fields: ['claim_normalized', 'platform', 'response_excerpt', 'verification_status', 'ground_truth_source_anchor'],
  },
});
