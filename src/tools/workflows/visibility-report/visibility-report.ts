import { possibilityScale } from '../../../catalog/vocabulary/fields.ts';
import type { Data } from '../../../catalog/index.ts';
import { isFields, type Fields } from '../../../base/json/is-fields.ts';
import { boundedSuccess } from '../../results/result.ts';
import { compare, moved, sentences, type Measured, type Seen } from './compare.ts';
import { begunPeriod, comparedPeriod, dateOf, isWithin, periodOf, type Period } from '../../../client/period.ts';
import {
  activeCompetitors,
  indexIn,
  measuredDay,
  longPeriod,
  overallVisibility,
  ownHostsOf,
  ownNotRead,
  platformLines,
  scoresByDate,
  shareOfVoice,
  sourceOf,
  sourcesQuery,
} from './figures.ts';
import { nextSteps, promptsOf } from './next-steps.ts';
import { falseClaims, falseClaimsOf } from './false-claims.ts';
import { allBrands } from './all-brands.ts';
import { isAll } from './by-fall.ts';
import { now } from '../../definition/now.ts';
import type { ToolResult } from '../../definition/tool.ts';
import { readParts, type Parts } from '../shared/read-parts.ts';
import { missingFigures, rowFigure } from '../shared/missing-figures.ts';
import { numberIn } from '../../../base/json/number-in.ts';
import { recordsIn } from '../shared/records-in.ts';
import type { Reader } from '../shared/task.ts';
import { headOf, trackedBrand, type TrackedBrand } from '../shared/tracked-brand.ts';
import type { ReportOrder } from '../shared/orders.ts';

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

/** A report on how assistants see a brand, made from free reads. */
export async function visibilityReport(
  reader: Reader,
  { brand, from, to, days, period: named, compare: other }: ReportOrder,
): Promise<ToolResult> {
  const at = now(reader.context);
  const argument = named === undefined ? 'from' : 'period';
  const period = begunPeriod(argument, periodOf({ from, to, days, period: named }, at), at);
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
    sources: ['cited_sources.list', sourcesQuery(id, period)],
    // No period: the index is the latest one, whenever it was measured.
    scores: ['insights.scores', { id }],
    claims: ['accuracy.list', { id }],
  });
  if (isUnmeasured(parts)) return unmeasured(tracked);
  const today = dateOf(at);
  const [compared, prompts] = await Promise.all([
    otherPeriod && comparison(reader, parts, [period, otherPeriod], tracked, today),
    promptsOf(reader, id),
  ]);
  const figures = reportOn(parts, period, tracked, today);
  const steps = nextSteps(figures);
  const report = { ...headOf(tracked), ...figures, prompts, compared, next_steps: steps };
  const shorter = inBrief(report);
  const whole = Object.fromEntries(
    Object.entries(report).filter(([name, value]) => Object.hasOwn(shorter, name) && value !== undefined),
  );
  const brief = { ...report, ...shorter };
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

/** If there is neither an index nor an answer of an assistant, there was no run yet. */
const isUnmeasured = ({ data }: ReportParts): boolean =>
  data.index === undefined && recordsIn(data.platforms).every(({ total }) => (numberIn(total) ?? 0) === 0);

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

type Figures = ReturnType<typeof reportOn>;

/** The parts of a report that are shortened for a model, each fact once. All others get it whole. */
const inBrief = (report: Figures & { readonly next_steps: readonly Fields[] | undefined }) => ({
  // The advice itself is part of the index.
  next_steps: report.next_steps?.map(({ text: _, ...step }) => step),
  trend: report.trend && { ...report.trend, scores: report.trend.scores.map(({ run_id: _, ...row }) => row) },
  platform_gaps: report.platform_gaps && only(report.platform_gaps, ['strongest', 'weakest', 'gap']),
  low_hanging_fruit: report.low_hanging_fruit?.map((row) =>
    only(row, ['id', 'url', row['url'] === undefined ? 'domain' : '', 'citations', 'effective_possibility']),
  ),
  potential: report.potential && { ...report.potential, eligible: undefined, score_breakdown: undefined },
  competitors: report.competitors?.map(({ domain, brand }) => ({
    domain,
    brand,
    share: report.share_of_voice?.by_competitor?.find((one) => one.brand === brand)?.share,
  })),
  share_of_voice: report.share_of_voice && only(report.share_of_voice, ['own', 'competitors', 'of']),
  cited_sources: report.cited_sources?.map((row) => only(row, ['domain', 'citations', 'possibility', 'own'])),
  false_claims: report.false_claims
    ?.slice(0, briefClaims)
    .map(({ severity, claim }) => `${String(severity)}: ${String(claim)}`),
});

