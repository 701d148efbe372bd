import type { Data, Id, Output } from '../../../catalog/index.ts';
import { isFields, type Fields } from '../../../base/json/is-fields.ts';
import { textsIn } from '../../../base/text/texts-in.ts';
import type { TrackingProject } from '../shared/tracked-brand.ts';
import { hostOf } from '../../../client/names/project-names.ts';
import { fieldUnder } from '../shared/missing-figures.ts';
import { maxDays, type Period } from '../../../client/period.ts';
import { numberIn } from '../../../base/json/number-in.ts';
import { flagIn, recordsIn } from '../shared/records-in.ts';

/** docs/platform/insights.md#reality-check: "latest index score", its tier and six dimensions, without the names of the fields. */
const scoreNames = ['score', 'avi_score', 'index_score', 'latest_score', 'avi', 'index'];

/** docs/platform/insights.md#periods: "score history", without the names of the fields. */
const dateNames = ['date', 'run_date', 'measured_at', 'measured_on', 'completed_at', 'created_at', 'day'];

const scoreIn = (row: object): unknown => {
  const score = fieldUnder(row, scoreNames);
  return numberIn(score) ?? score;
};

/** The dated scores, oldest first, with the day of each. */
export const scoresByDate = (scores: Data<'insights.scores'> | undefined) =>
  recordsIn(scores as readonly Fields[] | undefined)
    .map((row) => ({ row, time: fieldUnder(row, dateNames) }))
    .filter(({ time }) => typeof time === 'string')
    .sort((a, b) => String(a.time).localeCompare(String(b.time)))
    .map(({ row, time }) => ({ ...row, date: measuredDay(time), avi_score: scoreIn(row) }) as ScoreRow);

type ScoreRow = Fields & { readonly date: string; readonly avi_score: unknown };

/** The index as the platform states it; for an `earlier` run than the latest, only the score. */
export function indexIn(index: Data<'reality_check.avi'>, earlier: ScoreRow | undefined) {
  const within = scoreNames.map((name) => Reflect.get(index, name) as unknown).find(isFields);
  const firstOf = (...names: readonly string[]): unknown =>
    earlier
      ? undefined
      : names.map((name) => Reflect.get(index, name) ?? within?.[name]).find((one) => one !== undefined);
  return {
    score: earlier ? earlier.avi_score : scoreIn(index),
    tier: firstOf('tier', 'avi_tier', 'index_tier', 'level'),
    dimensions: firstOf('dimensions', 'dimension_scores', 'scores'),
    recommendations: firstOf('recommendations', 'next_steps'),
    note:
      earlier && 'Of an earlier run: the platform states tier, dimensions and recommendations only of its latest run.',
  };
}

/** The day of a date or time. */
export const measuredDay = (date: unknown): string => String(date).slice(0, 10);

/**
 * The rows of the assistants with rates in percent. A rate that cannot be measured is not shown. Platforms state rates
 * as percent or as fractions. The smallest possible rate above 0 is one answer of the total; a smaller figure must be a
 * fraction.
 */
export function platformLines(rows: readonly Fields[]): Record<string, unknown>[] {
  const factor = rows.some(isOfFractions) && !rows.some(isOfPercent) ? 100 : 1;
  return rows.map((row) => platformLine(row, factor));
}

const rateNames = ['visibility', 'recommendation_rate', 'citation_rate'] as const;

const ratesOf = (row: Fields): number[] => rateNames.flatMap((name) => numberIn(row[name]) ?? []);

const isOfPercent = (row: Fields): boolean => ratesOf(row).some((rate) => rate > 1);

/** 0.9 leaves room for a rate that the platform rounded. */
const isOfFractions = (row: Fields): boolean => {
  const answers = numberIn(row['total'] ?? row['total_queries']);
  return ratesOf(row).some((rate) => rate > 0 && rate < (answers ? 90 / answers : 0));
};

function platformLine(row: Fields, factor: number): Record<string, unknown> {
  const { citations_measurable, citations_messbar_seit, measurement_note, ...others } = row;
  const figures = Object.entries(others).map(([name, value]) => {
    const number = numberIn(value);
    const isRate = rateNames.some((rate) => rate === name);
    return [name, number === undefined ? value : isRate ? inPercent(number * factor) : number];
  });
  const line = Object.fromEntries(figures) as Record<string, unknown>;
  return flagIn(citations_measurable) === false
    ? { ...line, citation_rate: 'not measurable', note: measurement_note }
    : { ...line, citations_reliable_since: citations_messbar_seit || undefined };
}

/** Removes the rounding errors of a multiplication by 100. */
const inPercent = (rate: number): number => Math.round(rate * 1000) / 1000;

/** Visibility over all assistants: the share of all their answers that mention the brand. */
export function overallVisibility(
  lines: readonly Fields[],
): { readonly visibility: number; readonly answers: number } | undefined {
  const measured = lines.flatMap((line) => {
    const [rate, answers] = [numberIn(line['visibility']), numberIn(line['total'])];
    return rate === undefined || answers === undefined ? [] : [{ rate, answers }];
  });
  const answers = measured.reduce((sum, one) => sum + one.answers, 0);
  if (answers === 0 || measured.length < lines.length) return undefined;
  return { visibility: rounded(measured.reduce((sum, one) => sum + one.rate * one.answers, 0) / answers), answers };
}

