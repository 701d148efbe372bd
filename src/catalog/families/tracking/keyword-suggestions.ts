import * as z from 'zod';
import { count, direction, id, text, url } from '../../fields.ts';
import { family, fixed, get, paged, post, rule } from '../../operation.ts';

/** Document 2, "Keywords, prompts, suggestions". */
export const keywordSuggestions = family(
  'keyword_suggestions',
  "Keywords found in a brand's sitemap, to be turned into prompts",
  { words: 'ideas sitemap pages site scan crawl discover' },
  () => ({
    list: get('/tracking-projects/{id}/keyword-suggestions', {
      does: 'List keywords suggested from the sitemap',
      input: {
        language: text.optional(),
        sort: z.enum(['volume', 'keyword', 'source']).optional(),
        dir: direction.optional(),
        q: text.optional().describe('Part of the keyword'),
      },
      output: paged({ id, keyword: text }, 30, 200),
      refuses: { 422: 'for an unknown sort or dir' },
    }),
    convert: post('/tracking-projects/{id}/keyword-suggestions/convert', {
      does: 'Turn suggested keywords into prompts, each of which costs credits at every run; existing ones are skipped',
      changes:
        'all: true converts every suggestion. Each new prompt costs credits at every run; texts that exist are skipped.',
      words: 'adopt accept add track',
      input: {
        keyword_ids: z.array(id).optional(),
        all: z.literal(true).optional().describe('true: all of them, in place of keyword_ids'),
        language: text.optional(),
      },
      rules: [
        rule('keyword_ids', 'is required unless all is true', (given) => 'keyword_ids' in given || 'all' in given),
      ],
      output: { requested: count, matched: count, converted: count, skipped_existing: count },
    }),
    sitemap_pages: get('/tracking-projects/{id}/sitemap-pages', {
      does: 'List the pages a sitemap scan has read',
      words: 'urls crawled',
      output: paged({ id, url }),
    }),
    sitemap_scan: post('/tracking-projects/{id}/sitemap-scan', {
      does: "Scan the brand's sitemap for pages and keywords; the credits are drawn only when a sitemap is found",
      changes:
        'Adds suggestions; nothing becomes a prompt. While a scan runs another start is refused and charges nothing.',
      words: 'crawl read site discover',
      remedies: { scan_already_running: 'keyword_suggestions.list' },
      output: { status: text },
      status: 202,
      price: fixed(5, { actual: (said) => (statusOf(said) === 'no_sitemap' ? 0 : undefined) }),
      refuses: { 409: { scan_already_running: 'a scan waits or runs; nothing is charged for the second' } },
      shows: 'keyword_suggestions.sitemap_pages and keyword_suggestions.list',
    }),
  }),
);

const statusOf = (said: unknown): unknown =>
  typeof said === 'object' && said !== null ? Reflect.get(said, 'status') : undefined;
