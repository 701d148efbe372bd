import { fieldOf } from '../../../base/json/field-of.ts';
import { maybe, one, paged } from '../../vocabulary/answer.ts';
import { count, credits, text, timestamp, url } from '../../vocabulary/fields.ts';
import { del, family, formulaOf, free, get, id, input, integerId, post } from '../../vocabulary/index.ts';

const scan = {
  id,
  status: text,
  estimated_credits: credits.optional(),
  ...maybe({
    project_id: integerId,
    domain: text,
    pages_total: count,
    pages_crawled: count,
    orphans_count: count,
    started_at: timestamp,
    completed_at: timestamp,
  }),
};

/** Rules: docs/platform/content.md#orphan-scans. */
export const orphanScans = family(
  'orphan_scans',
  'Search for pages of a site that nothing links to',
  {
    words:
      'orphaned pages unlinked dead ends crawl site structure pages without incoming internal links nobody links to',
  },
  () => ({
    discover: post('/projects/{project}/orphan-scans/discover', {
      does: 'Prepare a scan: count the pages and say what the crawl will cost',
      changes:
        'Makes a prepared scan. No operation lists scans: keep the id for orphan_scans.get and orphan_scans.pages.',
      asked:
        'create new estimate price, how many pages would be crawled and how expensive, prepare search for pages without links, estimate, create orphan scan, estimated credits of a crawl, count urls first, find pages you cannot click through to',
      output: { ...scan, estimated_credits: credits },
      // docs/platform/content.md#orphan-scans: what discovery finds is paid at the start of the crawl, "charged at
      // start".
      price: free,
    }),
    start: post('/orphan-scans/{id}/start', {
      idFrom: { id: 'orphan_scans.discover' },
      does: 'Start the crawl of a prepared scan; once only',
      changes: 'Charged at the start. A second start is refused and charges nothing.',
      asked: 'go ahead with the crawl for pages without links, begin now, launch prepared crawl, charge and run',
      remedies: { 422: 'orphan_scans.get' },
      example: { id: 2 },
      output: scan,
      price: formulaOf(
        {
          operation: 'orphan_scans.get',
          with: { id: 'id' },
          counts: 'estimated_credits',
          value: (scan) => fieldOf(scan, 'estimated_credits'),
        },
        'estimated_credits of the scan: 1 per 10 pages to crawl, rounded up',
        (_, estimated) => estimated,
      ),
      job: {
        doing: 'Crawling the site for orphaned pages',
        watch: 'orphan_scans.get',
        with: { id: input('id') },
        usually: 120,
        fetch: 'orphan_scans.pages',
      },
      refuses: {
        402: { insufficient_credits: 'balance below the price; the body says required and balance' },
        422: 'when the scan was started before',
      },
    }),
    get: get('/orphan-scans/{id}', {
      idFrom: { id: 'orphan_scans.discover' },
      does: 'Show how a scan stands',
      asked: 'progress, is the orphan crawl finished, how far is the scan, scan status, crawl progress',
      output: one(scan),
    }),
    pages: get('/orphan-scans/{id}/pages', {
      idFrom: { id: 'orphan_scans.discover' },
      does: 'List the pages a scan found',
      asked:
        'results orphans unlinked, which pages have no links pointing to them, isolated lonely pages found, results of orphan crawl, unlinked pages discovered, pages you cannot click through to, pages nobody finds',
      output: paged({ url, inbound_links: count.optional() }),
    }),
    delete: del('/orphan-scans/{id}', {
      idFrom: { id: 'orphan_scans.discover' },
      does: 'Delete a scan',
      changes: 'No operation brings it back. Embedded platform: removes its pages as well.',
      asked: 'remove, throw away the orphan crawl, remove scan with results',
    }),
  }),
);
