import { inNumbers } from '../../charts/chart.ts';
import type { ViewContext } from './view.ts';

/** The kinds of numbers in a report, which decide how they are written. Figures and their changes are written only here. */
export type FigureKind =
  /** 0 to 100: the index, its dimensions, how easily a source is won. */
  | 'points'
  /** Percent of answers. */
  | 'rate'
  /** Percent of citations. */
  | 'share'
  /** Place in an answer, 1 is first. */
  | 'position'
  | 'count';

const percents: ReadonlySet<FigureKind> = new Set(['rate', 'share']);

/** A figure as text: its value with its unit, or that it was not measured. */
export const figureText = (kind: FigureKind, value: number | null | undefined, context: ViewContext): string =>
  value === null || value === undefined
    ? context.words.notMeasured
    : inNumbers(value, { ...context, unit: percents.has(kind) ? '%' : '' });

/** A number of credits with its unit. */
export const creditsText = (credits: number, context: ViewContext): string =>
  context.words[credits === 1 ? 'oneCredit' : 'manyCredits'].replace('{}', inNumbers(credits, context));

/** A change as text, with its sign and unit; that of a percentage is in percentage points. */
export function changeText(kind: FigureKind, change: number | null | undefined, context: ViewContext): string {
  if (change === null || change === undefined) return '–';
  const number = `${change > 0 ? '+' : change < 0 ? '−' : '±'}${inNumbers(Math.abs(change), context)}`;
  return percents.has(kind) ? `${number}\u00A0${context.words.percentagePoints}` : number;
}

/** `before → after (change)`. */
export const movedText = (kind: FigureKind, { before, after, change }: Moved, context: ViewContext): string =>
  `${figureText(kind, before, context)} → ${figureText(kind, after, context)} (${changeText(kind, change, context)})`;

/** A figure of two periods. Null: not measured. */
export interface Moved {
  readonly before: number | null;
  readonly after: number | null;
  readonly change: number | null;
}
