import type { Invent, Invention } from '../invention.ts';
import { capital, labelOf } from './label.ts';
import { filled, languageOf } from './language.ts';

/** Characters that search engines show of a title and of a description. */
const maxCharacters = { title: 70, description: 160 };

/** A title for a topic: one that says what the text offers, or the topic alone where that would be too long. */
export const headline = (invent: Invent, topic: string, language: string | null): string =>
  fitting(invent('headline', topic).pick(languageOf(language).titles), topic, maxCharacters.title);

/** A meta description of at most 160 characters. */
export const metaDescription = (topic: string, language: string | null): string =>
  fitting(languageOf(language).description, topic, maxCharacters.description);

/** Questions that people ask about a topic, in the language: each once, at most seven. */
export function askedQuestions(random: Invention, topic: string, language: string | null, count: number): string[] {
  const remaining = [...languageOf(language).questions];
  const draw = () => remaining.splice(random.whole(0, remaining.length - 1), 1);
  return Array.from({ length: count }, draw)
    .flat()
    .map((question) => filled(question, topic));
}

function fitting(pattern: string, topic: string, maxLength: number): string {
  const text = filled(pattern, topic);
  if (text.length <= maxLength) return text;
  const label = capital(labelOf(topic));
  return label.length <= maxLength ? label : `${label.slice(0, maxLength - 1).trimEnd()}…`;
}
