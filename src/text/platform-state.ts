import { maxStateLength } from './bounds.ts';
import { isWord } from './is-prose.ts';
import { quoted } from './quoted.ts';

/** A state as the platform names it: a bare word such as `needs_input` as it is, any other text quoted and bounded. */
export const platformState = <T>(value: T): T | string =>
  typeof value === 'string' && !isWord(value) ? quoted(value, maxStateLength) : value;
