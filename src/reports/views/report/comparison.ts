import { h, type Child, type Node } from '../../charts/node.ts';
import type { Fields } from '../../../base/json/is-fields.ts';
import { assistantName } from '../parts/assistant-name.ts';
import {
  barFigure,
  evidenceButton,
  bulletList,
  note,
  notAvailable,
  notShown,
  numeric,
  section,
} from '../parts/blocks.ts';
import { datesOf } from '../parts/dates.ts';
import { fieldsOf, numberIn, recordsOf, textOf, textsOf } from '../parts/read.ts';
import type { ViewAction, ViewContext } from '../parts/view.ts';
import { changeText, figureText, movedText, type FigureKind, type Moved } from '../parts/figures.ts';
import { badge } from '../parts/score.ts';
import type { Tone } from '../../charts/theme.ts';
import { gapInWords, inWords, type Words } from '../parts/words.ts';

/** The comparison of two periods: the changes as text, the figures of both, then the gains and losses. */
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
      ...[largestMoves(compared, context)].filter(({ length }) => length > 0).map(bulletList),
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
  if (moves.length === 0) return [];
  const columns = ['', ...[words.before, words.after, words.change].map(numeric)];
  const rows = moves.map(({ kind, name, before, after, change }) => [
    name,
    figureText(kind, before, context),
    figureText(kind, after, context),
    changeText(kind, change, context),
  ]);
  const bars = moves.map(({ kind, name, before, after }) => ({
    label: kind === 'points' ? name : `${name} (%)`,
    values: [before, after],
  }));
  const measures = [words.before, words.after];
  return [barFigure(title, { of: '', measures, bars, max: 100, table: { columns, rows } }, context)];
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
    before: numberIn(before) ?? null,
    after: numberIn(after) ?? null,
    change: numberIn(change) ?? null,
  };
};

/** The figures of both periods; a figure that neither has is left out. */
const figuresOf = (compared: Fields, words: Words): NamedMove[] => {
  const voice = fieldsOf(compared['share_of_voice']);
  return [
    movedIn('points', words.index, compared['index']),
    movedIn('rate', words.visibility, compared['visibility']),
    ...Object.entries(fieldsOf(compared['dimensions'])).map(([name, value]) =>
      movedIn('points', inWords(name, words.dimensions), value),
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
function largestMoves(compared: Fields, context: ViewContext): string[] {
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
  if (rate === undefined) return ['points', inWords(what, words.dimensions)];
  return ['rate', `${assistantName(platform)}: ${rates[rate] ?? rate}`];
}

/** Gains and losses: those that are good for the brand, those that are bad, and the others. */
function changes(report: Fields, compared: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const own = new Set([
    textOf(report['domain']),
    ...recordsOf(report['cited_sources']).flatMap((row) => (row['own'] === true ? textOf(row['domain']) : [])),
  ]);
  const rivals = new Set(recordsOf(report['competitors']).map(({ domain }) => textOf(domain)));
  /** The names on one side of a list, each with what happened, and whether that is good for the brand: undefined for neither. */
  const changed = (
    part: string,
    side: 'gained' | 'lost',
    what: string,
    isGood: (name: string) => boolean | undefined,
    more?: (name: string) => Child,
  ) =>
    textsOf(fieldsOf(compared[part])[side]).map((name) => {
      const whose = rivals.has(name) ? ` (${words.rival})` : own.has(name) ? ` (${words.ownSite})` : '';
      return { isGood: isGood(name), item: h('span', {}, `${name}${whose}: ${what} `, more?.(name)) };
    });
  const pages = (domain: string): Child => evidenceButton(words.pages, 'pages', pagesOfSources(report, domain));
  const said = (claim: string): Child => evidenceButton(words.showSaid, 'claims', claimsOf(report, claim));
  const all = [
    ...changed(
      'cited_domains',
      'gained',
      words.newSource,
      (one) => own.has(one) || (rivals.has(one) ? false : undefined),
      pages,
    ),
    ...changed(
      'cited_domains',
      'lost',
      words.goneSource,
      (one) => rivals.has(one) || (own.has(one) ? false : undefined),
      pages,
    ),
    ...changed('low_hanging_fruit', 'gained', words.newWin, () => true),
    ...changed('low_hanging_fruit', 'lost', words.goneWin, () => undefined),
    ...changed('claims', 'gained', words.newClaim, () => false, said),
    ...changed('claims', 'lost', words.goneClaim, () => true, said),
  ];
  const omitted = ['cited_domains', 'low_hanging_fruit', 'claims']
    .flatMap((part) => Object.values(fieldsOf(fieldsOf(compared[part])['not_shown'])))
    .reduce<number>((sum, count) => sum + (numberIn(count) ?? 0), 0);
  const unknown = textOf(fieldsOf(compared['claims'])['gained']);
  const groups: readonly (readonly [string, Tone | undefined, boolean | undefined])[] = [
    [words.better, 'good', true],
    [words.worse, 'bad', false],
    [words.otherChanges, undefined, undefined],
  ];
  return [
    ...groups.flatMap(([title, tone, isGood]) => {
      const items = all.filter((change) => change.isGood === isGood).map(({ item }) => item);
      return items.length === 0 ? [] : [h('p', {}, badge(title, tone), ` ${items.length}`), bulletList(items)];
    }),
    ...notShown(omitted, 0, words),
    ...(unknown === undefined ? [] : [note(gapInWords(unknown, 'claims', words))]),
  ];
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

/** The call that lists the statements of a claim, with the fact. */
const claimsOf = (report: Fields, claim: string): ViewAction => ({
  tool: 'call_read',
  arguments: {
    operation: 'accuracy.list',
    arguments: { id: report['tracking_project_id'], search: claim },
    fields: ['claim_normalized', 'platform', 'response_excerpt', 'verification_status', 'ground_truth_source_anchor'],
  },
});