/** Maximum false claims that are named by default; `fields` and check_brand_facts have the sentences and facts. */
const briefClaims = 2;

const only = (row: object, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));

/** The operation that each part comes from. */
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
  const { from, to } = otherPeriod;
  const other = await readParts(reader, {
    platforms: ['insights.platform_breakdown', { id, from, to }],
    sources: ['cited_sources.list', sourcesQuery(id, otherPeriod)],
    before: ['insights.low_hanging_fruit', { id, limit: fruitCompared, from, to }],
    after: ['insights.low_hanging_fruit', { id, limit: fruitCompared, from: period.from, to: period.to }],
  });
  const scores = scoresByDate(data.scores);
  const measured = (
    of: Period,
    platforms: typeof data.platforms,
    cited: typeof data.sources,
    wins: Data<'insights.low_hanging_fruit'> | undefined,
    isCut: boolean,
  ): Measured => {
    const last = scores.findLast(({ date }) => isWithin(of, date));
    const sources = cited?.map(sourceOf);
    const lines = platformLines(recordsIn(platforms));
    return {
      period: of,
      isMeasured: last !== undefined || lines.some(({ total }) => (numberIn(total) ?? 0) > 0),
      index: last?.avi_score,
      dimensions: last?.dimensions,
      platforms: lines,
      share: shareOfVoice(sources, data.competitors, ownHostsOf(record), isCut),
      domains: sources?.flatMap(({ domain, row }): Seen[] =>
        domain === undefined ? [] : [{ name: domain, first: row.first_seen, last: row.last_seen }],
      ),
      lowHangingFruit:
        wins && isOfPeriod(wins.meta ?? {}, of, today)
          ? recordsIn(wins.items as readonly Fields[]).map(({ url, domain, first_seen: first, last_seen: last }) => ({
              name: String(url ?? domain),
              first,
              last,
            }))
          : undefined,
    };
  };
  const isCut = { own: partial.has('sources'), other: other.partial.has('sources') };
  return compare(
    measured(otherPeriod, other.data.platforms, other.data.sources, other.data.before, isCut.other),
    measured(period, data.platforms, data.sources, other.data.after, isCut.own),
    data.claims,
    { cited_domains: isCut.own || isCut.other, claims: partial.has('claims') },
  );
}

/** Maximum low-hanging sources of each period that are compared. */
const fruitCompared = 100;

function reportOn({ data, missing, partial }: ReportParts, period: Period, { record }: TrackedBrand, today: string) {
  const scores = scoresByDate(data.scores);
  const inPeriod = scores.filter(({ date }) => isWithin(period, date));
  const last = scores.findLast(({ date }) => date <= period.to);
  const isLatest = last === scores.at(-1);
  const index = data.index && (last || isLatest) ? indexIn(data.index, isLatest ? undefined : last) : undefined;
  const platforms = platformLines(recordsIn(data.platforms));
  const trend = trendIn(inPeriod);
  const rivals = data.competitors && activeCompetitors(data.competitors);
  const competitors = rivals?.slice(0, maxCompetitors);
  const claims = data.claims && falseClaimsOf(data.claims, period);
  const shownClaims = claims && falseClaims(claims);
  const wins = data.quick_wins && recordsIn(data.quick_wins.items).map(withoutBookkeeping);
  const sources = data.sources?.map(sourceOf);
  const isCut = partial.has('sources');
  const share_of_voice = shareOfVoice(sources, data.competitors, ownHostsOf(record), isCut);
  const cited_sources = sources?.slice(0, maxSources).map(({ domain, citations, own, row }) => ({
    domain,
    citations,
    urls: row.url_count,
    platforms: row.platforms,
    possibility: numberIn(row.avg_possibility_score) ?? row.avg_possibility_score,
    own: own === true || undefined,
  }));
  const { period: gapPeriod, platforms: _, ...gap } = data.gaps ?? {};
  const { period: potentialPeriod, ...potential } = data.potential ?? {};
  return {
    avi: index && {
      ...index,
      measured_on: last?.date ?? 'unknown: the platform has no score with a date',
      outside_period: last && inPeriod.length === 0 ? 'No run finished in this period: the index is older.' : undefined,
    },
    overall: overallVisibility(platforms),
    trend,
    period,
    other_periods: otherPeriods(period, today, {
      platform_gaps: gapPeriod,
      low_hanging_fruit: data.quick_wins?.meta,
      potential: potentialPeriod,
    }),
    platforms,
    platform_gaps: data.gaps && { ...gap, by_platform: gapsIn(data.gaps) },
    low_hanging_fruit: wins,
    potential: data.potential && potential,
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
        index: index && [index.score, 'index score', 'reality_check.avi'],
        tier: index && isLatest ? [index.tier, 'tier of the index', 'reality_check.avi'] : undefined,
        dimensions: index && isLatest ? [index.dimensions, 'dimensions of the index', 'reality_check.avi'] : undefined,
        trend:
          data.scores &&
          rowFigure(trend?.scores ?? [], 'avi_score', 'insights.scores', 'score with a date in this period'),
        platforms:
          data.platforms &&
          rowFigure(platforms, 'visibility', 'insights.platform_breakdown', 'platform in this period'),
        share_of_voice: sources && [
          share_of_voice?.own,
          'citations by domain to compute it from',
          'cited_sources.list',
        ],
        cited_sources:
          cited_sources && rowFigure(cited_sources, 'domain', 'cited_sources.list', 'cited domain in this period'),
      },
      {
        period: sentences([
          period.to > today
            ? `The period ends after today, ${today}: figures cover what was measured so far.`
            : undefined,
          longPeriod(period),
        ]),
        index: data.index && !index ? `No run had finished by ${period.to}.` : undefined,
        share_of_voice:
          isCut && share_of_voice && share_of_voice.own === undefined ? ownNotRead(period, share_of_voice) : undefined,
        ...missing,
      },
    ),
  };
}

