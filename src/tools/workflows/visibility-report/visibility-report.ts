import { possibilityScale } from '../../../catalog/vocabulary/fields.ts';
import type { Data } from '../../../catalog/operation-types.ts';
import { isFields, type Fields } from '../../../base/json/is-fields.ts';
import { boundedSuccess } from '../../results/result.ts';
import { compare, sentences, type Measured, type Seen } from './compare.ts';
import { begunPeriod, comparedPeriod, dateOf, isWithin, periodOf, type Period } from '../../../client/period.ts';
import {
  activeCompetitors,
  measuredDay,
  longPeriod,
  overallVisibility,
  ownNotRead,
  platformLines,
  scoreNames,
  scoresByDate,
  shareOfVoice,
  sourceOf,
  type FigureSource,
} from './figures.ts';
import { nextSteps, promptsOf, type NextStep } from './next-steps.ts';
import { falseClaims, falseClaimsOf } from './false-claims.ts';
import { allBrands } from './all-brands.ts';
import { isAll } from './by-fall.ts';
import { now } from '../../definition/now.ts';
import type { ToolResult } from '../../definition/tool.ts';
import { readParts, type Parts } from '../shared/read-parts.ts';
import { fieldUnder, missingFigures, rowFigure } from '../shared/missing-figures.ts';
import { numberIn, recordsIn } from '../shared/records-in.ts';
import type { Reader } from '../shared/task.ts';
import { headOf, trackedBrand, type TrackedBrand } from '../shared/tracked-brand.ts';
import { hostOf } from '../../../client/names/project-names.ts';
import { textsIn } from '../../../base/text/texts-in.ts';

export interface ReportOrder {
  /** Brand, name, domain or id; `all` for a row of each. */
  readonly brand?: string | undefined;
  /** Dates in UTC, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Length of the period, which ends today without `to`. */
  readonly days?: number | undefined;
  /** A calendar period in place of dates: `2026`, `2026-Q3`, `2026-09`, `last_month`. */
  readonly period?: string | undefined;
  /** Another period to set beside it: `previous`, or its dates. */
  readonly compare?: string | Readonly<Record<string, unknown>> | undefined;
}

type ReportParts = Parts<{
  index: 'reality_check.avi';
  platforms: 'insights.platform_breakdown';
  quick_wins: 'insights.low_hanging_fruit';
  gaps: 'insights.platform_gap';
  potential: 'insights.potential_hero';
  competitors: 'competitors.list';
  sources: 'cited_sources.list';
  scores: 'insights.scores';
  claims: 'accuracy.list';
}>;

/** How assistants see a brand, in one report from free reads. */
export async function visibilityReport(
  reader: Reader,
  { brand, from, to, days, period: named, compare: other }: ReportOrder,
): Promise<ToolResult> {
  const at = now(reader.context);
  const period = begunPeriod(
    named === undefined ? 'from' : 'period',
    periodOf({ from, to, days, period: named }, at),
    at,
  );
  const otherPeriod = comparedPeriod(other, period, at);
  if (isAll(brand)) return allBrands(reader, period, otherPeriod);
  const tracked = await trackedBrand(reader, brand);
  const { id } = tracked;
  const range = { from: period.from, to: period.to };
  const parts = await readParts(reader, {
    index: ['reality_check.avi', { id }],
    platforms: ['insights.platform_breakdown', { id, ...range }],
    quick_wins: ['insights.low_hanging_fruit', { id, ...range }],
    gaps: ['insights.platform_gap', { id, ...range }],
    potential: ['insights.potential_hero', { id, ...range }],
    competitors: ['competitors.list', { id }],
    sources: ['cited_sources.list', { id, group_by: 'domain', sort: 'citations_desc', ...range }],
    // All of it: the index is the latest one, whenever it was measured.
    scores: ['insights.scores', { id }],
    claims: ['accuracy.list', { id }],
  });
  if (isUnmeasured(parts)) return unmeasured(tracked);
  const [compared, prompts] = await Promise.all([
    otherPeriod && comparison(reader, parts, [period, otherPeriod], tracked, dateOf(at)),
    promptsOf(reader, id),
  ]);
  const figures = reportOn(parts, period, tracked, dateOf(at));
  const report = {
    ...headOf(tracked),
    ...figures,
    prompts,
    compared,
    next_steps: nextSteps(figures),
  };
  const { brief, whole } = inBrief(report);
  return {
    ...boundedSuccess(
      brief,
      { credits: { estimated: 0, charged: 0 } },
      'call_read with the insights and cited_sources operations',
      { ...whole, sources: partSources },
    ),
    viewData: whole,
  };
}

