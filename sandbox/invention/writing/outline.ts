import { oneLine } from './label.ts';

/** A heading that an article must have, and its share of the length: null without a number of its own. */
export interface OutlineEntry {
  readonly heading: string;
  readonly words: number | null;
}

/** Reads a structure of any form; entries without a heading and second ones of the same heading are left out. */
export function readOutline(structure: readonly unknown[]): OutlineEntry[] {
  const byHeading = new Map<string, OutlineEntry>();
  for (const entry of structure) {
    const fields: Readonly<Record<string, unknown>> =
      typeof entry === 'object' && entry !== null ? { ...entry } : { heading: entry };
    const named = [fields['heading'], fields['title'], fields['h2']].find((value) => typeof value === 'string');
    const heading = typeof named === 'string' ? oneLine(named) : '';
    const words = fields['words'] ?? fields['word_count'];
    if (heading !== '' && !byHeading.has(heading.toLowerCase()))
      byHeading.set(heading.toLowerCase(), { heading, words: typeof words === 'number' && words > 0 ? words : null });
  }
  return [...byHeading.values()];
}
