import type { Invention } from './invention.ts';
import { writeArticle } from './writing/write-article.ts';

/** A text about a topic, in Markdown: believable in length and form. */
export const prose = (random: Invention, topic: string, words: number, language: string | null = 'en'): string =>
  writeArticle(random, { topic, words, language });
