import { expect, test } from 'vitest';
import * as z from 'zod';
import { fileRuleOf } from '../../src/catalog/fields.ts';
import { allOperations, operationNamed } from '../../src/catalog/index.ts';

type Example = readonly [
  name: string,
  input: Readonly<Record<string, unknown>>,
  facts: Readonly<Record<string, unknown>>,
  credits: number | null,
];

const article = (words: number) => ({ article: { content: Array.from({ length: words }, () => 'word').join(' ') } });
const urls = (count: number) => Array.from({ length: count }, (_, n) => `https://example.com/${n}`);

/** The contract's formulas, worked out by hand: each an upper bound of what the platform may draw. */
const examples: readonly Example[] = [
  // Document 1, "Storylines": a finished structure costs nothing.
  ['storylines.create', { keyword: 'moss' }, {}, 5],
  ['storylines.create', { structure: [] }, {}, 0],
  // Document 1, "Orphan scans": ceil(pages to crawl / 10).
  ['orphan_scans.start', { id: 1 }, { scan: { pages_total: 30 } }, 3],
  ['orphan_scans.start', { id: 1 }, { scan: { pages_total: 31 } }, 4],
  ['orphan_scans.start', { id: 1 }, { scan: {} }, null],
  // Document 1, "Internal linking": 5, or 1 per article; a full first page of 20 leaves their number open.
  ['internal_links.analyze', { project: 1 }, { articles: [{}, {}] }, 5],
  ['internal_links.analyze', { project: 1 }, { articles: Array.from({ length: 19 }, () => ({})) }, 19],
  ['internal_links.analyze', { project: 1 }, { articles: Array.from({ length: 20 }, () => ({})) }, null],
  // Document 2, "Wizard and project operations": analysis 5, activation 0.
  ['ingest.start', { brand: 'Fjordkiste' }, {}, 5],
  // A confirmation that nothing waits for begins the analysis; a run costs what its prompts come to.
  ['ingest.start', { confirm: true }, {}, 5],
  ['ingest.start', { domain: 'a.example', auto_confirm: true, start_run: true }, {}, null],
  ['tracking.run', { id: 1 }, { preview: { credits_per_run: 12.2 } }, 13],
  // Document 3, "AI scanner": ceil(words / 1000) times 2, 4 or 8.
  ['ai_scanner.humanize', { article_id: 1, level: 'light' }, article(1000), 2],
  ['ai_scanner.humanize', { article_id: 1, level: 'standard' }, article(1001), 8],
  ['ai_scanner.humanize', { article_id: 1, level: 'deep' }, article(2001), 24],
  // Document 3, "Competitor analysis": 15 for 5 competitors and 100 keywords is the contract's own example.
  ['competitor_analyses.create', { competitor_limit: 5, keyword_limit: 100 }, {}, 15],
  ['competitor_analyses.create', { keyword_limit: 100 }, {}, 15],
  ['competitor_analyses.create', { competitor_limit: 20, keyword_limit: 1000 }, {}, 278],
  ['competitor_analyses.create', { competitor_limit: 5 }, {}, null],
  // Document 3, "Page audit": 30 and up to three renders of 15.
  ['page_audit.create', { url: 'https://example.com' }, {}, 75],
  // Document 3, "Grounding audits": the price of a single audit for each page.
  ['grounding.batch', { urls: urls(3) }, {}, 3],
  ['grounding.sitemap_audit', { filter: { limit: 7 } }, {}, 7],
  ['grounding.sitemap_audit', {}, {}, 500],
];

test.each(examples)('%s of %j costs at most what the contract says', (name, input, facts, credits) => {
  const { price } = operationNamed(name);
  if (price.kind !== 'formula') throw new Error(`${name} has no formula`);
  expect(price.credits(input, facts)).toBe(credits);
});

test.each([
  ['competitor_analyses.create', 20],
  ['accuracy.reverify', 5],
])('%s wants to see a balance of %i at its start', (name, gate) => {
  expect(operationNamed(name).price).toMatchObject({ gate });
});

// Consent to send a file and consent to spend are two questions, each with a state of its own in the call.
test('no operation that takes a file draws credits', () => {
  const takeFiles = allOperations().filter(({ input }) =>
    Object.values(input.shape).some((type) => type instanceof z.ZodType && fileRuleOf(type)),
  );
  expect(takeFiles.map(({ name, effect }) => [name, effect])).toEqual([
    ['keywords.import_csv', 'write'],
    ['prompts.import', 'write'],
    ['feedback.send', 'write'],
  ]);
});
