/** Rows of cells, as a delimited text holds them. */
export interface CsvTable {
  readonly delimiter: string;
  readonly rows: readonly (readonly string[])[];
}

/** Reads delimited text (RFC 4180), with whichever of `,` `;` tab and `|` its first line uses most. Empty rows are left out. */
export function csvTable(text: string): CsvTable {
  const [first = ''] = text.split(/\r?\n/, 1);
  const delimiter = [';', '\t', '|', ','].toSorted((a, b) => first.split(b).length - first.split(a).length)[0] ?? ',';
  const rows: string[][] = [];
  let row: string[] = [];
  // A quoted cell, or anything up to the next delimiter or line end.
  const part = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^${delimiter === '|' ? '\\|' : delimiter}\\r\\n]*))(${delimiter === '|' ? '\\|' : delimiter}|\\r?\\n|\\r|$)`,
    'gy',
  );
  const source = text.replace(/^\uFEFF/, '');
  while (part.lastIndex < source.length) {
    const found = part.exec(source);
    if (!found) break;
    row.push((found[1]?.replaceAll('""', '"') ?? found[2] ?? '').trim());
    if (found[3] === delimiter) continue;
    if (row.some((cell) => cell !== '')) rows.push(row);
    row = [];
  }
  if (row.some((cell) => cell !== '')) rows.push(row);
  return { delimiter, rows };
}