/** Without an index, and without an answer of any assistant, there was no run yet. */
const isUnmeasured = ({ data }: ReportParts): boolean =>
  data.index === undefined &&
  (data.platforms === undefined || recordsIn(data.platforms).every(({ total }) => (total ?? 0) === 0));

const unmeasured = (tracked: TrackedBrand): ToolResult =>
  boundedSuccess(
    {
      ...headOf(tracked),
      platforms: [],
      not_available: { report: 'Nothing has been measured yet: no run has finished for this brand in this period.' },
    },
    {
      credits: { estimated: 0, charged: 0 },
      next: `A run asks the assistants all prompts. Show its price first: estimate ${JSON.stringify({ calls: [{ operation: 'tracking.run', arguments: { id: tracked.id } }] })}`,
    },
  );

type Report = ReturnType<typeof reportOn> & { readonly next_steps?: readonly NextStep[] | undefined } & Fields;

/**
 * A report as a model reads it, each fact once: what another part says, and what says nothing of a row, is left out. `whole` has
 * the parts that this shortens, for views, programs and whoever asks for one.
 */
function inBrief(report: Report): { readonly brief: Fields; readonly whole: Fields } {
  const { trend, platforms, platform_gaps, low_hanging_fruit, potential, competitors, share_of_voice, cited_sources } =
    report;
  const shares = new Map(share_of_voice?.by_competitor?.map(({ brand, share }) => [brand, share]));
  const shorter = {
    // The advice itself stands with the index.
    next_steps: report.next_steps?.map(({ text: _, ...step }) => step),
    trend: trend && {
      ...trend,
      scores: trend.scores.map(({ run_id: _, date, ...row }) => ({ date: measuredDay(date), ...row })),
    },
    platform_gaps: platform_gaps && {
      ...platform_gaps,
      status: platform_gaps.status === 'ok' ? undefined : platform_gaps.status,
      by_platform: newOf(platform_gaps.by_platform, platforms),
    },
    low_hanging_fruit: low_hanging_fruit?.map(opportunity),
    potential: potential && {
      ...potential,
      eligible: potential.eligible === true ? undefined : potential.eligible,
      score_breakdown: undefined,
      alias_gaps: namesWith(potential.alias_gaps, 'variant', 'occurrences'),
    },
    competitors: competitors?.map(({ domain, brand }) => ({ domain, brand, share: shares.get(brand) })),
    share_of_voice: share_of_voice && {
      ...share_of_voice,
      by_competitor: undefined,
      others: undefined,
      citations: undefined,
    },
    cited_sources: cited_sources?.map(({ urls: _, platforms: __, ...source }) => source),
    false_claims: report.false_claims
      ?.slice(0, briefClaims)
      .map(({ severity, claim }) => `${String(severity)}: ${String(claim)}`),
  };
  const whole = Object.fromEntries(
    Object.keys(shorter).flatMap((name) => (report[name] === undefined ? [] : [[name, report[name]]])),
  );
  return { brief: { ...report, ...shorter }, whole };
}

/** False claims named without being asked for; `fields` and check_brand_facts have the sentences and facts. */
const briefClaims = 2;

/** The rows of a platform's gaps that say more than its own line does. */
const newOf = (gaps: readonly Fields[], lines: readonly Fields[]): readonly Fields[] =>
  gaps.filter(
    ({ platform, queries, ...more }) =>
      Object.keys(more).length > 0 || lines.find((line) => line['platform'] === platform)?.['total'] !== queries,
  );

/** A source to win. Whether it is one's own, or already worked on, is worth a word only where it is so. */
function opportunity({ domain, url, is_own_domain, in_portfolio, outreach_status, ...row }: Fields): Fields {
  return {
    ...row,
    url,
    domain:
      typeof url === 'string' && typeof domain === 'string' && hostOf(url) === hostOf(domain) ? undefined : domain,
    is_own_domain: is_own_domain || undefined,
    in_portfolio: in_portfolio || undefined,
    outreach_status: outreach_status === 'neu' ? undefined : outreach_status,
  };
}

/** Records of a name and a figure as one object. */
const namesWith = (rows: unknown, name: string, figure: string): unknown =>
  Array.isArray(rows) && rows.every((row) => isFields(row) && typeof row[name] === 'string')
    ? Object.fromEntries((rows as Fields[]).map((row) => [String(row[name]), row[figure]]))
    : rows;

