/** A heading that an article must have, what stands below it, and its share of the length. */
export interface OutlineEntry {
  readonly heading: string;
  readonly children: readonly string[];
  readonly points: readonly string[];
  /** Null without a number of its own. */
  readonly words: number | null;
}

/** Reads a structure of any form; entries without a heading and second ones of the same heading are left out. */
export function readOutline(structure: readonly unknown[]): OutlineEntry[] {
  const usedHeadings = new Set<string>();
  const isNew = (heading: string) =>
    heading !== '' && !usedHeadings.has(heading.toLowerCase()) && Boolean(usedHeadings.add(heading.toLowerCase()));
  return structure.flatMap((entry) => {
    const fields: Record<string, unknown> =
      typeof entry === 'object' && entry !== null ? { ...entry } : { heading: entry };
    const heading = headingOf(fields);
    if (!isNew(heading)) return [];
    const children = headingsIn(fields, ['children', 'subsections', 'subheadings', 'sections', 'h3']).filter(isNew);
    const points = [...new Set(headingsIn(fields, ['points', 'key_points', 'bullets', 'items']))];
    const words = [fields['words'], fields['word_count'], fields['target_words']].find(
      (value) => typeof value === 'number' && value > 0,
    );
    return [{ heading, children, points, words: typeof words === 'number' ? words : null }];
  });
}

/** A text on one line, without what Markdown would read as a mark at its start or as a table's column. */
export const oneLine = (text: string): string =>
  text
    .replaceAll(/[\s|]+/g, ' ')
    .replace(/^[\s#>*+-]+/, '')
    .trim();

function headingOf(fields: Readonly<Record<string, unknown>>): string {
  const heading = ['heading', 'title', 'h2', 'name', 'text']
    .map((name) => fields[name])
    .find((value) => typeof value === 'string');
  return typeof heading === 'string' ? oneLine(heading) : '';
}

function headingsIn(fields: Readonly<Record<string, unknown>>, names: readonly string[]): string[] {
  const list = names.map((name) => fields[name]).find((value) => Array.isArray(value)) ?? [];
  return (list as readonly unknown[])
    .map((one) => headingOf(typeof one === 'object' && one !== null ? { ...one } : { heading: one }))
    .filter((heading) => heading !== '');
}
