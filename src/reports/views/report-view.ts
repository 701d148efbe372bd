import { barChart, type Bar } from '../charts/bar-chart.ts';
import { inNumbers, orDash } from '../charts/chart.ts';
import { lineChart } from '../charts/line-chart.ts';
import { h, type Node } from '../charts/node.ts';
import {
  barFigure,
  choiceButton,
  evidenceButton,
  figure,
  link,
  list,
  note,
  notAvailable,
  nothing,
  numbers,
  numeric,
  paidButton,
  section,
  table,
  type Choice,
  type Question,
} from './parts/blocks.ts';
import { brands } from './brands.ts';
import { comparison, pagesOf } from './comparison.ts';
import { claimNodes } from './evidence.ts';
import { datesOf, dayFormat, shortDayFormat } from './parts/dates.ts';
import { sideBySide } from './parts/layout.ts';
import { assistantName } from './parts/assistant-name.ts';
import type { Fields } from '../../base/json/is-fields.ts';
import { fieldsOf, numberOf, recordsOf, textOf, timeOf } from './parts/read.ts';
import { scoreBlock } from './parts/score.ts';
import { toneOfTier } from './parts/tones.ts';
import type { View, ViewContext } from './parts/view.ts';

/** How AI assistants see a brand: the data of `visibility_report`. */
export const reportView: View = (data, context) => {
  const report = fieldsOf(data);
  const { words } = context;
  if (recordsOf(report['brands']).length > 0) return brands(report, context);
  const parts = [
    ...index(report, context),
    ...keyFigures(report, context),
    ...comparison(report, context),
    ...sideBySide(
      context,
      (inner) => dimensions(report, inner),
      (inner) => trend(report, inner),
    ),
    ...sideBySide(
      context,
      (inner) => platforms(report, inner),
      (inner) => shareOfVoice(report, inner),
    ),
    ...sources(report, context),
    ...falseClaims(report, context),
    ...quickWins(report, context),
    ...recommendations(report, context),
  ];
  const otherPeriods = Object.entries(fieldsOf(report['other_periods'])).map(([part, range]) =>
    note(`${partName(part, words)} ${words.otherPeriod} ${datesOf(fieldsOf(range), context)}`),
  );
  return [
    heading(report, context),
    ...notAvailable(report, words),
    ...parts,
    ...otherPeriods,
    ...(parts.length === 0 ? [nothing(words.noData, words.empty.report)] : []),
  ];
};

function heading(report: Fields, context: ViewContext): Node {
  const about = [textOf(report['domain']), datesOf(fieldsOf(report['period']), context)].filter(Boolean).join(' · ');
  const title = textOf(report['brand']) ?? context.words.index;
  return h('header', {}, h('h1', {}, title), h('p', { class: 'about' }, about));
}

/** The heading under which a part of the report stands. */
const partName = (part: string, words: ViewContext['words']): string =>
  part === 'low_hanging_fruit'
    ? words.winsTitle
    : part === 'platform_gaps'
      ? words.platformsTitle
      : (words.parts[part] ?? part);

function index(report: Fields, context: ViewContext): Node[] {
  const { words, locale } = context;
  const avi = fieldsOf(report['avi']);
  const value = numberOf(avi['score']);
  if (value === undefined) return [];
  const tier = textOf(avi['tier']) ?? '';
  const measuredAt = timeOf(avi['measured_on']);
  const measuredText =
    measuredAt === undefined ? undefined : `${words.measuredOn} ${dayFormat(locale).format(measuredAt)}`;
  return [
    scoreBlock(
      {
        name: words.index,
        value,
        verdict: words.tiers[tier] ?? tier,
        tone: toneOfTier(tier),
        more: [measuredText, changeInWords(report, context)].filter(Boolean).join(', '),
      },
      context,
    ),
    ...(avi['outside_period'] === undefined ? [] : [note(words.outsidePeriod)]),
  ];
}

/** How the index moved: against the period that was asked for, and else since the first of several runs. */
function changeInWords(report: Fields, context: ViewContext): string | undefined {
  const { words, locale } = context;
  const compared = fieldsOf(report['compared']);
  const points = pointsOf(report);
  const [first, last] = [points[0], points.at(-1)];
  const sinceFirst =
    points.length > 1 && first && last
      ? { change: last.value - first.value, from: `${words.since} ${shortDayFormat(locale).format(first.at)}` }
      : undefined;
  const against =
    compared['from'] === undefined
      ? sinceFirst
      : {
          change: numberOf(fieldsOf(compared['index'])['change']),
          from: `${words.comparedWith.toLowerCase()} ${datesOf(compared, context)}`,
        };
  if (against?.change === undefined) return undefined;
  const sign = against.change > 0 ? '▲ +' : against.change < 0 ? '▼ −' : '± ';
  return `${sign}${inNumbers(Math.abs(against.change), context)} ${against.from}`;
}

