import { wholeCharacters } from './one-line.ts';

/** `text` in at most `maxLength` characters; `…` stands for what was cut off. */
export const shorten = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${wholeCharacters(text, maxLength - 1)}…`;
