import fc from 'fast-check';
import { expect, test } from 'vitest';
import { detectLanguage } from '../../../sandbox/invention/detect-language.ts';
import { inventor } from '../../../sandbox/invention/invention.ts';
import { grammars } from '../../../sandbox/invention/writing/grammars.ts';
import { countWords, writeArticle } from '../../../sandbox/invention/writing/write-article.ts';

const languages = Object.keys(grammars);
const language = fc.constantFrom(...languages);
const keyword = fc
  .array(fc.stringMatching(/^[a-z]{3,9}$/), { minLength: 1, maxLength: 4 })
  .map((words) => words.join(' '));
const words = fc.integer({ min: 300, max: 3000 });

const linesOf = (text: string): string[] =>
  text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('| ---'));
const headingsOf = (text: string, level = /^#+ /): string[] =>
  linesOf(text)
    .filter((line) => level.test(line))
    .map((line) => line.replace(/^#+ /, ''));
const sentencesOf = (text: string): string[] =>
  linesOf(text)
    .filter((line) => !line.startsWith('#'))
    .flatMap((line) => line.split(/(?<=[.?!][”“»]?) (?=\p{Lu}|[„“«¿])/u));

/** With numbers made equal: a sentence that differs in these alone says nothing new. */
const twice = (texts: readonly string[]): string[] =>
  texts.map((text) => text.toLowerCase().replaceAll(/\d+/g, '0')).filter((text, n, all) => all.indexOf(text) !== n);

/** Every word that the patterns of a language hold. */
const vocabulary = new Map(
  languages.map((name) => [
    name,
    new Set(
      JSON.stringify(grammars[name])
        .replaceAll(/\{\w\}/g, ' ')
        .toLowerCase()
        .match(/\p{L}+/gu),
    ),
  ]),
);

test('an article of any keyword, language and length says nothing twice, in its own language, at its length', () => {
  fc.assert(
    fc.property(keyword, language, words, fc.nat(), (topic, language, words, seed) => {
      const text = writeArticle(inventor(seed)('article', topic), { topic, words, language });
      expect(twice(sentencesOf(text))).toEqual([]);
      expect(twice(headingsOf(text))).toEqual([]);
      for (const count of [countWords(text), text.split(/\s+/).length])
        expect(Math.abs(count - words)).toBeLessThanOrEqual(words / 10);
      const others =
        text
          .toLowerCase()
          .match(/\p{L}+/gu)
          ?.filter((word) => !topic.split(' ').includes(word) && word !== 'min') ?? [];
      expect(others.filter((word) => !vocabulary.get(language)?.has(word))).toEqual([]);
      expect(detectLanguage(text)).toBe(language);
    }),
    { numRuns: 50 },
  );
});

test('an article has the headings of its outline, in order, and no others of their level', () => {
  const outline = fc.uniqueArray(keyword, { minLength: 1, maxLength: 10 });
  fc.assert(
    fc.property(keyword, language, fc.integer({ min: 600, max: 3000 }), outline, (topic, language, words, headings) => {
      const text = writeArticle(inventor(7)('article', topic), {
        topic,
        words,
        language,
        structure: headings.map((heading) => ({ heading })),
      });
      expect(headingsOf(text, /^## /)).toEqual(headings);
      expect(twice([...sentencesOf(text), ...headingsOf(text)])).toEqual([]);
      expect(Math.abs(countWords(text) - words)).toBeLessThanOrEqual(words / 10);
    }),
    { numRuns: 30 },
  );
});
