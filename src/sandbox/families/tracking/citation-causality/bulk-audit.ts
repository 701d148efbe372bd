import { kind, type Row } from '../../../engine/kind.ts';
import { shouldFail, type Plan, type Running } from '../../../engine/plan.ts';
import { auditPage } from './findings.ts';

/** Document 3, "States": bulk audit (citation). */
interface BulkAudit {
  urls: readonly string[];
  status: 'pending' | 'processing' | 'completed' | 'failed';
  results: unknown[];
}

export const bulkAudits = kind<BulkAudit, string>('citation_audit');

/** Seconds (document 3, POST …/audit/bulk). */
const perPage = 30;

/** One page after the other; a page whose address asks for a failure ends it. */
export function auditingPages(): Plan<BulkAudit, string> {
  return {
    of: bulkAudits,
    steps: ({ body }) => [
      { after: 2, run: (row) => void (row.body.status = 'processing') },
      ...body.urls.map((url) => ({
        after: perPage,
        run: (row: Row<BulkAudit, string>, job: Running) => auditOne(row, job, url),
      })),
    ],
  };
}

function auditOne({ parent, body }: Row<BulkAudit, string>, { world }: Running, url: string): 'failed' | undefined {
  if (shouldFail(url)) {
    body.status = 'failed';
    return 'failed';
  }
  body.results.push(auditPage(world.invent, Number(parent ?? 0), url));
  if (body.results.length === body.urls.length) body.status = 'completed';
  return undefined;
}
