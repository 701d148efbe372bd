import fc from 'fast-check';
import { expect, test } from 'vitest';
import { detectLanguage } from '../../../sandbox/invention/detect-language.ts';
import { inventor } from '../../../sandbox/invention/invention.ts';
import { countWords, writeArticle } from '../../../sandbox/invention/writing/write-article.ts';

const language = fc.constantFrom('en', 'de');
const keyword = fc
  .array(fc.stringMatching(/^[a-z]{3,9}$/), { minLength: 1, maxLength: 4 })
  .map((words) => words.join(' '));
const outline = fc.uniqueArray(keyword, { maxLength: 6 });

test('an article has its length and language, and the headings of its outline in order', () => {
  fc.assert(
    fc.property(keyword, language, fc.integer({ min: 300, max: 3000 }), outline, (topic, language, words, headings) => {
      const structure = headings.map((heading) => ({ heading }));
      const text = writeArticle(inventor(7)('article', topic), { topic, words, language, structure });
      expect(Math.abs(countWords(text) - words)).toBeLessThanOrEqual(words / 10);
      expect(detectLanguage(text)).toBe(language);
      const found = [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
      if (headings.length > 0) expect(found).toEqual(headings);
      expect(new Set(found).size).toBe(found.length);
    }),
    { numRuns: 50 },
  );
});