/** The operation that each part is from. */
const partSources = {
  avi: 'reality_check.avi; of a past period insights.scores',
  trend: 'insights.scores',
  platforms: 'insights.platform_breakdown',
  platform_gaps: 'insights.platform_gap',
  low_hanging_fruit: 'insights.low_hanging_fruit',
  potential: 'insights.potential_hero',
  competitors: 'competitors.list',
  false_claims: 'accuracy.list',
  share_of_voice: 'cited_sources.list',
  cited_sources: 'cited_sources.list',
} as const;

/** The same figures of another period, and what changed. */
async function comparison(
  reader: Reader,
  { data, partial }: ReportParts,
  [period, otherPeriod]: readonly [own: Period, other: Period],
  { id, record }: TrackedBrand,
  today: string,
): Promise<Fields> {
  const range = { from: otherPeriod.from, to: otherPeriod.to };
  const fruit = { id, limit: fruitCompared };
  const other = await readParts(reader, {
    platforms: ['insights.platform_breakdown', { id, ...range }],
    sources: ['cited_sources.list', { id, group_by: 'domain', sort: 'citations_desc', ...range }],
    before: ['insights.low_hanging_fruit', { ...fruit, ...range }],
    after: ['insights.low_hanging_fruit', { ...fruit, from: period.from, to: period.to }],
  });
  const scores = scoresByDate(data.scores);
  const ownHosts = textsIn(record.domain, record.own_domains).map(hostOf);
  const measured = (
    of: Period,
    platforms: typeof data.platforms,
    cited: typeof data.sources,
    wins: Data<'insights.low_hanging_fruit'> | undefined,
    isCut: boolean,
  ): Measured => {
    const last = scores.findLast(({ date }) => isWithin(of, date));
    const sources = cited && recordsIn(cited).map(sourceOf);
    const lines = platformLines(recordsIn(platforms));
    return {
      period: of,
      isMeasured: last !== undefined || lines.some(({ total }) => (numberIn(total) ?? 0) > 0),
      index: last?.['avi_score'],
      dimensions: last?.['dimensions'],
      platforms: lines,
      share: sources && shareOfVoice(sources, data.competitors, ownHosts, isCut),
      domains: sources?.flatMap(({ domain, firstSeen: first, lastSeen }): Seen[] =>
        domain === undefined ? [] : [{ name: domain, first, last: lastSeen }],
      ),
      lowHangingFruit:
        wins && isOfPeriod(wins.meta ?? {}, of, today)
          ? recordsIn(wins.items as readonly Fields[]).map(({ url, domain, first_seen: first, last_seen }): Seen => ({
              name: String(url ?? domain),
              first,
              last: last_seen,
            }))
          : undefined,
    };
  };
  const [before, after] = [
    measured(otherPeriod, other.data.platforms, other.data.sources, other.data.before, other.partial.has('sources')),
    measured(period, data.platforms, data.sources, other.data.after, partial.has('sources')),
  ];
  return compare(before, after, data.claims, {
    cited_domains: partial.has('sources') || other.partial.has('sources'),
    claims: partial.has('claims'),
  });
}

/** Low-hanging sources of each period that are compared. */
const fruitCompared = 100;

