import { hostOf } from '../../../client/names/project-names.ts';
import { textsIn } from '../../../base/text/texts-in.ts';
import { boundedSuccess } from '../../results/result.ts';
import type { ToolResult } from '../../definition/tool.ts';
import { readParts } from '../shared/read-parts.ts';
import { numberIn, recordsIn } from '../shared/records-in.ts';
import type { Reader } from '../shared/task.ts';
import { headOf, trackedBrand, trackingProjects, type TrackedBrand } from '../shared/tracked-brand.ts';
import { byFall } from './by-fall.ts';
import { moved } from './compare.ts';
import { falseClaimsOf } from './false-claims.ts';
import { ownNotRead, scoresByDate, shareOfVoice, sourceOf, type ShareOfVoice } from './figures.ts';
import { isWithin, type Period } from '../../../client/period.ts';
import { isVisibilityError } from '../../../client/errors.ts';

/** What a report on all brands shows of one. */
export interface BrandRow {
  readonly index?: number | null | undefined;
  /** Index of the last run in the compared period; without one, of the first run in this period. */
  readonly index_before?: number | null | undefined;
  readonly change?: number | null | undefined;
  readonly own_share?: number | null | undefined;
  readonly own_share_before?: number | null | undefined;
  /** Competitors with a larger share of the citations. */
  readonly ahead?: readonly string[] | undefined;
  readonly false_claims?: number | undefined;
  /** Why the row lacks what it lacks. */
  readonly not_available?: string | undefined;
  /** Why there is nothing but the brand. */
  readonly failed?: string | undefined;
}

/**
 * A row for each tracked brand, the one whose index fell most first. Brand after brand, so that progress and the rate limit are
 * those of one: what was read stays, and brands that could not be read say why.
 *
 * @throws VisibilityError where no brand could be read
 */
export async function allBrands(reader: Reader, period: Period, other: Period | undefined): Promise<ToolResult> {
  const brands = await brandsOf(reader);
  const rows: (Record<string, unknown> & BrandRow)[] = [];
  let failure: Error | undefined;
  let stopped: string | undefined;
  for (const [at, brand] of brands.entries()) {
    const head = headOf(brand);
    reader.context.onProgress?.({
      percent: (100 * at) / brands.length,
      message: `Reading ${String(head['brand'])}, ${at + 1} of ${brands.length}`,
    });
    if (stopped !== undefined) {
      rows.push({ ...head, failed: stopped });
      continue;
    }
    try {
      rows.push({ ...head, ...(await rowOf(reader, brand, period, other)) });
    } catch (error) {
      if (!isVisibilityError(error) || error.status === 401) throw error;
      failure = error;
      rows.push({ ...head, failed: error.message });
      if (stops.has(error.code)) stopped = `Not read: ${error.message}`;
    }
  }
  const failed = rows.filter((row) => row.failed !== undefined).length;
  if (failure && failed === rows.length) throw failure;
  const data = {
    period,
    compared: other && { from: other.from, to: other.to },
    brands: rows.toSorted(byFall),
    failed: failed || undefined,
    units:
      'index: AVI score of the last run in the period; change since the compared period, else since the first run in this one; shares of citations in percent; false claims: said in the period and open today',
    sources: {
      index: 'insights.scores',
      own_share: 'cited_sources.list',
      ahead: 'cited_sources.list and competitors.list',
      false_claims: 'accuracy.list',
    },
  };
  return boundedSuccess(
    data,
    {
      credits: { estimated: 0, charged: 0 },
      next: failed > 0 ? `${failed} of ${rows.length} could not be read; the same call tries them again.` : undefined,
    },
    'visibility_report {"brand":ID} for one brand',
  );
}

/** Errors after which the next brand would fare no better. */
const stops: ReadonlySet<string> = new Set(['rate_limited', 'cancelled']);

async function brandsOf(reader: Reader): Promise<TrackedBrand[]> {
  if (reader.client.pins?.trackingProject !== undefined) return [await trackedBrand(reader, undefined)];
  return (await trackingProjects(reader)).map((record) => ({ id: record.id ?? '', record }));
}

async function rowOf(
  { client, context: { signal } }: Reader,
  { id, record }: TrackedBrand,
  period: Period,
  other: Period | undefined,
): Promise<BrandRow> {
  if (record.status === 'setup') return { not_available: 'In setup: nothing is measured yet.' };
  const query = { id, group_by: 'domain', sort: 'citations_desc' } as const;
  // Without progress: the caller reports that of all brands.
  const reader = { client, context: { signal } };
  const { data, missing, partial } = await readParts(reader, {
    scores: ['insights.scores', { id }],
    sources: ['cited_sources.list', { ...query, from: period.from, to: period.to }],
    competitors: ['competitors.list', { id }],
    claims: ['accuracy.list', { id, resolution_status: 'open' }],
  });
  const before =
    other &&
    (await readParts(reader, { sources: ['cited_sources.list', { ...query, from: other.from, to: other.to }] }));
  const scores = scoresByDate(data.scores);
  const inPeriod = scores.filter(({ date }) => isWithin(period, date));
  const earlier = other
    ? scores.findLast(({ date }) => isWithin(other, date))
    : inPeriod.length > 1
      ? inPeriod[0]
      : undefined;
  const [index, index_before] = [inPeriod.at(-1), earlier].map((row) => numberIn(row?.['avi_score']) ?? null);
  const own = textsIn(record.domain, record.own_domains).map(hostOf);
  const isCut = [partial.has('sources'), before?.partial.has('sources') ?? false];
  const [share, shareBefore] = [data.sources, before?.data.sources].map(
    (rows, at) => rows && shareOfVoice(recordsIn(rows).map(sourceOf), data.competitors, own, isCut[at]),
  );
  const own_share = share?.own ?? null;
  const own_share_before = other && (shareBefore?.own ?? null);
  const lacking = [
    index === null ? `No run finished from ${period.from} to ${period.to}.` : undefined,
    other && index_before === null ? `No run finished from ${other.from} to ${other.to}.` : undefined,
    data.sources && own_share === null ? noShare(period, isCut[0] ? share : undefined) : undefined,
    other && before?.data.sources && own_share_before === null
      ? noShare(other, isCut[1] ? shareBefore : undefined)
      : undefined,
    partial.has('claims') ? 'More claims than a report reads: the false ones are not counted.' : undefined,
    ...Object.values({ ...missing, ...before?.missing }),
  ].filter((text) => text !== undefined);
  return {
    index,
    index_before,
    change: moved(index_before, index).change,
    own_share,
    own_share_before,
    ahead: own_share === null ? undefined : aheadOf(own_share, share),
    false_claims: data.claims && !partial.has('claims') ? falseClaimsOf(data.claims, period).length : undefined,
    not_available: lacking.length > 0 ? lacking.join(' ') : undefined,
  };
}

/** Why the brand has no share of the citations in a period: `cut`, where the list of the cited domains goes on. */
const noShare = (period: Period, cut: ShareOfVoice | undefined): string =>
  cut ? ownNotRead(period, cut) : `No citations to share from ${period.from} to ${period.to}.`;

const aheadOf = (own: number, share: ShareOfVoice | undefined): string[] =>
  (share?.by_competitor ?? []).filter((rival) => rival.share > own).map(({ brand }) => String(brand));
