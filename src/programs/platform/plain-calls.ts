import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import * as z from 'zod';
import { isFields } from '../../base/json/is-fields.ts';
import { dateOf, lastWhole, periodBefore, periodOf, type Period } from '../../client/period.ts';
import { csvOf, type Separator, withoutGuard } from './saving/csv.ts';
import { inTurns } from './saving/in-turns.ts';
import { isVisibilityError } from '../../client/errors.ts';
import { invalidCall, readGiven } from './read-given.ts';

/** Calls of programs that need neither the platform nor the store: tables and dates. */
const plainCalls = ['csv.parse', 'csv.format', 'period'] as const;

type PlainCall = (typeof plainCalls)[number];

export const isPlainCall = (name: string): name is PlainCall => (plainCalls as readonly string[]).includes(name);

/** A period, and the one before it of the same kind. */
export interface PeriodAndPrevious extends Period {
  readonly previous: Period;
}

/** Maximum characters of one table of CSV. */
const maxChars = 1024 * 1024;

/** Maximum cells of one table. */
const maxCells = 50_000;

/**
 * Makes one of these calls. The answer depends only on the arguments and the time.
 * @param now milliseconds
 * @throws VisibilityError `invalid_arguments`
 */
export function plainCall(name: PlainCall, [first, second]: readonly unknown[], now: number): unknown {
  switch (name) {
    case 'csv.parse':
      return parseCsv(first, readGiven(name, parseOptions, second));
    case 'csv.format':
      return formatCsv(first, readGiven(name, formatOptions, second));
    case 'period':
      return periodAsked(readGiven(name, periodOptions, first), now);
  }
}

const delimiters = [',', ';', '\t'] as const;

const parseOptions = z.strictObject({ delimiter: z.enum(delimiters).optional() });
const formatOptions = z.strictObject({ columns: z.array(z.string()).optional() });
const periodOptions = z.strictObject({
  from: z.string().optional(),
  to: z.string().optional(),
  days: z.int().min(1).max(366).optional(),
  last: z.enum(['week', 'month']).optional(),
});

type TextRow = Readonly<Record<string, string>>;

/** The rows of a table as records, by the names in the first row. Cells get back the text that they had before they were guarded. */
async function parseCsv(text: unknown, { delimiter }: z.output<typeof parseOptions>): Promise<readonly TextRow[]> {
  if (typeof text !== 'string') throw invalidCall('csv.parse takes the text of a table.');
  if (text.length > maxChars) throw invalidCall(`csv.parse reads up to ${maxChars} characters at once.`);
  const chosen = delimiter ?? delimiterOf(text);
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
      if (records.length * names.length > maxCells)
        throw invalidCall(`csv.parse reads up to ${maxCells} cells at once.`);
    }
  } catch (error) {
    throw isVisibilityError(error) ? error : invalidCall(`csv.parse: ${(error as Error).message.slice(0, 160)}`);
  }
  return records;
}

/** Maximum characters that are parsed in one turn of the event loop. */
const charsAtOnce = 32 * 1024;

function namesIn(row: readonly string[], separator: Separator): readonly string[] {
  const names = row.map((name) => withoutGuard(name.trim(), separator));
  if (names.includes('') || new Set(names).size < names.length)
    throw invalidCall('csv.parse: the first line must name the columns, each with a different name.');
  return names;
}

/** The most frequent delimiter in the line of names. */
function delimiterOf(text: string): string {
  const line = text.slice(0, text.search(/[\r\n]|$/));
  return delimiters.toSorted((one, other) => line.split(other).length - line.split(one).length)[0] ?? ',';
}

async function formatCsv(rows: unknown, { columns }: z.output<typeof formatOptions>): Promise<string> {
  if (!Array.isArray(rows) || !rows.every(isFields)) throw invalidCall('csv.format takes a list of records.');
  const names = columns ?? [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (rows.length * names.length > maxCells) throw invalidCall(`csv.format writes up to ${maxCells} cells at once.`);
  let text = '';
  for await (const piece of csvOf(names, rows)) {
    text += piece;
    if (text.length > maxChars) throw invalidCall(`csv.format writes up to ${maxChars} characters at once.`);
  }
  return text;
}

function periodAsked({ last, ...asked }: z.output<typeof periodOptions>, now: number): PeriodAndPrevious {
  if (last === undefined) {
    const period = periodOf(asked, now);
    return { ...period, previous: periodBefore(period) };
  }
  if (Object.keys(asked).length > 0) throw invalidCall('period: last cannot be combined with other fields.');
  const period = lastWhole(last, dateOf(now));
  return { ...period, previous: lastWhole(last, period.from) };
}
