import { once } from 'node:events';

/** Writes to stdout and waits until it is taken, so that a large answer is whole before the process leaves. */
export async function print(text: string): Promise<void> {
  if (!process.stdout.write(`${text}\n`)) await once(process.stdout, 'drain');
}

/** Columns wide enough for what stands in them. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Names and values with a bar each, the longest as wide as 30 characters. */
export function bars(rows: readonly (readonly [string, number])[]): string {
  const most = Math.max(1, ...rows.map(([, value]) => value));
  return table(
    rows.map(([name, value]) => [
      name,
      String(value).padStart(String(most).length),
      '█'.repeat(Math.max(1, Math.round((30 * value) / most))),
    ]),
  );
}
