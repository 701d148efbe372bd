import type { Call } from '../../engine/handler-call.ts';
import { implement } from '../../engine/implement.ts';
import { change, kind, type Row } from '../../engine/documents.ts';
import { after, plan, type Running } from '../../engine/plan.ts';
import { iso } from '../../engine/platform-time.ts';
import { invalid, refuse, Refusal } from '../../engine/http/refusal.ts';
import { slices } from '../../engine/http/reply.ts';
import type { World } from '../../engine/world.ts';
import { projectOf } from './projects.ts';

interface Scan {
  domain: string;
  status: 'created' | 'started' | 'completed';
  pages_total: number;
  pages_crawled: number;
  orphans: number[];
  started_at: string | null;
  completed_at: string | null;
}

const scans = kind<Scan>('orphan_scan');

const show = ({ id, parent, body: { orphans, ...body } }: Row<Scan>) => ({
  id,
  project_id: parent,
  ...body,
  orphans_count: orphans.length,
  estimated_credits: Math.ceil(body.pages_total / 10),
});

const crawlPlan = plan(
  'orphan_scans.crawl',
  scans,
  after(60, ({ body }) => void (body.pages_crawled = Math.floor(body.pages_total / 2))),
  after(60, crawl),
);

/** Rules: docs/platform/content.md#orphan-scans. */
export const orphanScanFamily = implement('orphan_scans', {
  operations: {
    discover: (call) => {
      const { id: parent, body } = projectOf(call);
      if (body.domain === null) throw invalid({ domain: ['The project has no domain to scan.'] });
      return show(call.add(scans, inventScan(call, body.domain), { parent }));
    },
    start: (call) => {
      const row = call.own(scans, call.input.id);
      if (row.body.status !== 'created') throw refuse(422, 'The scan was started before.');
      requireBalance(call, show(row).estimated_credits);
      Object.assign(row.body, { status: 'started', started_at: iso(call.now()) });
      call.start(crawlPlan, row.id);
      return show(row);
    },
    get: (call) => show(call.own(scans, call.input.id)),
    pages: (call) => {
      const { body } = call.own(scans, call.input.id);
      return slices(body.orphans, (page) => ({ url: `https://${body.domain}/page-${page}`, inbound_links: 0 }));
    },
    delete: (call) => call.delete(call.own(scans, call.input.id)),
  },

  seed: (world) => {
    const body = { ...inventScan(world, 'fjordkiste.example'), started_at: iso(world.now()) };
    crawl(world.add(scans, body, { team: 1, parent: 1 }), { world, at: world.now() });
  },
});

const inventScan = ({ invent }: Pick<World, 'invent'>, domain: string): Scan => ({
  domain,
  status: 'created',
  pages_total: invent('orphans', domain).whole(31, 240),
  pages_crawled: 0,
  orphans: [],
  started_at: null,
  completed_at: null,
});

/** docs/platform/errors.md#bodies: an orphan scan names the second number `balance`. */
function requireBalance({ ledger, caller }: Call, required: number): void {
  const balance = ledger.available(caller.team);
  if (balance >= required) return;
  throw new Refusal(402, {
    message: `The crawl needs ${required} credits; ${balance} are there.`,
    error: 'insufficient_credits',
    required,
    balance,
  });
}

function crawl(row: Row<Scan>, { world, at }: Pick<Running, 'world' | 'at'>): void {
  const { domain, pages_total } = row.body;
  const random = world.invent('orphans', domain, 'pages');
  const orphans = Array.from({ length: pages_total }, (_, page) => page + 1).filter(() => random.chance(0.15));
  change(row, { orphans, pages_crawled: pages_total, status: 'completed', completed_at: iso(at) });
}
