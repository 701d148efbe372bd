import type { Grammar } from './grammar.ts';
import { de } from './grammars/de.ts';
import { en } from './grammars/en.ts';

/** @internal exported for tests */
export const grammars: Readonly<Record<string, Grammar>> = { de, en };

/** The grammar of a language tag such as `de` or `de-AT`; English for a language that has none here. */
export const grammarOf = (language: string | null | undefined): Grammar =>
  grammars[(language ?? '').slice(0, 2).toLowerCase()] ?? en;