/** The figures that a reader asks for first, after the index. */
function keyFigures(report: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const percent = { ...context, unit: '%' };
  const [highest] = platformsByVisibility(report);
  const own = numberOf(fieldsOf(report['share_of_voice'])['own']);
  const wins = recordsOf(report['low_hanging_fruit']).length;
  return numbers([
    [words.topAssistant, highest && `${highest.name}, ${inNumbers(highest.value, percent)}`],
    [words.ownShare, own === undefined ? undefined : inNumbers(own, percent)],
    [words.winsTitle, wins > 0 ? inNumbers(wins, context) : undefined],
  ]);
}

function dimensions(report: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const bars = Object.entries(fieldsOf(fieldsOf(report['avi'])['dimensions'])).map(([name, value]) => ({
    label: words.dimensions[name] ?? name,
    values: [numberOf(value) ?? null],
  }));
  if (bars.length === 0) return [];
  const title = words.dimensionsTitle;
  return [section(title, barFigure(title, words.dimension, [words.ofHundred], { bars, max: 100 }, context))];
}

/** The platforms with their visibility, the highest first. */
export const platformsByVisibility = (report: Fields): { readonly name: string; readonly value: number }[] =>
  recordsOf(report['platforms'])
    .flatMap((row) => {
      const value = numberOf(row['visibility']);
      return value === undefined ? [] : [{ name: assistantName(textOf(row['platform'])), value }];
    })
    .toSorted((a, b) => b.value - a.value);

/** The scores of the index over time, the earliest first. */
export const pointsOf = (report: Fields): { readonly at: number; readonly value: number }[] =>
  recordsOf(fieldsOf(report['trend'])['scores'])
    .flatMap((row) => {
      const at = timeOf(row['date']);
      const value = numberOf(row['avi_score']);
      return at === undefined || value === undefined ? [] : [{ at, value }];
    })
    .toSorted((a, b) => a.at - b.at);

function trend(report: Fields, context: ViewContext): Node[] {
  const { words, locale } = context;
  const points = pointsOf(report);
  if (points.length === 0) return [];
  const format = dayFormat(locale);
  const pointTexts = points.map(({ at, value }) => `${format.format(at)}: ${value}`);
  return [
    section(
      words.trendTitle,
      figure(
        lineChart({ ...context, label: `${words.trendTitle}: ${pointTexts.slice(-12).join(', ')}`, points, max: 100 }),
        [words.date, numeric(words.index)],
        points.map(({ at, value }) => [format.format(at), inNumbers(value, context)]),
        context,
      ),
    ),
  ];
}

function platforms(report: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const bars = recordsOf(report['platforms']).map((row) => ({
    label: assistantName(textOf(row['platform'])),
    values: [
      numberOf(row['visibility']) ?? null,
      numberOf(row['recommendation_rate']) ?? null,
      numberOf(row['citation_rate']) ?? null,
    ],
  }));
  if (bars.length === 0) return [];
  const measures = [words.visibility, words.recommendationRate, words.citationRate];
  return [
    section(
      words.platformsTitle,
      barFigure(words.platformsTitle, words.platform, measures, { bars, max: 100, unit: '%' }, context),
      evidenceButton(words.showGaps, 'gaps', gapsOf(report)),
    ),
  ];
}

function shareOfVoice(report: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const shareOfVoice = fieldsOf(report['share_of_voice']);
  const own = numberOf(shareOfVoice['own']);
  const competitors = numberOf(shareOfVoice['competitors']);
  if (own === undefined || competitors === undefined) return [];
  const each = recordsOf(shareOfVoice['by_competitor']).flatMap((row): Bar[] => {
    const share = numberOf(row['share']);
    return share === undefined ? [] : [{ label: textOf(row['brand'] ?? row['domain']) ?? '–', values: [share] }];
  });
  const bars: Bar[] = [
    { label: textOf(report['brand']) ?? words.ownSite, values: [own] },
    ...(each.length > 0 ? each : [{ label: words.competitorsTitle, values: [competitors] }]).map((bar) => ({
      ...bar,
      tone: 'quiet' as const,
    })),
    { label: words.others, values: [numberOf(shareOfVoice['others']) ?? null], tone: 'quiet' },
  ];
  return [
    section(
      words.shareTitle,
      barFigure(words.shareTitle, words.brand, [words.shareTitle], { bars, max: 100, unit: '%' }, context),
      ...basisOf(shareOfVoice, words).map(note),
    ),
  ];
}

/** What the shares are based on, in words; empty where it is not known. */
function basisOf(share: Fields, { shareBasis }: ViewContext['words']): string[] {
  const domains = /\d+/.exec(textOf(share['of']) ?? '')?.[0];
  return domains === undefined ? [] : [shareBasis.replace('{}', domains)];
}

/** Domains that are drawn at most. The table has all of them. */
const maxSources = 15;

