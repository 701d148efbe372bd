import { inBody, inRecords, isRecord, needsField, only, renamed, valued, inRows } from '../../readings/change.ts';
import type { Reading } from '../../readings/reading.ts';

const solved = 'Document 3, "PATCH /content-audit-pages/{id}/solved": body: not shown.';
const monitor = 'Document 3, "/site-monitor": body: not shown.';

/** Readings of what document 3 says of audits, monitors and grounding. */
export const auditReadings: readonly Reading[] = [
  {
    name: 'audit-flat',
    turnsOn: 'Document 3, "POST /content-audits": audit; whether it is wrapped is not shown.',
    behaviour: '{message, audit: {id, …}}.',
    operations: ['content_audits.create'],
    changeResponse: inRecords((audit) => ({ message: 'The audit has started.', audit })),
  },
  {
    name: 'audit-pages-flat',
    turnsOn: 'Document 3, "/content-audits/{id}/pages": {progress, pages: paginated}; the form of a page is not shown.',
    behaviour: 'pages is a bare array, meta stands beside it.',
    operations: ['content_audits.pages'],
    changeResponse: inBody((body) => {
      const pages = isRecord(body) ? body['pages'] : undefined;
      return isRecord(body) && isRecord(pages) ? { ...body, pages: pages['data'], meta: pages['meta'] } : body;
    }),
  },
  {
    name: 'audit-pages-spread',
    turnsOn: 'Document 3, "/content-audits/{id}/pages": {progress, pages: paginated}; the form of a page is not shown.',
    behaviour: 'The counts beside data, without meta, as one framework gives its pages.',
    operations: ['content_audits.pages'],
    changeResponse: inBody((body) => {
      const pages = isRecord(body) ? body['pages'] : undefined;
      return isRecord(body) && isRecord(pages) && isRecord(pages['meta'])
        ? { ...body, pages: { data: pages['data'], ...pages['meta'], next_page_url: null } }
        : body;
    }),
  },
  {
    name: 'page-issues-null',
    turnsOn:
      'Document 3, "Content audit": a page has issues[] and recommendations[]; of a page without any nothing is said.',
    behaviour: 'recommendations is null.',
    operations: ['content_audits.page'],
    changeResponse: inRecords((page) => ({ ...page, recommendations: null })),
  },
  needsField('solved-name', solved, 'content_audits.mark_page', ['solved', 'is_solved']),
  {
    name: 'grounding-states',
    turnsOn: 'Document 3, "Grounding audit": status; its values are not shown.',
    behaviour: 'done for completed, pending for everything before.',
    operations: ['grounding.audit', 'grounding.audits'],
    changeResponse: inRecords(
      valued({ status: { completed: 'done', queued: 'pending', running: 'pending', processing: 'pending' } }),
    ),
  },
  {
    name: 'grounding-wrapped',
    turnsOn: 'Document 3, "GET /grounding/audits/{id}": audit object; whether it is wrapped is not shown.',
    behaviour: '{data: {…}}.',
    operations: ['grounding.audit', 'grounding.batch_status'],
    changeResponse: inBody((body) => ({ data: body })),
  },
  {
    name: 'grounding-tier-text',
    turnsOn: 'Document 3, "Grounding audit": score and tier; of an audit that is not finished nothing is said.',
    behaviour: 'tier is absent and score null until it is finished.',
    operations: ['grounding.audit'],
    changeResponse: inRecords(({ tier, ...audit }) =>
      audit['status'] === 'completed' ? { tier, ...audit } : { ...audit, score: null },
    ),
  },
  {
    name: 'batch-counts',
    turnsOn:
      'Document 3, "/grounding/batches/{id}": status, completed, failed, total; the values of status are not shown.',
    behaviour: 'finished.',
    operations: ['grounding.batch_status'],
    changeResponse: inRecords(valued({ status: { completed: 'finished' } })),
  },
  {
    name: 'page-audit-lean',
    turnsOn: 'Document 3, "Page audit": lighthouse and analysis; of one that failed in part nothing is said.',
    behaviour: 'lighthouse is null, and analysis has its scores only.',
    operations: ['page_audit.get'],
    changeResponse: inRecords((audit) => ({
      ...audit,
      lighthouse: null,
      analysis: isRecord(audit['analysis']) ? only('trust_score', 'layout_score')(audit['analysis']) : null,
    })),
  },
  {
    name: 'competitors-bare',
    turnsOn: 'Document 3, "POST /competitor-analyses": created analysis; the form is not shown.',
    behaviour: '{analysis_id, status}.',
    operations: ['competitor_analyses.create'],
    changeResponse: inBody((body) => {
      const record = isRecord(body) && isRecord(body['data']) ? body['data'] : {};
      return { analysis_id: record['id'], status: record['status'] };
    }),
  },
  {
    name: 'competitors-thorough',
    turnsOn: 'Document 3, "POST /competitor-analyses": keyword_limit?; its default is not stated.',
    behaviour: 'The record of one that was asked for without shows 1000.',
    operations: ['competitor_analyses.get'],
    changeResponse: inRecords((record) => ({ ...record, keyword_limit: record['keyword_limit'] ?? 1000 })),
  },
  needsField('monitor-domain', monitor, 'site_monitor.create', ['domain', 'url'], { beside: 'name' }),
  {
    name: 'monitor-names',
    turnsOn: 'Document 3, "/site-monitor/{id}/checks, /incidents": rows are not shown.',
    behaviour: 'up, code and time.',
    operations: ['site_monitor.checks'],
    changeResponse: inRecords(renamed({ is_up: 'up', status_code: 'code', checked_at: 'time' })),
  },
  {
    name: 'community-scan-bare',
    turnsOn: 'Document 3, "POST /community-monitor/scan": the answer is not shown.',
    behaviour: '{queued: true}.',
    operations: ['community_monitor.scan'],
    changeResponse: inRecords(() => ({ queued: true })),
  },
  {
    name: 'mentions-elsewhere',
    turnsOn: 'Document 3, "GET /community-monitor/mentions": rows are not shown.',
    behaviour: '{mentions: […]}, with source and excerpt.',
    operations: ['community_monitor.mentions'],
    changeResponse: inRows((rows) => ({
      mentions: rows.map((one) => (isRecord(one) ? renamed({ platform: 'source', title: 'excerpt' })(one) : one)),
    })),
  },
];
