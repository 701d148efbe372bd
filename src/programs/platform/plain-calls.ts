import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { isFields, type Fields } from '../../base/json/is-fields.ts';
import { dateOf, dayMs, dayOf, lastWhole, periodBefore, periodOf, type Period } from '../../client/period.ts';
import { csvOf, type Separator, withoutGuard } from './saving/csv.ts';
import { inTurns } from './saving/in-turns.ts';
import { isVisibilityError, VisibilityError } from '../../client/errors.ts';

/** Calls of programs that need neither the platform nor the store: tables and dates. */
const plainCalls = ['csv.parse', 'csv.format', 'period', 'days.free'] as const;

type PlainCall = (typeof plainCalls)[number];

export const isPlainCall = (name: string): name is PlainCall => (plainCalls as readonly string[]).includes(name);

/** A period, and the one before it of the same kind. */
export interface PeriodAndPrevious extends Period {
  readonly previous: Period;
}

/** Characters of one table of CSV at most. */
const maxChars = 1024 * 1024;

/** Cells of one table at most. */
const maxCells = 50_000;

/**
 * Carries out such a call. The answer depends only on the arguments and the time.
 *
 * @param now milliseconds
 * @throws VisibilityError `invalid_arguments`
 */
export function plainCall(name: PlainCall, [first, second]: readonly unknown[], now: number): unknown {
  switch (name) {
    case 'csv.parse':
      return parseCsv(first, optionsIn(name, second, ['delimiter'])['delimiter']);
    case 'csv.format':
      return formatCsv(first, optionsIn(name, second, ['columns'])['columns']);
    case 'period':
      return periodAsked(optionsIn(name, first, ['from', 'to', 'days', 'last']), now);
    case 'days.free':
      return freeDays(optionsIn(name, first, ['taken', 'from', 'count', 'perDay', 'weekends']), now);
  }
}

type TextRow = Readonly<Record<string, string>>;

/** The rows of a table as records, by the names in the first row. Cells get back the text that they had before they were guarded. */
async function parseCsv(text: unknown, delimiter: unknown): Promise<readonly TextRow[]> {
  if (typeof text !== 'string') throw invalid('csv.parse takes the text of a table.');
  if (text.length > maxChars) throw invalid(`csv.parse reads up to ${maxChars} characters at once.`);
  if (delimiter !== undefined && !delimiters.includes(String(delimiter)))
    throw invalid('csv.parse: delimiter is "," or ";" or a tab.');
  const chosen = delimiter === undefined ? delimiterOf(text) : String(delimiter);
  const separator = chosen === ';' ? ';' : ',';
  const rows = Readable.from(inTurns(text, charsAtOnce)).pipe(
    parse({
      bom: true,
      delimiter: chosen,
      relax_column_count_less: true,
      skip_empty_lines: true,
    }),
  );
  let names: readonly string[] | undefined;
  const records: TextRow[] = [];
  try {
    for await (const row of rows as AsyncIterable<string[]>) {
      if (names === undefined) names = namesIn(row, separator);
      else records.push(Object.fromEntries(names.map((name, at) => [name, withoutGuard(row[at] ?? '', separator)])));
      if (records.length * names.length > maxCells) throw invalid(`csv.parse reads up to ${maxCells} cells at once.`);
    }
  } catch (error) {
    throw isVisibilityError(error) ? error : invalid(`csv.parse: ${(error as Error).message.slice(0, 160)}`);
  }
  return records;
}

/** Characters that are parsed in one turn of the event loop. */
const charsAtOnce = 32 * 1024;

function namesIn(row: readonly string[], separator: Separator): readonly string[] {
  const names = row.map((name) => withoutGuard(name.trim(), separator));
  if (names.includes('') || new Set(names).size < names.length)
    throw invalid('csv.parse: the first line names the columns, each by a name of its own.');
  return names;
}

const delimiters: readonly string[] = [',', ';', '\t'];

