import type { Data, Output } from '../../../catalog/operation-types.ts';
import type { Fields } from '../../../base/json/is-fields.ts';
import { hostOf } from '../../../programs/platform/project-names.ts';
import { fieldUnder } from '../shared/missing-figures.ts';
import type { Period } from '../../../programs/platform/period.ts';
import { flagIn, numberIn, recordsIn } from '../shared/records-in.ts';

/** Document 2, "Reality check": "latest index score", its tier and six dimensions, without the names of the fields. */
export const scoreNames = ['score', 'avi_score', 'index_score', 'latest_score', 'avi', 'index'];

/** Document 2, "Insights": "score history", without the names of the fields. */
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
export const dayOf = (date: unknown): string => String(date).slice(0, 10);

/** Document 2, "Platform breakdown row": a rate that cannot be measured says nothing, so it is not shown. */
export function platformLine({
  citation_rate,
  citations_measurable,
  citations_messbar_seit,
  measurement_note,
  ...row
}: Fields): Record<string, unknown> {
  const figures = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, numberIn(value) ?? value]));
  if (flagIn(citations_measurable) === false)
    return { ...figures, citation_rate: 'not measurable', note: measurement_note };
  return {
    ...figures,
    citation_rate: numberIn(citation_rate) ?? citation_rate,
    citations_reliable_since: citations_messbar_seit || undefined,
  };
}

/** Shares of all citations in percent. */
export interface ShareOfVoice {
  /** Undefined where no source tells whose it is, and where a list that goes on has none of the brand. */
  readonly own: number | undefined;
  readonly competitors: number;
  readonly by_competitor: readonly { readonly brand: string | undefined; readonly share: number }[] | undefined;
  readonly of: string;
}

/**
 * Whose pages the assistants cite, in percent of all citations. The platform has no figure of its own for the share of
 * voice; this one follows from the cited domains.
 */
export function shareOfVoice(
  sources: readonly Source[],
  competitors: Data<'competitors.list'> | undefined,
  ownHosts: readonly string[],
  partial = false,
): ShareOfVoice | undefined {
  const citationsOf = (some: typeof sources): number => some.reduce((sum, { citations }) => sum + (citations ?? 0), 0);
  const all = citationsOf(sources);
  if (all === 0) return undefined;
  const share = (some: typeof sources): number => Math.round((citationsOf(some) / all) * 1000) / 10;
  const rivals = new Map(
    recordsIn(competitors?.competitors).map(({ domain, brand_name }) => [domain, brand_name || domain]),
  );
  const rivalSources = sources.filter(({ domain }) => domain !== undefined && rivals.has(domain));
  const isOwn = ({ own, domain }: Source): boolean | undefined =>
    own ?? (domain === undefined || ownHosts.length === 0 ? undefined : ownHosts.includes(hostOf(domain)));
  const ownSources = sources.filter((one) => isOwn(one) === true);
  const isKnown = partial ? ownSources.length > 0 : sources.some((one) => isOwn(one) !== undefined);
  return {
    own: isKnown ? share(ownSources) : undefined,
    competitors: share(rivalSources),
    by_competitor:
      rivalSources.length > 0
        ? rivalSources.map((one) => ({ brand: rivals.get(one.domain ?? ''), share: share([one]) }))
        : undefined,
    of: `citations of the ${sources.length} most cited domains`,
  };
}

/** Why the brand has no share, where the list of the cited domains goes on and none of those read is its own. */
export const ownNotRead = ({ from, to }: Period, { of }: ShareOfVoice): string =>
  `No citations of its own from ${from} to ${to} among the ${of}: there are more domains, and its share is not known.`;

/** A cited domain, as far as its row tells. */
export interface Source {
  readonly domain: string | undefined;
  readonly citations: number | undefined;
  /** Undefined where the row does not say. */
  readonly own: boolean | undefined;
  readonly row: Output<'cited_sources.list'>[number];
}

/** Document 2, "Cited source row": neither the domain nor the number of its citations is among the fields that it names. */
export function sourceOf(row: Output<'cited_sources.list'>[number]): Source {
  const domain = fieldUnder(row, ['domain', 'host', 'hostname', 'source_domain', 'site']);
  const address = fieldUnder(row, ['url', 'source_url', 'address']);
  return {
    domain: typeof domain === 'string' ? domain : typeof address === 'string' ? hostOf(address) : undefined,
    citations: numberIn(fieldUnder(row, ['citations', 'citation_count', 'citations_count', 'cited'])),
    own: flagIn(row.is_own_domain),
    row,
  };
}
