import { maxStateLength } from './bounds.ts';
import { isWord } from './is-prose.ts';
import { quoted } from './quoted.ts';

/** A state of the platform as safe text: a bare word such as `needs_input` unchanged, any other text quoted and shortened. */
export const platformState = <T>(value: T): T | string =>
  typeof value === 'string' && !isWord(value) ? quoted(value, maxStateLength) : value;