/** The delimiter that occurs most often in the line of names. */
function delimiterOf(text: string): string {
  const line = text.slice(0, text.search(/[\r\n]|$/));
  return delimiters.toSorted((one, other) => line.split(other).length - line.split(one).length)[0] ?? ',';
}

async function formatCsv(rows: unknown, columns: unknown): Promise<string> {
  if (!Array.isArray(rows) || !rows.every(isFields)) throw invalid('csv.format takes a list of records.');
  if (columns !== undefined && !(Array.isArray(columns) && columns.every((one) => typeof one === 'string')))
    throw invalid('csv.format: columns is a list of names.');
  const names = (columns as string[] | undefined) ?? [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (rows.length * names.length > maxCells) throw invalid(`csv.format writes up to ${maxCells} cells at once.`);
  let text = '';
  for await (const piece of csvOf(names, rows)) {
    text += piece;
    if (text.length > maxChars) throw invalid(`csv.format writes up to ${maxChars} characters at once.`);
  }
  return text;
}

function periodAsked({ last, ...asked }: Fields, now: number): PeriodAndPrevious {
  if (last !== undefined && Object.keys(asked).length > 0) throw invalid('period: last stands alone.');
  if (last !== undefined && last !== 'week' && last !== 'month') throw invalid('period: last is week or month.');
  if (last !== undefined) {
    const period = lastWhole(last, dateOf(now));
    return { ...period, previous: lastWhole(last, period.from) };
  }
  const { from, to, days } = asked;
  if ((from !== undefined && typeof from !== 'string') || (to !== undefined && typeof to !== 'string'))
    throw invalid('period: from and to are dates such as 2026-07-01.');
  if (days !== undefined) wholeNumber('period: days', days, 1, 366);
  const period = periodOf({ from, to, days: days as number | undefined }, now);
  return { ...period, previous: periodBefore(period) };
}

/** Days from `from` on, tomorrow without it, that have fewer than `perDay` entries in `taken`. */
function freeDays({ taken = [], from, count = 1, perDay = 1, weekends = false }: Fields, now: number): string[] {
  if (!Array.isArray(taken) || !taken.every((one) => one === null || one === undefined || typeof one === 'string'))
    throw invalid('days.free: taken is a list of dates.');
  wholeNumber('days.free: count', count, 0, 366);
  wholeNumber('days.free: perDay', perDay, 1, 100);
  const countByDay = new Map<string, number>();
  for (const date of taken as (string | null | undefined)[])
    if (date) countByDay.set(date.slice(0, 10), (countByDay.get(date.slice(0, 10)) ?? 0) + 1);
  const free: string[] = [];
  let day = from === undefined ? Date.parse(dateOf(now)) + dayMs : (dayOf('days.free: from', String(from)) ?? now);
  for (; free.length < Number(count); day += dayMs) {
    const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
    const room = isWeekend && weekends !== true ? 0 : Number(perDay) - (countByDay.get(dateOf(day)) ?? 0);
    for (let at = 0; at < room && free.length < Number(count); at++) free.push(dateOf(day));
  }
  return free;
}

function wholeNumber(what: string, value: unknown, min: number, max: number): void {
  if (!Number.isInteger(value) || Number(value) < min || Number(value) > max)
    throw invalid(`${what} is a whole number from ${min} to ${max}.`);
}

function optionsIn(name: PlainCall, given: unknown, allowed: readonly string[]): Fields {
  const options = given ?? {};
  if (!isFields(options)) throw invalid(`${name} takes its options as an object: ${allowed.join(', ')}.`);
  const unknown = Object.keys(options).find((one) => !allowed.includes(one));
  if (unknown !== undefined)
    throw invalid(`${name}: ${unknown.slice(0, 40)} is no option; there are ${allowed.join(', ')}.`);
  return options;
}

const invalid = (message: string): VisibilityError =>
  new VisibilityError('invalid_arguments', `platform.${message}`, { outcome: 'not_sent' });
