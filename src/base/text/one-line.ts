import { cleanText } from './clean-text.ts';

/** `text` cleaned, on one line, and cut to `maxLength` characters; the end of a cut text says how much is missing. */
export function oneLine(text: string, maxLength: number): string {
  // Only the part that can be shown is cleaned, so that a text of megabytes costs no more than a short one.
  const head = text.slice(0, maxLength * 4);
  const line = cleanText(head).replace(/\s+/g, ' ').trim();
  const unread = text.length - head.length;
  if (line.length <= maxLength && unread === 0) return line;
  const missing = `… (+${Math.max(0, line.length - maxLength) + unread} characters)`;
  return `${wholeCharacters(line, Math.max(0, maxLength - missing.length))}${missing}`;
}

/** The first `length` code units of a text, without half a surrogate pair at the end. */
export function wholeCharacters(text: string, length: number): string {
  const cut = text.slice(0, length);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
