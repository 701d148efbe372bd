import { expect, test } from 'vitest';
import * as z from 'zod';
import { fileRuleOf } from '../../src/catalog/vocabulary/fields.ts';
import { allOperations, operationNamed } from '../../src/catalog/index.ts';
import { quote } from '../../src/client/money/pricing.ts';

type Example = readonly [
  name: string,
  input: Readonly<Record<string, unknown>>,
  /** The answer of the read on which the price depends. */
  fact: unknown,
  credits: number | null,
];

const article = (words: number) => ({ content: Array.from({ length: words }, () => 'word').join(' ') });

/** The contract's formulas, worked out by hand: each an upper bound of what the platform may draw. */
const examples: readonly Example[] = [
  // docs/platform/content.md#storylines: a finished structure costs nothing.
  ['storylines.create', { keyword: 'moss' }, {}, 5],
  ['storylines.create', { structure: [{ heading: 'Moss' }] }, {}, 0],
  ['storylines.create', { keyword: 'moss', structure: [] }, {}, 5],
  // docs/platform/credits.md#prices: ceil(pages to crawl / 10).
  ['orphan_scans.start', { id: 1 }, { estimated_credits: 4 }, 4],
  ['orphan_scans.start', { id: 1 }, { pages_count: 0 }, null],
  // docs/platform/credits.md#prices: 5, or 1 per article; a list without a total leaves their number open.
  ['internal_links.analyze', { project: 1 }, { total: 2 }, 5],
  ['internal_links.analyze', { project: 1 }, { total: 19 }, 19],
  ['internal_links.analyze', { project: 1 }, [{}, {}], null],
  // docs/platform/credits.md#prices: analysis 5, activation 0.
  ['ingest.start', { brand: 'Fjordkiste' }, {}, 5],
  // A confirmation that nothing waits for begins the analysis; a run costs what its prompts come to.
  ['ingest.start', { confirm: true }, {}, 5],
  ['ingest.start', { domain: 'a.example', auto_confirm: true, start_run: true }, {}, null],
  ['tracking.run', { id: 1 }, { credits_per_run: 12.2 }, 13],
  // docs/platform/credits.md#prices: ceil(words / 1000) times 2, 4 or 8.
  ['ai_scanner.humanize', { article_id: 1, level: 'light' }, article(1000), 2],
  ['ai_scanner.humanize', { article_id: 1, level: 'standard' }, article(1001), 8],
  ['ai_scanner.humanize', { article_id: 1, level: 'deep' }, article(2001), 24],
  ['ai_scanner.humanize', { article_id: 1, level: 'deep' }, { content: null }, null],
  // docs/platform/audits.md#competitor-analyses: 15 for 5 competitors and 100 keywords is the contract's own example.
  ['competitor_analyses.create', { competitor_limit: 5, keyword_limit: 100 }, {}, 15],
  ['competitor_analyses.create', { keyword_limit: 100 }, {}, 15],
  ['competitor_analyses.create', { competitor_limit: 20, keyword_limit: 1000 }, {}, 278],
  ['competitor_analyses.create', { competitor_limit: 5 }, {}, null],
  // docs/platform/credits.md#prices: 30 and up to three renders of 15.
  ['page_audit.create', { url: 'https://example.com' }, {}, 75],
  // docs/platform/credits.md#prices: no cost is listed; clustering is work, storing is none.
  ['keywords.import_csv', { cluster: false }, {}, 0],
  ['keywords.import_csv', { cluster: true }, {}, null],
  ['keywords.import_csv', {}, {}, null],
];

test.each(examples)('%s of %j costs at most what the contract says', async (name, input, fact, credits) => {
  const quoted = await quote(operationNamed(name), input, async () => fact);
  expect(quoted.credits, quoted.basis).toBe(credits);
});

// docs/platform/grounding.md#batches: "per-URL cost: not shown", and no default for the number of a sitemap's pages.
test.each(['grounding.batch', 'grounding.sitemap_audit'])('%s has no bound', async (name) => {
  const quoted = await quote(operationNamed(name), { filter: { limit: 1 }, urls: [] }, async () => ({}));
  expect(quoted).toMatchObject({ credits: null, basis: expect.stringContaining('not stated') });
});

test('of every operation the first phrase says what it is for', async () => {
  for (const one of allOperations()) {
    const { operation, effect, credits, purpose = '' } = await quote(one, {}, async () => ({}));
    expect([operation, effect]).toEqual([one.name, one.effect]);
    if (effect !== 'paid') expect(credits, one.name).toBe(0);
    expect(purpose, one.name).toMatch(/^[a-z](?:(?!, )[^;:(])*[^\s;:(]$/);
    expect(one.does.toLowerCase().startsWith(purpose.toLowerCase()), one.name).toBe(true);
  }
});

test('what stands in the place of a fact is named where it is missing', async () => {
  const quoted = await quote(operationNamed('ai_scanner.humanize'), { article_id: 1 }, async () => ({}));
  expect(quoted.basis).toContain('articles.get states no words of the article');
});

test.each([
  ['competitor_analyses.create', 20],
  ['accuracy.reverify', 5],
])('%s wants to see a balance of %i at its start', (name, minBalance) => {
  expect(operationNamed(name).price).toMatchObject({ minBalance });
});

test('one operation that takes a file may draw credits: importing keywords, where it clusters them', () => {
  const takeFiles = allOperations().filter(({ input }) =>
    Object.values(input.shape).some((type) => type instanceof z.ZodType && fileRuleOf(type)),
  );
  expect(takeFiles.map(({ name, effect }) => [name, effect])).toEqual([
    ['feedback.send', 'write'],
    ['keywords.import_csv', 'paid'],
    ['prompts.import', 'write'],
  ]);
});
