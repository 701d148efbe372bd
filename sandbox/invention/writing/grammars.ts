import type { Grammar } from './grammar.ts';
import { de } from './grammars/de.ts';
import { en } from './grammars/en.ts';

/** @internal exported for tests */
export const grammars: Readonly<Record<string, Grammar>> = { de, en };

const grammarFor = (language: string | null | undefined): Grammar | undefined =>
  grammars[(language ?? '').slice(0, 2).toLowerCase()];

/** The grammar of a language tag such as `de` or `de-AT`; English for a language that has none here. */
export const grammarOf = (language: string | null | undefined): Grammar => grammarFor(language) ?? en;

/** The language of a text that was ordered in `language`: that one, or English where it has no grammar. */
export const writtenLanguage = (language: string | null | undefined): string =>
  language && grammarFor(language) ? language : 'en';