function reportOn({ data, missing, partial }: ReportParts, period: Period, { record }: TrackedBrand, today: string) {
  const { index, gaps = {} } = data;
  const { period: gapPeriod, platforms: _, ...gap } = gaps;
  const scores = scoresByDate(data.scores);
  const inPeriod = scores.filter(({ date }) => isWithin(period, date));
  const last = scores.findLast(({ date }) => measuredDay(date) <= period.to);
  const platforms = platformLines(recordsIn(data.platforms));
  const avi = index && (last || scores.length === 0) ? indexOf(index, scores, last) : null;
  const trend = trendIn(inPeriod);
  const rivals = data.competitors ? activeCompetitors(data.competitors) : undefined;
  const competitors = rivals?.slice(0, maxCompetitors);
  const claims = data.claims && falseClaimsOf(data.claims, period);
  const shownClaims = claims && falseClaims(claims);
  const wins = data.quick_wins ? recordsIn(data.quick_wins.items).map(withoutBookkeeping) : undefined;
  const sources = data.sources ? recordsIn(data.sources).map(sourceOf) : undefined;
  const ownHosts = textsIn(record.domain, record.own_domains).map(hostOf);
  const isCut = partial.has('sources');
  const share_of_voice = sources ? shareOfVoice(sources, data.competitors, ownHosts, isCut) : undefined;
  const cited_sources = sources?.slice(0, maxSources).map(sourceLine);
  return {
    avi: avi && { ...avi, ...measuredOn(last, inPeriod) },
    overall: overallVisibility(platforms),
    trend,
    period,
    other_periods: otherPeriods(period, today, {
      platform_gaps: gapPeriod,
      low_hanging_fruit: data.quick_wins?.meta,
      potential: data.potential?.period,
    }),
    platforms,
    platform_gaps: data.gaps ? { ...gap, by_platform: gapsIn(gaps, platforms) } : undefined,
    low_hanging_fruit: wins,
    potential: data.potential ? potentialIn(data.potential) : undefined,
    competitors,
    share_of_voice,
    cited_sources,
    false_claims: shownClaims,
    totals: totalsOf({
      low_hanging_fruit: [wins, numberIn(data.quick_wins?.meta?.total)],
      competitors: [competitors, rivals?.length],
      cited_sources: [cited_sources, isCut ? undefined : sources?.length],
      false_claims: [shownClaims, claims?.length],
    }),
    units: `shares in percent; share_of_voice: of citations; avg_position: 1 is first; possibility: ${possibilityScale}; false_claims: said in this period and open today`,
    not_available: missingFigures(
      {
        index: avi ? [avi.score, 'index score', 'reality_check.avi'] : undefined,
        tier: avi && avi.tier !== null ? [avi.tier, 'tier of the index', 'reality_check.avi'] : undefined,
        dimensions:
          avi && avi.dimensions !== null ? [avi.dimensions, 'dimensions of the index', 'reality_check.avi'] : undefined,
        trend:
          data.scores &&
          rowFigure(
            trend?.scores ?? [],
            'avi_score',
            'avi_score',
            'insights.scores',
            'score with a date in this period',
          ),
        platforms:
          data.platforms &&
          rowFigure(platforms, 'visibility', 'visibility', 'insights.platform_breakdown', 'platform in this period'),
        competitors: competitors && rowFigure(competitors, 'domain', 'domain', 'competitors.list'),
        share_of_voice: sources && [
          share_of_voice?.own,
          'citations by domain to compute it from',
          'cited_sources.list',
        ],
        cited_sources:
          cited_sources &&
          rowFigure(cited_sources, 'domain', 'domain', 'cited_sources.list', 'cited domain in this period'),
      },
      {
        period: sentences([
          period.to > today
            ? `The period ends after today, ${today}: figures are of what was measured so far.`
            : undefined,
          longPeriod(period),
        ]),
        index: data.index && !avi ? `No run had finished by ${period.to}.` : undefined,
        share_of_voice:
          isCut && share_of_voice && share_of_voice.own === undefined ? ownNotRead(period, share_of_voice) : undefined,
        ...missing,
      },
    ),
  };
}

function indexIn(index: Data<'reality_check.avi'>): {
  readonly score: unknown;
  readonly tier: unknown;
  readonly dimensions: unknown;
  readonly recommendations: unknown;
} {
  const score = fieldUnder(index, scoreNames);
  const within = scoreNames.map((name) => Reflect.get(index, name) as unknown).find(isFields);
  const firstOf = (names: readonly string[]): unknown =>
    names.map((name) => Reflect.get(index, name) ?? within?.[name]).find((value) => value !== undefined);
  return {
    score: numberIn(score) ?? score,
    tier: firstOf(['tier', 'avi_tier', 'index_tier', 'level']),
    dimensions: firstOf(['dimensions', 'dimension_scores', 'scores']),
    recommendations: firstOf(['recommendations', 'next_steps']),
  };
}

/** The index of the last run up to the end of the period. The platform states tier, dimensions and recommendations of its latest run alone. */
function indexOf(
  index: Data<'reality_check.avi'>,
  scores: readonly Fields[],
  last: Fields | undefined,
): ReturnType<typeof indexIn> & { readonly note?: string | undefined } {
  if (!last || last === scores.at(-1)) return indexIn(index);
  return {
    score: last['avi_score'],
    tier: null,
    dimensions: null,
    recommendations: undefined,
    note: 'Of an earlier run: the platform states tier, dimensions and recommendations of its latest run alone.',
  };
}

/**
 * What the gaps say beyond the lines of the platforms themselves, the lowest visibility first. Their count
 * is total_queries, or else total (docs/platform/insights.md#platform-gap).
 */
