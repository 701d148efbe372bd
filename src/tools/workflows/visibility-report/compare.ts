import type { Data } from '../../../catalog/operation-types.ts';
import { definedFields } from '../../../base/json/defined-fields.ts';
import { isFields, type Fields } from '../../../base/json/is-fields.ts';
import { numberIn, recordsIn } from '../shared/records-in.ts';
import { firstSeen, isKnownWrong } from './false-claims.ts';
import { measuredDay, longPeriod, overallVisibility, type ShareOfVoice } from './figures.ts';
import { isWithin, overlapOf, type Period } from '../../../client/period.ts';

/** A figure in both periods. Null: the platform has none for it. */
export interface MovedFigure {
  readonly before: number | null;
  readonly after: number | null;
  readonly change: number | null;
}

/** Something that a period has or has not, with the days on which the platform saw it first and last. */
export interface Seen {
  readonly name: string;
  readonly first: unknown;
  readonly last: unknown;
}

/** The figures of one period that are compared. */
export interface Measured {
  readonly period: Period;
  /** Whether a run finished in it, or an assistant gave an answer. */
  readonly isMeasured: boolean;
  /** Index of the last run in the period. */
  readonly index: unknown;
  readonly dimensions: unknown;
  readonly platforms: readonly Fields[];
  readonly share: ShareOfVoice | undefined;
  /** Undefined: they could not be read. */
  readonly domains: readonly Seen[] | undefined;
  readonly lowHangingFruit: readonly Seen[] | undefined;
}

/** Lists of which only the first rows were read. */
type PartialLists = Readonly<Record<'cited_domains' | 'claims', boolean>>;

/**
 * Two periods side by side, the earlier one first, and the moves of figures, the largest first, each with the operation that it comes
 * from. What came and what went is listed only where both periods were measured.
 *
 * @param other the period that the report is compared with: the earlier one, unless it begins later
 */
export function compare(
  other: Measured,
  own: Measured,
  claims: Data<'accuracy.list'> | undefined,
  partial: PartialLists,
): Fields {
  const isEarlier = other.period.from <= own.period.from;
  const [before, after] = isEarlier ? [other, own] : [own, other];
  const index = moved(before.index, after.index);
  const dimensions = movedFields(before.dimensions, after.dimensions);
  const names = [...new Set([...before.platforms, ...after.platforms].map(({ platform }) => String(platform)))];
  const platforms = names.map((platform) => {
    const [one, two] = [before, after].map(({ platforms: rows }) => rows.find((row) => row['platform'] === platform));
    return {
      platform,
      visibility: moved(one?.['visibility'], two?.['visibility']),
      recommendation_rate: moved(one?.['recommendation_rate'], two?.['recommendation_rate']),
      citation_rate: moved(one?.['citation_rate'], two?.['citation_rate']),
    };
  });
  const share_of_voice = {
    own: moved(before.share?.own, after.share?.own),
    competitors: moved(before.share?.competitors, after.share?.competitors),
  };
  const [one, two] = [before, after].map((side) => overallVisibility(side.platforms)?.visibility);
  const visibility = moved(one, two);
  const areMeasured = before.isMeasured && after.isMeasured;
  const { from, to } = other.period;
  return {
    from,
    to,
    order: isEarlier ? undefined : 'This period is the later one: before is the period of the report.',
    overlap: overlapOf(before.period, after.period),
    index,
    visibility,
    most_moved: largestMoves([
      ...Object.entries(dimensions ?? {}).map(([name, move]) => [name, move, 'insights.scores'] as const),
      ...platforms.flatMap(({ platform, ...figures }) =>
        Object.entries(figures).map(
          ([name, move]) => [`${platform} ${name}`, move, 'insights.platform_breakdown'] as const,
        ),
      ),
      ...Object.entries(share_of_voice).map(
        ([name, move]) => [`share of citations, ${name}`, move, 'cited_sources.list'] as const,
      ),
    ]),
    dimensions,
    platforms,
    share_of_voice,
    cited_domains:
      areMeasured && !partial.cited_domains ? gainedAndLost(before, after, ({ domains }) => domains) : undefined,
    low_hanging_fruit: areMeasured ? gainedAndLost(before, after, ({ lowHangingFruit }) => lowHangingFruit) : undefined,
    claims:
      areMeasured && claims && !partial.claims
        ? claimsIn(recordsIn(claims as readonly Fields[]), before.period, after.period)
        : undefined,
    not_available: notAvailable([before, after], dimensions, partial),
  };
}

export function moved(before: unknown, after: unknown): MovedFigure {
  const [one, other] = [numberIn(before) ?? null, numberIn(after) ?? null];
  return {
    before: one,
    after: other,
    change: one === null || other === null ? null : Math.round((other - one) * 10) / 10,
  };
}