function sources(report: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const rows = recordsOf(report['cited_sources']).map((row) => ({
    domain: textOf(row['domain']) ?? '–',
    own: row['own'] === true,
    citations: numberOf(row['citations']),
    possibility: numberOf(row['possibility']),
  }));
  if (rows.length === 0) return [];
  return [
    section(
      words.sourcesTitle,
      figure(
        barChart({
          ...context,
          label: `${words.sourcesTitle}: ${rows
            .slice(0, maxSources)
            .map(({ domain, citations }) => `${domain} ${citations ?? words.notMeasured}`)
            .join(', ')}`,
          bars: rows.slice(0, maxSources).map(({ domain, own, citations, possibility }): Bar => ({
            label: domain,
            values: [citations ?? null],
            tone: own ? undefined : 'quiet',
            text: [
              citations === undefined
                ? words.notMeasured
                : `${inNumbers(citations, context)} ${citations === 1 ? words.citation : words.citationsOf}`,
              own
                ? words.ownSite
                : possibility === undefined
                  ? undefined
                  : `${words.withinReach}: ${inNumbers(possibility, context)}/100`,
            ]
              .filter(Boolean)
              .join(' · '),
          })),
        }),
        [words.domain, numeric(words.citations), numeric(`${words.reachable} (${words.ofHundred})`)],
        rows.map(({ domain, citations, possibility }) => [
          h('span', {}, `${domain} `, evidenceButton(words.showPages, 'pages', pagesOf(report, domain))),
          orDash(citations, context),
          orDash(possibility, context),
        ]),
        context,
      ),
    ),
  ];
}

/** The call that reads the gaps of the platforms in the period of the report. */
const gapsOf = (report: Fields) => {
  const { from, to } = fieldsOf(report['period']);
  return {
    tool: 'call_read',
    arguments: { operation: 'insights.platform_gap', arguments: { id: report['tracking_project_id'], from, to } },
  };
};

/** False claims of assistants, each with what was said and the fact. */
function falseClaims(report: Fields, { words }: ViewContext): Node[] {
  const rows = recordsOf(report['false_claims']);
  if (rows.length === 0) return [];
  return [
    section(
      words.falseClaimsTitle,
      ...rows.map((row) => {
        const claim = textOf(row['claim']) ?? '–';
        const severity = textOf(row['severity']) ?? '';
        return h(
          'div',
          { class: 'claim' },
          h('p', {}, h('strong', {}, claim), ` (${words.severities[severity] ?? severity}) `),
          ...claimNodes(
            {
              platform: textOf(row['platform']),
              said: textOf(row['said']),
              truth: textOf(row['truth']),
              source: textOf(row['truth_source']),
            },
            words,
          ),
          ...(row['claim_id'] === undefined ? [] : [choiceButton(words.settle, claim, settling(report, row, words))]),
        );
      }),
      paidButton(words.checkAgain, {
        tool: 'call_paid',
        arguments: { operation: 'accuracy.reverify', arguments: { id: report['tracking_project_id'] } },
      }),
    ),
  ];
}

/** The choice between the two ways to settle a claim. A person has to choose, since no operation opens a claim again. */
function settling(report: Fields, claim: Fields, words: ViewContext['words']): Question {
  const settle = (label: string, resolution_status: 'resolved' | 'false_positive'): Choice => ({
    label,
    action: {
      tool: 'call_write',
      arguments: {
        operation: 'accuracy.resolve',
        arguments: { id: report['tracking_project_id'], claim: claim['claim_id'], resolution_status },
      },
    },
  });
  return {
    means: words.settleMeans,
    choices: [settle(words.settleResolved, 'resolved'), settle(words.settleFalsePositive, 'false_positive')],
    done: words.settled,
  };
}

function quickWins(report: Fields, context: ViewContext): Node[] {
  const { words } = context;
  const rows = recordsOf(report['low_hanging_fruit']);
  if (rows.length === 0) return [];
  return [
    section(
      words.winsTitle,
      table(
        [words.page, numeric(words.citations), numeric(`${words.reachable} (${words.ofHundred})`)],
        rows.map((row) => [
          link(textOf(row['url']) ?? textOf(row['domain']) ?? '–'),
          orDash(numberOf(row['citations']), context),
          orDash(numberOf(row['effective_possibility'] ?? row['citation_possibility_score']), context),
        ]),
        words.winsTitle,
      ),
    ),
  ];
}

function recommendations(report: Fields, { words }: ViewContext): Node[] {
  const recommendations = recordsOf(fieldsOf(report['avi'])['recommendations'])
    .map(({ text, dimension }) => {
      const name = textOf(dimension) ?? '';
      const own = words.nextSteps[name];
      const ownText = textOf(text);
      return [words.dimensions[name], own ?? ownText].filter(Boolean).join(': ');
    })
    .filter(Boolean);
  return recommendations.length === 0 ? [] : [section(words.recommendationsTitle, list(recommendations))];
}
