import type { Node } from './node.ts';

/** Classes whose texts the style of a page sets apart from their neighbours. */
const classes = /\b(badge|name|about)\b/;

/** One text of a line, and whether a page sets it apart. */
export interface Part {
  readonly text: string;
  readonly setApart: boolean;
}

export const isSetApart = ({ tag, attributes }: Node): boolean =>
  tag === 'span' && classes.test(String(attributes['class'] ?? ''));

/** The parts as plain text: a dot before what a page sets apart, a colon after it at the beginning. */
export function joinParts(parts: readonly Part[]): string {
  let line = '';
  let opening = '';
  for (const { text, setApart } of parts) {
    if (text.trim() === '') line += text;
    else if (line.trim() !== '') line = setApart ? `${line.trimEnd()} · ${text.trim()}` : line + text;
    else if (!setApart) line += text;
    else if (opening === '') opening = text.trim();
    else line = text.trim();
  }
  return opening === '' ? line : [opening, line.trim()].filter(Boolean).join(': ');
}