export type ShareOfVoice = NonNullable<ReturnType<typeof shareOfVoice>>;

/**
 * Whose pages the assistants cite, in percent of all citations. The platform has no figure of its own for it; this one follows from
 * the cited domains. Competitors are those that are selected; a subdomain belongs to its domain. Undefined without citations.
 * @param partial whether there are more domains
 */
export function shareOfVoice(
  sources: readonly FigureSource[] | undefined = [],
  competitors: Data<'competitors.list'> | undefined,
  ownHosts: readonly string[],
  partial: boolean,
) {
  const rivals = activeCompetitors(competitors);
  const ownerOf = ({ own, domain }: FigureSource): string | undefined => {
    if (own ?? (domain !== undefined && ownHosts.some((host) => isOfHost(domain, host)))) return ownKey;
    return rivals.find((rival) => domain !== undefined && isOfHost(domain, hostOf(rival.domain)))?.domain;
  };
  const counts = new Map<string | undefined, number>();
  for (const source of sources) {
    const owner = ownerOf(source);
    counts.set(owner, (counts.get(owner) ?? 0) + (source.citations ?? 0));
  }
  const citations = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (citations === 0) return undefined;
  const shareOf = (count: number): number => rounded((count / citations) * 100);
  const own = shareOf(counts.get(ownKey) ?? 0);
  const cited = rivals.filter(({ domain }) => counts.has(domain));
  const each = cited.map(({ domain, brand }) => ({ brand, share: shareOf(counts.get(domain) ?? 0) }));
  // If the list has more domains, the brand may be among those.
  const isKnown = partial
    ? counts.has(ownKey)
    : sources.some(({ own, domain }) => own !== undefined || (domain !== undefined && ownHosts.length > 0));
  return {
    /** Undefined if no source says whose it is, or if the list has more domains and none of those read is the brand's. */
    own: isKnown ? own : undefined,
    competitors: shareOf(cited.reduce((sum, { domain }) => sum + (counts.get(domain) ?? 0), 0)),
    by_competitor: each.length > 0 ? each : undefined,
    /** 100 minus the other shares. Undefined if the brand's own share is not known, since it would be part of this. */
    others: isKnown ? rounded(100 - own - each.reduce((sum, { share }) => sum + share, 0)) : undefined,
    citations,
    of: `citations of the ${sources.length} most cited domains`,
  };
}

/** Key of the brand among the domains. */
const ownKey = '';

/** The selected competitors; the platform lists the others, too. */
export const activeCompetitors = (
  competitors: Data<'competitors.list'> | undefined,
): { readonly domain: string; readonly brand: string }[] =>
  recordsIn(competitors?.competitors)
    .filter(({ is_active }) => flagIn(is_active) !== false)
    .flatMap(({ domain, brand_name }) => (domain ? [{ domain, brand: brand_name || domain }] : []));

const isOfHost = (domain: string, host: string): boolean =>
  hostOf(domain) === host || hostOf(domain).endsWith(`.${host}`);

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** Text for a brand whose share is unknown, because there are more cited domains than were read and none of these is its own. */
export const ownNotRead = ({ from, to }: Period, { of }: ShareOfVoice): string =>
  `No citations of its own from ${from} to ${to} among the ${of}: there are more domains, and its share is not known.`;

/** The note for a period that is longer than the platform's insights cover. */
export const longPeriod = ({ days }: Period): string | undefined =>
  days > maxDays
    ? `The platform may give only the last ${maxDays} of these ${days} days, except for index and trend.`
    : undefined;

/** The hosts of the brand itself. */
export const ownHostsOf = ({ domain, own_domains }: TrackingProject): string[] =>
  textsIn(domain, own_domains).map(hostOf);

/** The cited domains of a period, the most cited first. */
export const sourcesQuery = (id: Id, { from, to }: Period) =>
  ({ id, group_by: 'domain', sort: 'citations_desc', from, to }) as const;

/** The known fields of a cited domain. */
export type FigureSource = ReturnType<typeof sourceOf>;

/** docs/platform/insights.md#cited-sources: it names neither the field of the domain nor that of its citations. */
export function sourceOf(row: Output<'cited_sources.list'>[number]) {
  const domain = fieldUnder(row, ['domain', 'host', 'hostname', 'source_domain', 'site']);
  const address = fieldUnder(row, ['url', 'source_url', 'address']);
  return {
    domain: typeof domain === 'string' ? domain : typeof address === 'string' ? hostOf(address) : undefined,
    citations: numberIn(fieldUnder(row, ['citations', 'citation_count', 'citations_count', 'cited'])),
    /** Undefined if the row does not say. */
    own: flagIn(row.is_own_domain),
    row,
  };
}
