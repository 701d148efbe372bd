import { barChart } from '../charts/bar-chart.ts';
import { inNumbers } from '../charts/chart.ts';
import { h, type Child, type Node } from '../charts/node.ts';
import type { Fields } from '../../base/json/is-fields.ts';
import { assistantName } from './parts/assistant-name.ts';
import { evidenceButton, figure, list, note, notAvailable, numeric, section } from './parts/blocks.ts';
import { datesOf } from './parts/dates.ts';
import { fieldsOf, numberOf, recordsOf, textOf, textsOf } from './parts/read.ts';
import type { ViewAction, ViewContext } from './parts/view.ts';
import { gapInWords, type Words } from './parts/words.ts';

/** A figure of both periods. */
interface Moved {
  readonly name: string;
  readonly before: number | null;
  readonly after: number | null;
  readonly change: number | null;
}

/** The comparison of two periods: the changes in words, the figures of both, then what was gained and lost. */
export function comparison(report: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const compared = fieldsOf(report['compared']);
  const dates = datesOf(compared, context);
  if (dates === '') return [];
  const title = `${words.comparedWith} ${dates}`;
  const figures = figuresOf(compared, words);
  const shown = (value: number | null): string => (value === null ? words.notMeasured : inNumbers(value, context));
  return [
    section(
      title,
      ...[inWords(compared, context)].filter(({ length }) => length > 0).map(list),
      figure(
        barChart({
          ...context,
          label: `${title}: ${figures.map(({ name, before, after }) => `${name} ${shown(before)} → ${shown(after)}`).join(', ')}`,
          bars: figures.map(({ name, before, after }) => ({ label: name, values: [before, after] })),
          series: [words.before, words.after],
          max: 100,
          missing: words.notMeasured,
        }),
        ['', ...[words.before, words.after, words.change].map(numeric)],
        figures.map(({ name, before, after, change }) => [
          name,
          shown(before),
          shown(after),
          withSign(change, context),
        ]),
        context,
      ),
      cameAndWent(report, compared, context),
      ...notAvailable(compared, words),
    ),
  ];
}

const movedIn = (name: string, value: unknown): Moved => {
  const { before, after, change } = fieldsOf(value);
  return {
    name,
    before: numberOf(before) ?? null,
    after: numberOf(after) ?? null,
    change: numberOf(change) ?? null,
  };
};

const figuresOf = (compared: Fields, words: Words): Moved[] => {
  const voice = fieldsOf(compared['share_of_voice']);
  return [
    movedIn(words.index, compared['index']),
    ...Object.entries(fieldsOf(compared['dimensions'])).map(([name, value]) =>
      movedIn(words.dimensions[name] ?? name, value),
    ),
    ...recordsOf(compared['platforms']).map(({ platform, visibility }) =>
      movedIn(`${assistantName(textOf(platform))}: ${words.visibility}`, visibility),
    ),
    movedIn(words.ownShare, voice['own']),
    movedIn(words.rivalShare, voice['competitors']),
  ];
};

/** A line about the index, then one about each of the largest changes. */
function inWords(compared: Fields, context: ViewContext): string[] {
  const { words } = context;
  const moves = [
    movedIn(words.index, compared['index']),
    ...recordsOf(compared['most_moved']).map((move) => movedIn(nameOf(textOf(move['what']) ?? '', words), move)),
  ].filter(({ change }) => change !== null);
  const isMeasured = figuresOf(compared, words).some(({ change }) => change !== null);
  if (moves.length === 0) return isMeasured ? [words.nothingMoved] : [];
  return moves.map(
    ({ name, before, after, change }) =>
      `${name}: ${inNumbers(before ?? 0, context)} → ${inNumbers(after ?? 0, context)} (${withSign(change, context)})`,
  );
}

/** `what` of a move as `visibility_report` names it: a dimension, an assistant with a rate, or a share of the citations. */
function nameOf(what: string, words: Words): string {
  if (what === 'share of citations, own') return words.ownShare;
  if (what === 'share of citations, competitors') return words.rivalShare;
  const [platform = '', rate] = what.split(' ');
  const rates: Readonly<Record<string, string>> = {
    visibility: words.visibility,
    recommendation_rate: words.recommendationRate,
    citation_rate: words.citationRate,
  };
  return rate === undefined ? (words.dimensions[what] ?? what) : `${assistantName(platform)}: ${rates[rate] ?? rate}`;
}

export const withSign = (change: number | null, context: ViewContext): string =>
  change === null ? '–' : `${change > 0 ? '+' : change < 0 ? '−' : '±'}${inNumbers(Math.abs(change), context)}`;

/** Width in pixels from which on gains and losses are side by side. */
const minWidthForTwo = 560;

function cameAndWent(report: Fields, compared: Fields, context: ViewContext): Node | null {
  const { words } = context;
  const sides = (
    [
      ['gained', words.gained],
      ['lost', words.lost],
    ] as const
  ).map(([field, title]) => {
    const changeOf = (key: string): unknown => fieldsOf(compared[key])[field];
    const unknown = textOf(changeOf('claims'));
    const items: Child[] = [
      ...textsOf(changeOf('cited_domains')).map((domain) =>
        item(words.domain, domain, evidenceButton(words.showPages, 'pages', pagesOf(report, domain))),
      ),
      ...textsOf(changeOf('low_hanging_fruit')).map((page) => item(words.winsTitle, page)),
      ...textsOf(changeOf('claims')).map((claim) =>
        item(words.claims, claim, evidenceButton(words.showSaid, 'claims', claimsOf(report, claim))),
      ),
      ...(unknown === undefined ? [] : [item(words.claims, gapInWords(unknown, 'claims', words))]),
    ];
    return { title, items };
  });
  if (sides.every(({ items }) => items.length === 0)) return null;
  return h(
    'div',
    { class: context.width >= minWidthForTwo ? 'columns' : undefined },
    sides.map(({ title, items }) =>
      h(
        'div',
        {},
        h(
          'p',
          {},
          h(
            'strong',
            {},
            title.replace(/^./, (first) => first.toUpperCase()),
          ),
        ),
        items.length > 0 ? list(items) : note('–'),
      ),
    ),
  );
}

const item = (kind: string, text: string, more: Child = null): Node => h('span', {}, `${kind}: ${text} `, more);

/** The call that lists the pages of a domain. */
export const pagesOf = (report: Fields, domain: string): ViewAction => ({
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
