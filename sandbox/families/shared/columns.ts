/** The columns of a table by the fields that they hold, from 0. */
export type Columns<F extends string> = Partial<Record<F, number>>;

/** The names that the header of each field may have. */
export type ColumnNames<F extends string> = Readonly<Record<F, readonly string[]>>;

/** The columns in a header, overridden by those that a request states under one of the field's names. */
export function columnsOf<F extends string>(
  names: ColumnNames<F>,
  header: readonly string[],
  stated: unknown,
): Columns<F> {
  // Of two columns with the same name, the first counts.
  const cells = header.map((cell, column) => [cell, column] as const).toReversed();
  const columns: Columns<F> = {};
  for (const [name, column] of [...cells, ...Object.entries(Object(stated))])
    for (const field of Object.keys(names) as F[])
      if (names[field].some((one) => plain(one) === plain(name)) && /^\d+$/.test(String(column)))
        columns[field] = Number(column);
  return columns;
}

/** Normalizes the spelling: `Search volume` is `search_volume`. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-zäöüß]/g, '');