function gapsIn({ platforms }: Data<'insights.platform_gap'>, lines: readonly Fields[]): Record<string, unknown>[] {
  if (!isFields(platforms)) return [];
  const rows = Object.entries(platforms).flatMap(([platform, row]) => (isFields(row) ? [{ ...row, platform }] : []));
  return platformLines(rows)
    .toSorted((a, b) => (numberIn(a['visibility']) ?? 0) - (numberIn(b['visibility']) ?? 0))
    .map(({ platform, total_queries, total, ...row }) => {
      const reading = lines.find((line) => line['platform'] === platform) ?? {};
      const more = Object.entries(row).filter(([name, value]) => reading[name] !== value);
      return { platform, queries: total_queries ?? total, ...Object.fromEntries(more) };
    });
}

/** When the index was measured: in the period, or else before it. */
function measuredOn(last: Fields | undefined, inPeriod: readonly Fields[]): Record<string, unknown> {
  if (!last) return { measured_on: 'unknown: the platform has no score with a date' };
  const measured_on = measuredDay(last['date']);
  return inPeriod.length > 0
    ? { measured_on }
    : { measured_on, outside_period: 'No run finished in this period: the index is older.' };
}

/** How many there are of each list that is not shown whole. */
function totalsOf(
  lists: Readonly<Record<string, readonly [shown: readonly unknown[] | undefined, all: number | undefined]>>,
): Record<string, number> | undefined {
  const longer = Object.entries(lists).flatMap(([name, [shown, all]]) =>
    shown && all !== undefined && all > shown.length ? [[name, all] as const] : [],
  );
  return longer.length > 0 ? Object.fromEntries(longer) : undefined;
}

/** The periods of parts that the platform says to be another one than was asked for, by part. */
function otherPeriods(
  period: Period,
  today: string,
  stated: Readonly<Record<string, StatedPeriod | undefined>>,
): Record<string, unknown> | undefined {
  const others = Object.entries(stated).flatMap(([part, { from, to } = {}]) =>
    isOfPeriod({ from, to }, period, today) ? [] : [[part, { from, to }] as const],
  );
  return others.length > 0 ? Object.fromEntries(others) : undefined;
}

interface StatedPeriod {
  readonly from?: unknown;
  readonly to?: unknown;
}

/** Whether the platform states that period, as far as it has passed, or none. */
const isOfPeriod = ({ from, to }: StatedPeriod, period: Period, today: string): boolean =>
  typeof from !== 'string' ||
  typeof to !== 'string' ||
  (measuredDay(from) === period.from && measuredDay(to) === (period.to > today ? today : period.to));

/** The scores of a period, thinned out where there are many, and how each figure moved from the first to the last of them. */
function trendIn(
  scores: readonly Fields[],
): { readonly scores: readonly Fields[]; readonly runs: unknown; readonly change: unknown } | undefined {
  const points = thinned(scores);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return undefined;
  const change = Object.fromEntries(
    Object.entries(last).flatMap(([name, value]) => {
      const before = first[name];
      return typeof value === 'number' && typeof before === 'number' && !name.endsWith('_id')
        ? [[name, Math.round((value - before) * 10) / 10]]
        : [];
    }),
  );
  return {
    scores: points,
    runs: points.length < scores.length ? scores.length : undefined,
    change: points.length > 1 ? change : undefined,
  };
}

/** Scores in a trend: a year of weekly runs. */
const maxScores = 53;

/** The first and the last, and evenly many between them. */
const thinned = (scores: readonly Fields[]): readonly Fields[] =>
  scores.length <= maxScores
    ? scores
    : Array.from(
        { length: maxScores },
        (_, at) => scores[Math.round((at * (scores.length - 1)) / (maxScores - 1))] ?? {},
      );

/** Domains that are listed by themselves. */
const maxSources = 10;

/** Fields that the report leaves out; the whole rows are in insights.low_hanging_fruit. */
const withoutBookkeeping = ({
  first_seen: _first,
  last_seen: _last,
  content_type_reason: _reason,
  citation_possibility_score: _same,
  ...row
}: Fields): Fields => row;

const potentialIn = ({ period: _, ...potential }: Data<'insights.potential_hero'>): Record<string, unknown> =>
  potential;

/** Competitors that are listed by themselves. */
const maxCompetitors = 10;

const sourceLine = ({ domain, citations, own, row }: FigureSource): Record<string, unknown> => ({
  domain,
  citations,
  urls: row.url_count,
  platforms: row.platforms,
  possibility: numberIn(row.avg_possibility_score) ?? row.avg_possibility_score,
  own: own === true || undefined,
});
