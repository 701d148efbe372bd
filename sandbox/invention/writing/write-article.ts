import type { Invention } from '../invention.ts';
import { askedQuestions } from './headline.ts';
import { capital, labelOf, oneLine } from './label.ts';
import { filled, languageOf } from './language.ts';
import { readOutline } from './outline.ts';

/** Order for a text. */
export interface Commission {
  readonly topic: string;
  /** Length in words, headings included. */
  readonly words: number;
  /** A language tag; English for one without texts of its own. */
  readonly language?: string | null | undefined;
  /** The main heading; the topic without one. */
  readonly title?: string | undefined;
  /** A storyline's structure, whose headings the text then has, in that order, and no others of their level. */
  readonly structure?: readonly unknown[] | undefined;
}

/** Words of a section for which no length is asked. */
const usualSection = 150;

const sentencesInParagraph = 4;

/** A text in Markdown, believable in length and form: an introduction, and a section under each heading. */
export function writeArticle(
  random: Invention,
  { topic, words, language = 'en', title = '', structure = [] }: Commission,
): string {
  const { introduction, subjects, predicates } = languageOf(language);
  const count = Math.min(7, Math.ceil(words / usualSection));
  const outline = readOutline(structure);
  const sections = outline.length > 0 ? outline : readOutline(askedQuestions(random, topic, language, count));
  const weights = sections.map((section) => section.words ?? usualSection);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const parts = [`# ${oneLine(title) || capital(labelOf(topic))}`, filled(introduction, topic)];
  const headings = sections.reduce((sum, { heading }) => sum + countWords(heading), 0);
  const toWrite = words - headings - countWords(parts.join(' '));
  let turn = random.whole(0, 89);
  let written = 0;
  let due = 0;
  for (const [n, { heading }] of sections.entries()) {
    due += (toWrite * (weights[n] ?? usualSection)) / total;
    const sentences: string[] = [];
    do {
      const sentence = `${subjects[turn % subjects.length]} ${predicates[turn % predicates.length]}.`;
      sentences.push(sentence);
      written += countWords(sentence);
      turn += 1;
    } while (written < due);
    parts.push(`## ${heading}`);
    while (sentences.length > 0) parts.push(sentences.splice(0, sentencesInParagraph).join(' '));
  }
  return parts.join('\n\n');
}

/** Words are what spaces part, as far as they have a letter or a digit. */
export const countWords = (text: string): number =>
  text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
