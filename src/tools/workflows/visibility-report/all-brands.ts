import type { Fields } from '../../../base/index.ts';
import { boundedSuccess } from '../../results/result.ts';
import type { ToolResult } from '../../definition/tool.ts';
import { readParts } from '../shared/read-parts.ts';
import { numberIn } from '../../../base/json/number-in.ts';
import type { Reader } from '../shared/task.ts';
import { headOf, trackingProjects, type TrackedBrand } from '../shared/tracked-brand.ts';
import { byFall } from './by-fall.ts';
import { moved } from './compare.ts';
import { falseClaimsOf } from './false-claims.ts';
import { ownHostsOf, ownNotRead, scoresByDate, shareOfVoice, sourceOf, sourcesQuery } from './figures.ts';
import { isWithin, type Period } from '../../../client/period.ts';
import { isVisibilityError, type VisibilityError } from '../../../client/errors.ts';

/**
 * A row for each tracked brand, the largest decline of the index first. Brands are read one after another, so that
 * progress and rate limit are those of one brand. If a brand cannot be read, its row says why.
 * @throws VisibilityError if no brand could be read
 */
export async function allBrands(reader: Reader, period: Period, other: Period | undefined): Promise<ToolResult> {
  const brands = await trackingProjects(reader);
  const rows: Fields[] = [];
  const failures: VisibilityError[] = [];
  const failed = (error: unknown): Fields => {
    if (!isVisibilityError(error) || error.status === 401) throw error;
    failures.push(error);
    return { failed: error.message };
  };
  for (const [at, record] of brands.entries()) {
    const brand = { id: record.id ?? '', record };
    const head = headOf(brand);
    reader.context.onProgress?.({
      percent: (100 * at) / brands.length,
      message: `Reading ${String(head['brand'])}, ${at + 1} of ${brands.length}`,
    });
    const stop = failures.find(({ code }) => stops.has(code));
    rows.push({ ...head, ...(await (stop ? failed(stop) : rowOf(reader, brand, period, other).catch(failed))) });
  }
  const [failure] = failures;
  if (failure && failures.length === rows.length) throw failure;
  const data = {
    period,
    compared: other && { from: other.from, to: other.to },
    brands: rows.toSorted(byFall),
    failed: failures.length || undefined,
    units:
      'index: AVI score of the last run in the period; change: since the compared period, else since the first run in this one; shares of citations in percent; false claims: said in the period and open today',
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
      next: failure && `${failures.length} of ${rows.length} could not be read; the same call tries them again.`,
    },
    'visibility_report {"brand":ID} for one brand',
  );
}

/** Errors that would occur for every other brand, too. */
const stops: ReadonlySet<string> = new Set(['rate_limited', 'cancelled']);

/** The row of one brand in a report on all brands, and why figures are missing in it. */
async function rowOf(
  { client, context: { signal } }: Reader,
  { id, record }: TrackedBrand,
  period: Period,
  other: Period | undefined,
): Promise<Fields> {
  if (record.status === 'setup') return { not_available: 'In setup: nothing is measured yet.' };
  // Progress is not reported here: the caller reports it for all brands.
  const reader = { client, context: { signal } };
  const { data, missing, partial } = await readParts(reader, {
    scores: ['insights.scores', { id }],
    competitors: ['competitors.list', { id }],
    claims: ['accuracy.list', { id, resolution_status: 'open' }],
  });
  const scores = scoresByDate(data.scores);
  const sideIn = async (of: Period) => {
    const cited = await readParts(reader, { sources: ['cited_sources.list', sourcesQuery(id, of)] });
    const isCut = cited.partial.has('sources');
    const share = shareOfVoice(cited.data.sources?.map(sourceOf), data.competitors, ownHostsOf(record), isCut);
    const index = numberIn(scores.findLast(({ date }) => isWithin(of, date))?.avi_score) ?? null;
    const { from, to } = of;
    const lacking = [
      index === null ? `No run finished from ${from} to ${to}.` : undefined,
      cited.data.sources && share?.own === undefined
        ? share && isCut
          ? ownNotRead(of, share)
          : `No citations to share from ${from} to ${to}.`
        : cited.missing.sources,
    ];
    return { index, share, own: share?.own ?? null, lacking };
  };
  const now = await sideIn(period);
  const before = other && (await sideIn(other));
  const inPeriod = scores.filter(({ date }) => isWithin(period, date));
  // If no period is compared, the index of the first of several runs in this one.
  const first = inPeriod.length > 1 ? numberIn(inPeriod[0]?.avi_score) : undefined;
  const index_before = before ? before.index : (first ?? null);
  const isCounted = data.claims && !partial.has('claims');
  const lacking = [
    ...now.lacking,
    ...(before?.lacking ?? []),
    partial.has('claims') ? 'There are more claims than a report reads: the false ones are not counted.' : undefined,
    ...Object.values(missing),
  ].filter((text) => text !== undefined);
  return {
    index: now.index,
    index_before,
    change: moved(index_before, now.index).change,
    own_share: now.own,
    own_share_before: before?.own,
    ahead: now.share?.by_competitor
      ?.filter(({ share }) => now.own !== null && share > now.own)
      .map(({ brand }) => brand),
    false_claims: isCounted ? falseClaimsOf(data.claims ?? [], period).length : undefined,
    not_available: lacking.join(' ') || undefined,
  };
}
