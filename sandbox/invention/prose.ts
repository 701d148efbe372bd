import type { Invention } from './invention.ts';
import { writeArticle } from './writing/write-article.ts';

/** A text about a topic, in Markdown: believable in length and form. */
export const prose = (made: Invention, topic: string, words: number, language: string | null = 'en'): string =>
  writeArticle(made, { topic, words, language });

export const title = (topic: string): string => topic.charAt(0).toUpperCase() + topic.slice(1);
