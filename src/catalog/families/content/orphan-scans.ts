import { count, credits, id, text, url } from '../../fields.ts';
import { del, family, formula, free, get, input, one, paged, post, deleted } from '../../operation.ts';

const scan = { id, status: text, estimated_credits: credits.optional() };

/** Document 1, "Link lists, orphan scans, overview, calendar" and "States". */
export const orphanScans = family(
  'orphan_scans',
  'Search for pages of a site that nothing links to',
  { words: 'orphaned pages unlinked dead ends crawl site structure' },
  () => ({
    discover: post('/projects/{project}/orphan-scans/discover', {
      does: 'Prepare a scan: count the pages and say what the crawl will cost',
      changes:
        'Free: makes a prepared scan each time. Finished scans are not listed anywhere: keep their ids for orphan_scans.get and orphan_scans.pages.',
      words: 'create new estimate price',
      output: { ...scan, estimated_credits: credits },
      // Document 1: what discovery finds is paid at the start of the crawl, "charged at start".
      price: free,
    }),
    start: post('/orphan-scans/{id}/start', {
      does: 'Start the crawl of a prepared scan; once only',
      changes: 'Charged at the start. A second start is refused and charges nothing.',
      words: 'run begin',
      remedies: { 422: 'orphan_scans.get' },
      example: { id: 2 },
      output: scan,
      price: formula('1 per 10 pages to crawl, rounded up', (_, { scan }) => priceOf(scan), {
        facts: { scan: { operation: 'orphan_scans.get', with: { id: 'id' } } },
      }),
      job: {
        doing: 'Crawling the site for orphaned pages',
        watch: 'orphan_scans.get',
        with: { id: input('id') },
        state: 'status',
        done: ['completed', 'finished'],
        failed: ['failed'],
        usually: 120,
        fetch: 'orphan_scans.pages',
      },
      refuses: {
        402: { insufficient_credits: 'balance below the price; the body says required and balance' },
        422: 'when the scan was started before',
      },
    }),
    get: get('/orphan-scans/{id}', { does: 'Show how a scan stands', words: 'progress', output: one(scan) }),
    pages: get('/orphan-scans/{id}/pages', {
      does: 'List the pages a scan found',
      words: 'results orphans unlinked',
      output: paged({ url, inbound_links: count.optional() }),
    }),
    delete: del('/orphan-scans/{id}', {
      does: 'Delete a scan and its pages',
      changes: 'Removes its pages as well. No operation brings it back.',
      words: 'remove',
      output: deleted,
    }),
  }),
);

/** What discovery estimated, or a tenth of its pages; the dearer where a scan tells both. */
function priceOf(scan: unknown): number | null {
  if (typeof scan !== 'object' || scan === null) return null;
  const known = [
    Reflect.get(scan, 'estimated_credits'),
    tenth(Reflect.get(scan, 'pages_total')),
    tenth(Reflect.get(scan, 'pages_count')),
  ];
  const figures = known.filter((figure): figure is number => typeof figure === 'number');
  return figures.length ? Math.max(...figures) : null;
}

const tenth = (pages: unknown): number | undefined =>
  typeof pages === 'number' && pages >= 0 ? Math.ceil(pages / 10) : undefined;
