/** Estimated width of a text at 13 px, in pixels. Fonts differ from reader to reader, so the estimate is rather too wide. */
export const textWidth = (text: string): number =>
  Array.from(text).reduce((sum, character) => sum + (widths.find(([of]) => of.test(character))?.[1] ?? 7.6), 0);

const widths: readonly (readonly [RegExp, number])[] = [
  [/[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]/, 13.5],
  [/\p{Extended_Pictographic}/u, 16],
  [/[ijlI.,:;'|!()[\]]/, 4.4],
  [/[frt -]/, 5.2],
  [/[mwMW%@]/, 12],
  [/[\p{Lu}]/u, 9.2],
];

/** A label that fits into `width` pixels at 13 px, cut with an ellipsis. */
export function cutToWidth(text: string, width: number): string {
  const characters = Array.from(text.replaceAll(/\s+/g, ' ').trim());
  let usedWidth = 0;
  for (const [at, character] of characters.entries()) {
    usedWidth += textWidth(character);
    if (usedWidth <= width) continue;
    // Removes further characters to make room for the ellipsis.
    let end = at;
    while (end > 1 && textWidth(`${characters.slice(0, end).join('')}…`) > width) end--;
    return `${characters.slice(0, Math.max(1, end)).join('')}…`;
  }
  return characters.join('');
}
