import type { Invent, Invention } from '../invention.ts';
import type { Grammar } from './grammar.ts';
import { grammarOf } from './grammars.ts';
import { capital, filled, shuffled } from './speaker.ts';
import { labelOf } from './write-article.ts';

/** Characters that search engines show of a title and of a description. */
const maxCharacters = { title: 70, description: 160 };

/** A title for a topic: one that says what the text offers, or the topic alone where that would be too long. */
export const headline = (invent: Invent, topic: string, language: string | null): string =>
  fitting(invent('headline', topic), topic, grammarOf(language), 'titles', maxCharacters.title);

/** A meta description of at most 160 characters. */
export const metaDescription = (invent: Invent, topic: string, language: string | null): string =>
  fitting(invent('description', topic), topic, grammarOf(language), 'descriptions', maxCharacters.description);

/** The headings of an outline for a topic, an introduction first. */
export function plannedHeadings(random: Invention, topic: string, language: string | null, count: number): string[] {
  const { facets } = grammarOf(language);
  const facetIndexes = shuffled(random, [...facets.keys()].slice(1)).slice(0, count - 1);
  return [0, ...facetIndexes]
    .toSorted((a, b) => a - b)
    .map((facet) => filled(random, facets[facet]?.heading ?? '', labelOf(topic)));
}

/** Questions that people ask about a topic, in the language. */
export function askedQuestions(random: Invention, topic: string, language: string | null, count: number): string[] {
  return shuffled(random, grammarOf(language).facets)
    .slice(0, count)
    .map(({ question }) => filled(random, question, labelOf(topic)));
}

function fitting(
  random: Invention,
  topic: string,
  grammar: Grammar,
  what: 'titles' | 'descriptions',
  maxLength: number,
): string {
  const label = labelOf(topic);
  const headline = shuffled(random, grammar[what])
    .map((pattern) => filled(random, pattern, label))
    .find((text) => text.length <= maxLength);
  return headline ?? cut(capital(label), maxLength);
}

const cut = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).trimEnd()}…`;
