import { expect, it } from 'vitest';
import { allOperations } from '../../src/catalog/index.ts';
import { activityOf, purposeOf } from '../../src/client/call/purpose.ts';

const does = (text: string) => ({ does: text });

it.each([
  ['Write the text of an existing article for a keyword', 'Writing the text of an existing article for a keyword'],
  ['Run all prompts on all platforms now', 'Running all prompts on all platforms now'],
  ['Let a model put one tag on all prompts; no tag is taken off', 'Letting a model put one tag on all prompts'],
  ['Set up articles on a schedule', 'Setting up articles on a schedule'],
  ['Crawl a site and audit its pages', 'Crawling a site and auditing its pages'],
  ['Crawl a site and distil it into documents', 'Crawling a site and distilling it into documents'],
  [
    "Find a domain's competitors and the keywords they rank for",
    "Finding a domain's competitors and the keywords they rank for",
  ],
  ['Import keywords from a CSV, TXT or Excel file (1 MB, 2000 rows)', 'Importing keywords from a CSV'],
  ['Apply the suggestions of an optimization to its text', 'Applying the suggestions of an optimization to its text'],
  ['Read and index the site anew', 'Reading and indexing the site anew'],
])('%s: %s', (text, activity) => {
  expect(activityOf(does(text))).toBe(activity);
});

it('every job can be told as what is being done', () => {
  for (const operation of allOperations().filter(({ job }) => job))
    expect(activityOf(operation)).toMatch(/^[A-Z][a-z]+ing( |$)/);
});

it.each([
  [{ url: 'https://a.example/b' }, 'audit a page: https://a.example/b'],
  [{ urls: ['https://a.example', 'https://b.example'] }, 'audit a page: https://a.example and 1 more'],
  [{ body: { keywords: ['moss', 'fern', 'oak'] } }, 'audit a page: moss and 2 more'],
  [{ id: 7 }, 'audit a page'],
  [{ message: 'x'.repeat(500) }, `audit a page: ${'x'.repeat(119)}…`],
])('%j is spent on as: %s', (input, purpose) => {
  expect(purposeOf(does('Audit a page; once an hour'), input)).toBe(purpose);
});