function movedFields(before: unknown, after: unknown): Readonly<Record<string, MovedFigure>> | undefined {
  if (!isFields(before) || !isFields(after)) return undefined;
  return Object.fromEntries(Object.keys(after).map((name) => [name, moved(before[name], after[name])]));
}

/** Names that are shown of each list. */
const maxNames = 10;

/** The first names of two lists, and how many more there are. */
function listed(gained: readonly string[], lost: readonly string[]): Fields {
  const more = definedFields({
    gained: gained.length > maxNames ? gained.length - maxNames : undefined,
    lost: lost.length > maxNames ? lost.length - maxNames : undefined,
  });
  return {
    gained: gained.slice(0, maxNames),
    lost: lost.slice(0, maxNames),
    not_shown: Object.keys(more).length > 0 ? more : undefined,
  };
}

/** What is in one period alone: gained only where the platform did not see it before, lost only where it did not see it later. */
function gainedAndLost(
  before: Measured,
  after: Measured,
  listOf: (side: Measured) => readonly Seen[] | undefined,
): Fields | undefined {
  const [earlier, later] = [listOf(before), listOf(after)];
  if (!earlier || !later) return undefined;
  const [one, two] = [earlier, later].map((list) => new Set(list.map(({ name }) => name)));
  const isNew = ({ name, first }: Seen): boolean => !one?.has(name) && !isDayUpTo(first, before.period.to);
  const isGone = ({ name, last }: Seen): boolean => !two?.has(name) && !isDayFrom(last, after.period.from);
  const namesOf = (list: readonly Seen[]): string[] => [...new Set(list.map(({ name }) => name))];
  return listed(namesOf(later.filter(isNew)), namesOf(earlier.filter(isGone)));
}

/** A day that is not stated rules nothing out. */
const isDayUpTo = (date: unknown, day: string): boolean => typeof date === 'string' && measuredDay(date) <= day;
const isDayFrom = (date: unknown, day: string): boolean => typeof date === 'string' && measuredDay(date) >= day;

/**
 * Claims that are known to be wrong: said first in the later period, and said last in the earlier one. When one was first seen, not
 * every platform says.
 */
function claimsIn(claims: readonly Fields[], before: Period, after: Period): Fields {
  const wrong = claims.filter(isKnownWrong);
  const textsOf = (some: readonly Fields[]): string[] => [
    ...new Set(some.map((claim) => String(claim['claim_normalized']))),
  ];
  const isDated = wrong.length === 0 || wrong.some((claim) => firstSeen(claim) !== undefined);
  const gained = wrong.filter((claim) => isWithin(after, firstSeen(claim)) && !isDayUpTo(firstSeen(claim), before.to));
  const lost = wrong.filter(
    ({ last_seen_at: last }) => isWithin(before, last) && typeof last === 'string' && measuredDay(last) < after.from,
  );
  const lists = listed(isDated ? textsOf(gained) : [], textsOf(lost));
  return isDated ? lists : { ...lists, gained: 'unknown: the platform does not say when a claim was first seen' };
}

const maxMoves = 5;

const largestMoves = (moves: readonly (readonly [what: string, move: MovedFigure, from: string])[]): Fields[] =>
  moves
    .filter(([, { change }]) => change !== null && change !== 0)
    .toSorted(([, a], [, b]) => Math.abs(b.change ?? 0) - Math.abs(a.change ?? 0))
    .slice(0, maxMoves)
    .map(([what, move, from]) => ({ what, ...move, from }));

const tooManyInWords = 'There are more than a report reads, so that what came and what went is not known.';

function notAvailable(sides: readonly Measured[], dimensions: unknown, partial: PartialLists): Fields | undefined {
  const areMeasured = sides.every(({ isMeasured }) => isMeasured);
  const reasons = definedFields({
    period: sentences([
      ...sides.map(({ isMeasured, period }) => (isMeasured ? undefined : nothingMeasured(period))),
      ...sides.map(({ period }) => longPeriod(period)),
    ]),
    low_hanging_fruit:
      areMeasured && sides.some(({ lowHangingFruit }) => lowHangingFruit === undefined)
        ? 'The platform gave none of these very days, so that they are not compared.'
        : undefined,
    dimensions: dimensions
      ? undefined
      : 'The platform has dimensions of its latest run alone, so that they are not compared.',
    cited_domains: partial.cited_domains ? tooManyInWords : undefined,
    claims: partial.claims ? tooManyInWords : undefined,
  });
  return Object.keys(reasons).length > 0 ? reasons : undefined;
}

/** Sentences as one text; undefined without any. */
export const sentences = (some: readonly (string | undefined)[]): string | undefined =>
  some.filter((one) => one !== undefined).join(' ') || undefined;

const nothingMeasured = ({ from, to }: Period): string => `Nothing was measured from ${from} to ${to}.`;
