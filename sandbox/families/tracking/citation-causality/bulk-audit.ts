import { keyedKind, type Row } from '../../../engine/documents.ts';
import { after, failed, planFor, shouldFail, type Running } from '../../../engine/plan.ts';
import { auditPage } from './findings.ts';

/** Rules: docs/platform/insights.md#citation-causality. */
interface BulkAudit {
  urls: readonly string[];
  status: 'pending' | 'processing' | 'completed' | 'failed';
  results: unknown[];
}

export const bulkAudits = keyedKind<BulkAudit, string>('citation_audit');

/** Seconds for each page (docs/platform/insights.md#citation-causality). */
const secondsPerPage = 30;

/** One page after the other; a page whose address asks for a failure ends it. */
export const auditPlan = planFor('citation_causality.audit', bulkAudits, ({ body: { urls } }) => [
  after(2, 'processing'),
  ...urls.map((url) => after<BulkAudit, string>(secondsPerPage, (row, job) => auditOne(row, job, url))),
]);

function auditOne(row: Row<BulkAudit, string>, { world }: Running, url: string): 'failed' | void {
  if (shouldFail(url)) return failed(row, { status: 'failed' });
  const { parent, body } = row;
  body.results.push(auditPage(world.invent, Number(parent ?? 0), url));
  if (body.results.length === body.urls.length) body.status = 'completed';
}
