import type { OperationName } from '../../catalog/operation-types.ts';

const audit = 'avg_seo_score and seo_score: 0 to 100, higher is better';
const page = 'seo_score and content_quality_score: 0 to 100, higher is better';
const grounding = 'score: 0 to 100, higher is better; up to 25 not-grounded, 50 weak, 75 partial';
const pageAudit = 'lighthouse: 0 to 100, higher is better; the platform states no scale for the scores of analysis';
const scan = 'score: the platform states neither scale nor direction; read it with details';

/** Meaning of the scores in an answer, as far as the contract states it (document 3, "Content audit", "Grounding audit"). */
export const scoreScales: Readonly<Partial<Record<OperationName, string>>> = {
  'content_audits.list': audit,
  'content_audits.get': audit,
  'content_audits.create': page,
  'content_audits.compare': `${audit}; deltas are the newer one minus the earlier`,
  'content_audits.pages': page,
  'content_audits.page': page,
  'content_audits.refresh_page': page,
  'grounding.analyze': grounding,
  'grounding.audit': grounding,
  'grounding.audits': grounding,
  'grounding.batch': grounding,
  'grounding.batch_results': grounding,
  'page_audit.create': pageAudit,
  'page_audit.get': pageAudit,
  'page_audit.list': pageAudit,
  'ai_scanner.detect': scan,
  'ai_scanner.scan': scan,
};
