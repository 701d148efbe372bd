/** A topic or sentence with a capital at its start. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A text on one line, without what Markdown would read as a mark at its start or as a table's column. */
export const oneLine = (text: string): string =>
  text
    .replaceAll(/[\s|]+/g, ' ')
    .replace(/^[\s#>*+-]+/, '')
    .trim();

/** How a topic is named inside sentences: on one line, without its final mark, and short. */
export function labelOf(topic: string): string {
  const words = oneLine(topic)
    .replace(/[.?!:;,\s]+$/, '')
    .split(' ');
  return words.length > 8 ? `${words.slice(0, 8).join(' ')}…` : words.join(' ');
}
