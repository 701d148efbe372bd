import * as z from 'zod';
import { fieldOf } from '../../../base/json/field-of.ts';
import { count, direction, id, text, url, timestamp } from '../../vocabulary/fields.ts';
import { family, fixed, get, maybe, paged, post, rule } from '../../vocabulary/index.ts';

/** Rules: docs/platform/tracking.md#suggestions. */
export const keywordSuggestions = family(
  'keyword_suggestions',
  "Keywords found in a brand's sitemap, to be turned into prompts",
  { words: 'ideas sitemap pages site scan crawl discover ideas from our own sitemap' },
  () => ({
    list: get('/tracking-projects/{id}/keyword-suggestions', {
      does: 'List keywords suggested from the sitemap',
      asked:
        'ideas for terms from our own pages, which keywords does our sitemap suggest, keyword ideas from sitemap sorted by volume',
      input: {
        language: text.optional(),
        sort: z.enum(['volume', 'keyword', 'source']).optional(),
        dir: direction.optional(),
        q: text.optional().describe('Part of the keyword'),
      },
      output: paged(
        {
          id,
          keyword: text,
          ...maybe({ tracking_project_id: id, search_volume: count, language: text, source: text, page_url: text }),
        },
        30,
        200,
      ),
      refuses: { 422: 'for an unknown sort or dir' },
    }),
    convert: post('/tracking-projects/{id}/keyword-suggestions/convert', {
      idFrom: { keyword_ids: 'keyword_suggestions.list' },
      does: 'Turn suggested keywords into prompts; existing ones are skipped',
      changes: 'all: true converts every suggestion; texts that exist are skipped.',
      recurring: 'Each prompt draws credits at every run',
      asked: 'adopt take over the ideas as tracked questions, adopt ideas into tracking, make prompts out of keywords',
      input: {
        keyword_ids: z.array(id).optional(),
        all: z.literal(true).optional().describe('true: all of them, in place of keyword_ids'),
        language: text.optional(),
      },
      rules: [rule('keyword_ids', 'is required unless all is true', (args) => 'keyword_ids' in args || 'all' in args)],
      output: { requested: count, matched: count, converted: count, skipped_existing: count },
    }),
    sitemap_pages: get('/tracking-projects/{id}/sitemap-pages', {
      does: 'List the pages a sitemap scan has read',
      asked: 'urls crawled, which of our pages were read in the sitemap, pages found in sitemap, scanned urls',
      output: paged({ id, url, ...maybe({ tracking_project_id: id, title: text, scanned_at: timestamp }) }),
    }),
    sitemap_scan: post('/tracking-projects/{id}/sitemap-scan', {
      does: "Scan the brand's sitemap for pages and keywords",
      changes:
        'Adds suggestions; nothing becomes a prompt. While a scan runs another start is refused and charges nothing.',
      asked: 'read through all pages of our site for ideas, go through the sitemap, crawl sitemap for prompt ideas',
      remedies: { scan_already_running: 'keyword_suggestions.list' },
      output: { status: text, ...maybe({ tracking_project_id: id, sitemap_url: text }) },
      status: 202,
      price: fixed(5, {
        onlyWhen: 'a sitemap is found',
        actual: (answer) => (fieldOf(answer, 'status') === 'no_sitemap' ? 0 : undefined),
      }),
      refuses: { 409: { scan_already_running: 'a scan waits or runs; nothing is charged for the second' } },
      shows: 'keyword_suggestions.sitemap_pages and keyword_suggestions.list',
    }),
  }),
);
