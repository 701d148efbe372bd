import type { Data } from '../../../catalog/operation-types.ts';
import { definedFields } from '../../../base/json/defined-fields.ts';
import { isFields, type Fields } from '../../../base/json/is-fields.ts';
import { numberIn, recordsIn } from '../shared/records-in.ts';
import { firstSeen } from './false-claims.ts';
import type { ShareOfVoice } from './figures.ts';
import { isWithin, type Period } from '../../../programs/platform/period.ts';

/** A figure in both periods. Null: the platform has none for it. */
export interface Moved {
  readonly before: number | null;
  readonly after: number | null;
  readonly change: number | null;
}

/** The figures of one period that are compared. */
export interface Measured {
  readonly period: Period;
  /** Index of the last run in the period. */
  readonly index: unknown;
  readonly dimensions: unknown;
  readonly platforms: readonly Fields[];
  readonly share: ShareOfVoice | undefined;
  /** Undefined: they could not be read. */
  readonly domains: readonly string[] | undefined;
  readonly lowHangingFruit: readonly string[] | undefined;
}

/** Lists of which only the first rows were read. */
type PartialLists = Readonly<Record<'cited_domains' | 'claims', boolean>>;

/** Two periods side by side, and the moves of figures, the largest first, each with the operation that it comes from. */
export function compare(
  before: Measured,
  after: Measured,
  claims: Data<'accuracy.list'> | undefined,
  partial: PartialLists,
): Fields {
  const index = moved(before.index, after.index);
  const dimensions = movedFields(before.dimensions, after.dimensions);
  const names = [...new Set([...before.platforms, ...after.platforms].map(({ platform }) => String(platform)))];
  const platforms = names.map((platform) => {
    const [one, other] = [before, after].map(({ platforms: rows }) => rows.find((row) => row['platform'] === platform));
    return {
      platform,
      visibility: moved(one?.['visibility'], other?.['visibility']),
      recommendation_rate: moved(one?.['recommendation_rate'], other?.['recommendation_rate']),
      citation_rate: moved(one?.['citation_rate'], other?.['citation_rate']),
    };
  });
  const share_of_voice = {
    own: moved(before.share?.own, after.share?.own),
    competitors: moved(before.share?.competitors, after.share?.competitors),
  };
  const { from, to } = before.period;
  return {
    from,
    to,
    index,
    most_moved: mostMoved([
      ...Object.entries(dimensions ?? {}).map(([name, move]) => [name, move, 'insights.scores'] as const),
      ...platforms.flatMap(({ platform, ...figures }) =>
        Object.entries(figures).map(
          ([name, move]) => [`${platform} ${name}`, move, 'insights.platform_breakdown'] as const,
        ),
      ),
      ...Object.entries(share_of_voice).map(
        ([name, move]) => [`share of voice, ${name}`, move, 'cited_sources.list'] as const,
      ),
    ]),
    dimensions,
    platforms,
    share_of_voice,
    cited_domains: partial.cited_domains ? undefined : gainedAndLost(before.domains, after.domains),
    low_hanging_fruit: gainedAndLost(before.lowHangingFruit, after.lowHangingFruit),
    claims:
      claims && !partial.claims
        ? claimsIn(recordsIn(claims as readonly Fields[]), before.period, after.period)
        : undefined,
    not_available: notAvailable(before, index, dimensions, partial),
  };
}

export function moved(before: unknown, after: unknown): Moved {
  const [one, other] = [numberIn(before) ?? null, numberIn(after) ?? null];
  return {
    before: one,
    after: other,
    change: one === null || other === null ? null : Math.round((other - one) * 10) / 10,
  };
}

function movedFields(before: unknown, after: unknown): Readonly<Record<string, Moved>> | undefined {
  if (!isFields(before) || !isFields(after)) return undefined;
  return Object.fromEntries(Object.keys(after).map((name) => [name, moved(before[name], after[name])]));
}

/** Names that are shown of each list. */
const maxNames = 10;

function gainedAndLost(
  before: readonly string[] | undefined,
  after: readonly string[] | undefined,
): Fields | undefined {
  if (!before || !after) return undefined;
  const [one, other] = [new Set(before), new Set(after)];
  return {
    gained: [...other].filter((name) => !one.has(name)).slice(0, maxNames),
    lost: [...one].filter((name) => !other.has(name)).slice(0, maxNames),
  };
}

/** A claim is lost that was last seen in the earlier period. When one was first seen, not every platform says. */
function claimsIn(claims: readonly Fields[], before: Period, after: Period): Fields {
  const text = (claim: Fields): string => String(claim['claim_normalized']);
  const isDated = claims.length === 0 || claims.some((claim) => firstSeen(claim) !== undefined);
  const claimsOf = (period: Period): Fields[] => claims.filter((claim) => isWithin(period, claim['last_seen_at']));
  return {
    gained: isDated
      ? claims
          .filter((claim) => isWithin(after, firstSeen(claim)))
          .map(text)
          .slice(0, maxNames)
      : 'unknown: the platform does not say when a claim was first seen',
    lost: claimsOf(before)
      .filter((claim) => !isWithin(after, claim['last_seen_at']))
      .map(text)
      .slice(0, maxNames),
  };
}

const maxMoves = 5;

const mostMoved = (moves: readonly (readonly [what: string, move: Moved, from: string])[]): Fields[] =>
  moves
    .filter(([, { change }]) => change !== null && change !== 0)
    .toSorted(([, a], [, b]) => Math.abs(b.change ?? 0) - Math.abs(a.change ?? 0))
    .slice(0, maxMoves)
    .map(([what, move, from]) => ({ what, ...move, from }));

const tooManyInWords = 'There are more than a report reads, so that what came and what went is not known.';

function notAvailable(
  { period, platforms }: Measured,
  index: Moved,
  dimensions: unknown,
  partial: PartialLists,
): Fields | undefined {
  const isEmpty = index.before === null && platforms.every(({ visibility }) => numberIn(visibility) === undefined);
  const reasons = definedFields({
    period: isEmpty ? `Nothing was measured from ${period.from} to ${period.to}.` : undefined,
    dimensions: dimensions
      ? undefined
      : 'The platform has dimensions of its latest run alone, so that they are not compared.',
    cited_domains: partial.cited_domains ? tooManyInWords : undefined,
    claims: partial.claims ? tooManyInWords : undefined,
  });
  return Object.keys(reasons).length > 0 ? reasons : undefined;
}
