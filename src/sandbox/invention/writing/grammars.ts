import type { Grammar } from './grammar.ts';
import { de } from './grammars/de.ts';
import { en } from './grammars/en.ts';
import { es } from './grammars/es.ts';
import { fr } from './grammars/fr.ts';
import { pl } from './grammars/pl.ts';

/** @internal exported for tests */
export const grammars: Readonly<Record<string, Grammar>> = { de, en, es, fr, pl };

/** The grammar of a language tag such as `de` or `de-AT`; English for a language that has none here. */
export const grammarOf = (language: string | null | undefined): Grammar =>
  grammars[(language ?? 'en').slice(0, 2).toLowerCase()] ?? en;
