import { wholeCharacters } from './one-line.ts';

/** `text` cut to at most `maxLength` characters; a cut text ends in `…`. */
export const shorten = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${wholeCharacters(text, maxLength - 1)}…`;
