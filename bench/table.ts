/** One thing measured, beside its floor and its bar. */
export interface Row {
  readonly what: string;
  readonly measured: string;
  readonly floor?: string;
  /** Against the floor, or the plain value. */
  readonly ratio?: number;
  readonly bar: string;
  readonly held: boolean;
}

/** Prints the rows as a Markdown table. */
export function print(rows: readonly Row[]): void {
  const cells = [
    ['what', 'measured', 'floor', 'ratio', 'bar', ''],
    ...rows.map(({ what, measured, floor = '–', ratio, bar, held }) => [
      what,
      measured,
      floor,
      ratio?.toFixed(2) ?? '–',
      bar,
      held ? 'held' : 'MISSED',
    ]),
  ];
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? [];
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = cells;
  process.stdout.write(
    `${[line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body.map(line)].join('\n')}\n`,
  );
}

/** The middle value. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
