import type { Data, Output } from '../../../catalog/operation-types.ts';
import type { Fields } from '../../../base/json/is-fields.ts';
import { hostOf } from '../../../client/names/project-names.ts';
import { fieldUnder } from '../shared/missing-figures.ts';
import { maxDays, type Period } from '../../../client/period.ts';
import { flagIn, numberIn, recordsIn } from '../shared/records-in.ts';

/**
 * docs/platform/insights.md#reality-check: "latest index score", its tier and six dimensions, without the names of the
 * fields.
 */
export const scoreNames = ['score', 'avi_score', 'index_score', 'latest_score', 'avi', 'index'];

/** docs/platform/insights.md#periods: "score history", without the names of the fields. */
const dateNames = ['date', 'run_date', 'measured_at', 'measured_on', 'completed_at', 'created_at', 'day'];

/** The dated scores, oldest first. */
export const scoresByDate = (scores: Data<'insights.scores'> | undefined): Fields[] =>
  recordsIn(scores as readonly Fields[] | undefined)
    .map((row) => {
      const score = fieldUnder(row, scoreNames);
      return { ...row, date: fieldUnder(row, dateNames), avi_score: numberIn(score) ?? score };
    })
    .filter(({ date }) => typeof date === 'string')
    .sort((a, b) => String(a.date).localeCompare(String(b.date)));

/** The day of a date or time. */
export const measuredDay = (date: unknown): string => String(date).slice(0, 10);

/**
 * The rows of the assistants with rates in percent. A rate that cannot be measured says nothing, so it is not shown. Platforms state
 * rates as percent or as fractions: of so many answers, the smallest rate above 0 is one answer, so that a smaller figure is a fraction.
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
  const { citation_rate: _, citations_measurable, citations_messbar_seit, measurement_note, ...others } = row;
  const figureOf = (name: string, value: unknown): unknown => {
    const number = numberIn(value);
    return number === undefined ? value : rateNames.some((rate) => rate === name) ? inPercent(number * factor) : number;
  };
  const figures = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, figureOf(name, value)]));
  if (flagIn(citations_measurable) === false)
    return { ...figures, citation_rate: 'not measurable', note: measurement_note };
  return {
    ...figures,
    citation_rate: figureOf('citation_rate', row['citation_rate']),
    citations_reliable_since: citations_messbar_seit || undefined,
  };
}

/** Without the digits that a multiplication by 100 invents. */
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

/** Shares of all citations in percent, which add up to 100. */
export interface ShareOfVoice {
  /** Undefined where no source tells whose it is, and where a list that goes on has none of the brand. */
  readonly own: number | undefined;
  readonly competitors: number;
  readonly by_competitor: readonly { readonly brand: string | undefined; readonly share: number }[] | undefined;
  /** What the others leave of 100. Undefined where the brand's own share is not known, which would hide in it. */
  readonly others: number | undefined;
  /** Citations that the shares are of. */
  readonly citations: number;
  readonly of: string;
}

/**
 * Whose pages the assistants cite, in percent of all citations. The platform has no figure of its own for it; this one follows from
 * the cited domains. Competitors are those that are selected; a subdomain belongs to its domain.
 */
export function shareOfVoice(
  sources: readonly FigureSource[],
  competitors: Data<'competitors.list'> | undefined,
  ownHosts: readonly string[],
  partial = false,
): ShareOfVoice | undefined {
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
  const knowsOwn = sources.some(
    ({ own, domain }) => own !== undefined || (domain !== undefined && ownHosts.length > 0),
  );
  const isKnown = partial ? counts.has(ownKey) : knowsOwn;
  return {
    own: isKnown ? own : undefined,
    competitors: shareOf(cited.reduce((sum, { domain }) => sum + (counts.get(domain) ?? 0), 0)),
    by_competitor: each.length > 0 ? each : undefined,
    others: isKnown ? rounded(100 - own - each.reduce((sum, { share }) => sum + share, 0)) : undefined,
    citations,
    of: `citations of the ${sources.length} most cited domains`,
  };
}

/** Stands for the brand among domains. */
const ownKey = '';

/** The competitors that are selected; the platform lists the others, too. */
export const activeCompetitors = (
  competitors: Data<'competitors.list'> | undefined,
): { readonly domain: string; readonly brand: string }[] =>
  recordsIn(competitors?.competitors)
    .filter(({ is_active }) => flagIn(is_active) !== false)
    .flatMap(({ domain, brand_name }) => (domain ? [{ domain, brand: brand_name || domain }] : []));

const isOfHost = (domain: string, host: string): boolean =>
  hostOf(domain) === host || hostOf(domain).endsWith(`.${host}`);

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** Why the brand has no share, where the list of the cited domains goes on and none of those read is its own. */
export const ownNotRead = ({ from, to }: Period, { of }: ShareOfVoice): string =>
  `No citations of its own from ${from} to ${to} among the ${of}: there are more domains, and its share is not known.`;

/** Said of a period that is longer than the platform's insights cover. */
export const longPeriod = ({ days }: Period): string | undefined =>
  days > maxDays
    ? `The platform may give only the last ${maxDays} of these ${days} days, except for index and trend.`
    : undefined;

/** A cited domain, as far as its row tells. */
export interface FigureSource {
  readonly domain: string | undefined;
  readonly citations: number | undefined;
  /** Undefined where the row does not say. */
  readonly own: boolean | undefined;
  readonly firstSeen: unknown;
  readonly lastSeen: unknown;
  readonly row: Output<'cited_sources.list'>[number];
}

/**
 * docs/platform/insights.md#cited-sources: neither the domain nor the number of its citations is among the fields that
 * it names.
 */
export function sourceOf(row: Output<'cited_sources.list'>[number]): FigureSource {
  const domain = fieldUnder(row, ['domain', 'host', 'hostname', 'source_domain', 'site']);
  const address = fieldUnder(row, ['url', 'source_url', 'address']);
  return {
    domain: typeof domain === 'string' ? domain : typeof address === 'string' ? hostOf(address) : undefined,
    citations: numberIn(fieldUnder(row, ['citations', 'citation_count', 'citations_count', 'cited'])),
    own: flagIn(row.is_own_domain),
    firstSeen: row.first_seen,
    lastSeen: row.last_seen,
    row,
  };
}
