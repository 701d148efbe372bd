import type { Node } from './node.ts';

/** Classes whose texts the stylesheet separates visually from their neighbours. */
const classes = /\b(badge|name|about)\b/;

/** One text of a line, and whether the stylesheet separates it from its neighbours. */
export interface Part {
  readonly text: string;
  readonly setApart: boolean;
}

export const isSetApart = ({ tag, attributes }: Node): boolean =>
  tag === 'span' && classes.test(String(attributes['class'] ?? ''));

/** The parts as plain text: a dot before a separated part, or a colon after one at the beginning. */
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
