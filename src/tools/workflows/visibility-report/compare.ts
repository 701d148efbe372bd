import type { Data } from '../../../catalog/index.ts';
import { definedFields } from '../../../base/json/defined-fields.ts';
import { isFields, type Fields } from '../../../base/json/is-fields.ts';
import { numberIn } from '../../../base/json/number-in.ts';
import { recordsIn } from '../shared/records-in.ts';
import { firstSeen, isKnownWrong } from './false-claims.ts';
import { measuredDay, longPeriod, overallVisibility, type ShareOfVoice } from './figures.ts';
import { isWithin, overlapOf, type Period } from '../../../client/period.ts';

/** A figure in both periods. Null: the platform has none for that period. */
type MovedFigure = ReturnType<typeof moved>;

/** A name that occurs in a period, with the days on which the platform saw it first and last. */
export interface Seen {
  readonly name: string;
  readonly first: unknown;
  readonly last: unknown;
}

/** The figures of one period that are compared. */
export interface Measured {
  readonly period: Period;
  /** Whether a run finished, or an assistant gave an answer, in this period. */
  readonly isMeasured: boolean;
  /** Index of the last run in the period. */
  readonly index: unknown;
  readonly dimensions: unknown;
  readonly platforms: readonly Fields[];
  readonly share: ShareOfVoice | undefined;
  /** Undefined if they could not be read. */
  readonly domains: readonly Seen[] | undefined;
  readonly lowHangingFruit: readonly Seen[] | undefined;
}

/** Lists of which only the first rows were read. */
type PartialLists = Readonly<Record<'cited_domains' | 'claims', boolean>>;

/**
 * Compares two periods, the earlier one first. The changes of figures are listed with the operation that each comes
 * from, the largest first. Gained and lost names are listed only if both periods were measured.
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
  const move = (figureOf: (side: Measured) => unknown): MovedFigure => moved(figureOf(before), figureOf(after));
  const names = new Set([...before.platforms, ...after.platforms].map(({ platform }) => platform));
  const platforms = [...names].map((platform) => {
    const rate = (name: string): MovedFigure =>
      move((side) => side.platforms.find((row) => row['platform'] === platform)?.[name]);
    return {
      platform,
      visibility: rate('visibility'),
      recommendation_rate: rate('recommendation_rate'),
      citation_rate: rate('citation_rate'),
    };
  });
  const share_of_voice = { own: move(({ share }) => share?.own), competitors: move(({ share }) => share?.competitors) };
  const dimensions = movedFields(before.dimensions, after.dimensions);
  const areMeasured = before.isMeasured && after.isMeasured;
  return {
    from: other.period.from,
    to: other.period.to,
    order: isEarlier ? undefined : 'This period is the later one: before is the period of the report.',
    overlap: overlapOf(before.period, after.period),
    index: move(({ index }) => index),
    visibility: move((side) => overallVisibility(side.platforms)?.visibility),
    most_moved: [
      ...movesIn(dimensions ?? {}, '', 'insights.scores'),
      ...platforms.flatMap(({ platform, ...rates }) =>
        movesIn(rates, `${String(platform)} `, 'insights.platform_breakdown'),
      ),
      ...movesIn(share_of_voice, 'share of citations, ', 'cited_sources.list'),
    ]
      .toSorted((a, b) => Math.abs(b.change ?? 0) - Math.abs(a.change ?? 0))
      .slice(0, maxMoves),
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

export function moved(before: unknown, after: unknown) {
  const [one = null, other = null] = [numberIn(before), numberIn(after)];
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

const maxMoves = 5;

/** The figures that changed, under names that begin with `prefix`. */
const movesIn = (figures: Readonly<Record<string, MovedFigure>>, prefix: string, from: string) =>
  Object.entries(figures).flatMap(([name, move]) => (move.change ? [{ what: `${prefix}${name}`, ...move, from }] : []));

/** Maximum names that are shown of each list. */
const maxNames = 10;

/** The first names of two lists without duplicates, and how many more there are. */
function listed(gained: readonly string[], lost: readonly string[]): Fields {
  const [came, went] = [[...new Set(gained)], [...new Set(lost)]];
  const moreOf = (names: readonly string[]) => (names.length > maxNames ? names.length - maxNames : undefined);
  const more = definedFields({ gained: moreOf(came), lost: moreOf(went) });
  return {
    gained: came.slice(0, maxNames),
    lost: went.slice(0, maxNames),
    not_shown: Object.keys(more).length > 0 ? more : undefined,
  };
}

/** Names that occur in only one period: gained only if the platform did not see it before, lost only if it did not see it later. */
function gainedAndLost(
  before: Measured,
  after: Measured,
  listOf: (side: Measured) => readonly Seen[] | undefined,
): Fields | undefined {
  const [earlier, later] = [listOf(before), listOf(after)];
  if (!earlier || !later) return undefined;
  const isIn = (list: readonly Seen[], name: string): boolean => list.some((one) => one.name === name);
  // An unknown day excludes nothing.
  const gained = later.filter(
    ({ name, first }) => !isIn(earlier, name) && !(typeof first === 'string' && measuredDay(first) <= before.period.to),
  );
  const lost = earlier.filter(
    ({ name, last }) => !isIn(later, name) && !(typeof last === 'string' && measuredDay(last) >= after.period.from),
  );
  return listed(
    gained.map(({ name }) => name),
    lost.map(({ name }) => name),
  );
}

/** Claims known to be wrong: gained if first said in the later period, lost if last said in the earlier one. */
function claimsIn(claims: readonly Fields[], before: Period, after: Period): Fields {
  const wrong = claims.filter(isKnownWrong).map((claim) => ({
    text: String(claim['claim_normalized']),
    first: firstSeen(claim),
    last: claim['last_seen_at'],
  }));
  const isDated = wrong.length === 0 || wrong.some(({ first }) => first !== undefined);
  const gained = wrong.filter(({ first }) => isWithin(after, first) && measuredDay(first) > before.to);
  const lost = wrong.filter(({ last }) => isWithin(before, last) && measuredDay(last) < after.from);
  const lists = listed(
    gained.map(({ text }) => text),
    lost.map(({ text }) => text),
  );
  return isDated ? lists : { ...lists, gained: 'unknown: the platform does not say when a claim was first seen' };
}

const tooManyInWords = 'There are more than a report reads, so what was gained and lost is not known.';

function notAvailable(sides: readonly Measured[], dimensions: unknown, partial: PartialLists): Fields | undefined {
  const areMeasured = sides.every(({ isMeasured }) => isMeasured);
  const reasons = definedFields({
    period: sentences([
      ...sides.map(({ isMeasured, period: { from, to } }) =>
        isMeasured ? undefined : `Nothing was measured from ${from} to ${to}.`,
      ),
      ...sides.map(({ period }) => longPeriod(period)),
    ]),
    low_hanging_fruit:
      areMeasured && sides.some(({ lowHangingFruit }) => lowHangingFruit === undefined)
        ? 'The platform gave none of exactly these days, so they are not compared.'
        : undefined,
    dimensions: dimensions
      ? undefined
      : 'The platform has dimensions only of its latest run, so they are not compared.',
    cited_domains: partial.cited_domains ? tooManyInWords : undefined,
    claims: partial.claims ? tooManyInWords : undefined,
  });
  return Object.keys(reasons).length > 0 ? reasons : undefined;
}

/** Joins sentences to one text; undefined if there are none. */
export const sentences = (some: readonly (string | undefined)[]): string | undefined =>
  some.filter((one) => one !== undefined).join(' ') || undefined;