/** The gaps by platform, the lowest visibility first, an unknown one last (docs/platform/insights.md#platform-gap). */
const gapsIn = ({ platforms }: Data<'insights.platform_gap'>): Fields[] =>
  (isFields(platforms) ? Object.entries(platforms) : [])
    .flatMap(([platform, row]) => (isFields(row) ? [{ platform, ...row }] : []))
    .toSorted((a: Fields, b: Fields) => (numberIn(a['visibility']) ?? 101) - (numberIn(b['visibility']) ?? 101))
    .map(({ platform, total_queries, total }: Fields) => ({ platform, queries: total_queries ?? total }));

/** The total number of rows of each list that is not shown whole. */
function totalsOf(
  lists: Readonly<Record<string, readonly [shown: readonly unknown[] | undefined, all: number | undefined]>>,
): Record<string, number> | undefined {
  const longer = Object.entries(lists).flatMap(([name, [shown, all]]) =>
    shown && all !== undefined && all > shown.length ? [[name, all] as const] : [],
  );
  return longer.length > 0 ? Object.fromEntries(longer) : undefined;
}

/** The parts for which the platform states another period than the requested one, with that period. */
function otherPeriods(
  period: Period,
  today: string,
  stated: Readonly<Record<string, Fields | undefined>>,
): Record<string, unknown> | undefined {
  const others = Object.entries(stated).flatMap(([part, { from, to } = {}]) =>
    isOfPeriod({ from, to }, period, today) ? [] : [[part, { from, to }] as const],
  );
  return others.length > 0 ? Object.fromEntries(others) : undefined;
}

/** Whether the platform states no period, or the requested one as far as it has passed. */
const isOfPeriod = ({ from, to }: Fields, period: Period, today: string): boolean =>
  typeof from !== 'string' ||
  typeof to !== 'string' ||
  (measuredDay(from) === period.from && measuredDay(to) === (period.to > today ? today : period.to));

/** The scores of a period, thinned out if there are many, and the change of each figure from the first to the last. */
function trendIn(scores: readonly Fields[]) {
  const step = (scores.length - 1) / (maxScores - 1);
  const points =
    scores.length <= maxScores
      ? scores
      : Array.from({ length: maxScores }, (_, at) => scores[Math.round(at * step)] ?? {});
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return undefined;
  const changes = Object.entries(last).flatMap(([name, value]) => {
    const { change } = moved(first[name], value);
    return change === null || name.endsWith('_id') ? [] : [[name, change] as const];
  });
  return {
    scores: points,
    runs: points.length < scores.length ? scores.length : undefined,
    change: points.length > 1 ? Object.fromEntries(changes) : undefined,
  };
}

/** Maximum scores in a trend: a year of weekly runs. */
const maxScores = 53;

/** Maximum domains and competitors that are listed individually. */
const maxSources = 10;
const maxCompetitors = 10;

/** Fields that the report leaves out; the whole rows are in insights.low_hanging_fruit. */
const withoutBookkeeping = ({
  first_seen: _first,
  last_seen: _last,
  content_type_reason: _reason,
  citation_possibility_score: _same,
  ...row
}: Fields): Fields => row;
