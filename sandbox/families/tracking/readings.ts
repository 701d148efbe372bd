import {
  changed,
  inBody,
  inRecords,
  isRecord,
  objectOf,
  renamed,
  requires,
  valued,
  without,
  type Fields,
  inRows,
} from '../../readings/change.ts';
import type { Reading } from '../../readings/reading.ts';

/** Readings of document 2. */
export const trackingReadings: readonly Reading[] = [
  {
    name: 'avi-score',
    turnsOn:
      'Document 2, "GET …/avi": latest index score; the name of the field is not shown. The event names it avi_score.',
    behaviour: 'avi_score.',
    operations: ['reality_check.avi'],
    changeResponse: inRecords(renamed({ score: 'avi_score' })),
  },
  {
    name: 'avi-index',
    turnsOn: 'Document 2, "GET …/avi": latest index score; the name of the field is not shown.',
    behaviour: 'index: {value, tier}.',
    operations: ['reality_check.avi'],
    changeResponse: inRecords(({ score, tier, ...rest }) => ({ index: { value: score, tier }, ...rest })),
  },
  {
    name: 'avi-wrapped',
    turnsOn: 'Document 2, "GET …/avi": an object in words; whether it is wrapped is not shown.',
    behaviour: '{data: {…}}.',
    operations: ['reality_check.avi', 'reality_check.dimensions'],
    changeResponse: inBody((body) => ({ data: body })),
  },
  {
    name: 'dimension-lists',
    turnsOn: 'Document 2, "GET …/avi" and "…/dimensions": six dimension scores; neither names nor form are shown.',
    behaviour: 'A list of {name, score}; by platform a list as well.',
    operations: ['reality_check.avi', 'reality_check.dimensions'],
    changeResponse: inRecords((record) =>
      changed(
        'platforms',
        byPlatform,
      )(changed('dimensions', (scores) => (isRecord(scores) ? pairs(scores) : scores))(record)),
    ),
  },
  {
    name: 'runs-wrapped',
    turnsOn: 'Document 2, "GET …/runs": limit, offset, and run history; no form is shown.',
    behaviour: '{runs: […], total}, the newest first.',
    operations: ['tracking.runs'],
    changeResponse: inRows((rows) => ({ runs: rows, total: rows.length })),
  },
  {
    name: 'runs-reversed',
    turnsOn: 'Document 2, "GET …/runs": limit, offset; the order is not shown.',
    behaviour: 'The oldest run first.',
    operations: ['tracking.runs'],
    changeResponse: inRows((rows, body) => ({ ...body, data: rows.toReversed() })),
  },
  {
    name: 'run-nested',
    turnsOn: 'Document 2, "POST …/run": async run dispatch; no answer is shown.',
    behaviour: '{data: {run: {id, state}}}.',
    operations: ['tracking.run'],
    changeResponse: inRecords(({ run_id, status }) => ({ data: { run: { id: run_id, state: status } } })),
  },
  {
    name: 'run-uncounted',
    turnsOn: 'Document 2, "POST …/run": async run dispatch; no answer is shown.',
    behaviour: 'A message, and no identifier.',
    operations: ['tracking.run'],
    changeResponse: inRecords(() => ({ message: 'The run has been dispatched.' })),
  },
  {
    name: 'scores-by-date',
    turnsOn: 'Document 2, "GET …/scores": score history; no form is shown.',
    behaviour: 'An object by date.',
    operations: ['insights.scores'],
    changeResponse: inRows((rows) => ({
      data: Object.fromEntries(rows.filter(isRecord).map((row) => [String(row['date']), without('date')(row)])),
    })),
  },
  {
    name: 'platform-rates',
    turnsOn:
      'Document 2, "Platform breakdown row": visibility, recommendation_rate and citation_rate; their scale is not shown.',
    behaviour: 'Shares of 1 instead of percentages.',
    operations: ['insights.platform_breakdown'],
    changeResponse: inRecords((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          typeof value === 'number' && /^(visibility|recommendation_rate|citation_rate)$/.test(name)
            ? value / 100
            : value,
        ]),
      ),
    ),
  },
  {
    name: 'breakdown-by-platform',
    turnsOn: 'Document 2, "GET …/platform-breakdown": one row per platform; the form around the rows is not shown.',
    behaviour: 'An object by platform.',
    operations: ['insights.platform_breakdown'],
    changeResponse: inRows((rows) => ({
      platforms: Object.fromEntries(rows.filter(isRecord).map((row) => [String(row['platform']), row])),
    })),
  },
  {
    name: 'kpis-beside',
    turnsOn: 'Document 2, "Tracking project": the detail response adds current KPIs (fields: not shown).',
    behaviour: 'current_kpis, with names of its own.',
    operations: ['tracking.get'],
    changeResponse: inRecords(({ kpis, ...rest }) => ({
      ...rest,
      current_kpis: isRecord(kpis) ? { index: kpis['avi_score'], share: kpis['visibility'] } : null,
    })),
  },
  {
    name: 'brands-named-elsewhere',
    turnsOn: 'Document 2, "Tracking project": name and brand_name are settings; whether a list shows both is not said.',
    behaviour: 'The list shows id, brand_name, main_domain and status.',
    operations: ['tracking.list'],
    changeResponse: inRecords(({ id, name, brand_name, domain, status }) => ({
      id,
      brand_name: brand_name ?? name,
      main_domain: domain,
      status,
    })),
  },
  {
    name: 'resumed-status',
    turnsOn: 'Document 2, "States": status value after resume: not shown by name.',
    behaviour: 'running.',
    operations: ['tracking.resume'],
    changeResponse: inRecords(valued({ status: { active: 'running' } })),
  },
  {
    name: 'other-analysis-states',
    turnsOn: 'Document 2, "States": other analysis_status values: not shown.',
    behaviour: 'in_progress while it runs, error where it failed.',
    operations: ['tracking.analysis_status'],
    changeResponse: inRecords(
      valued({ analysis_status: { running: 'in_progress', queued: 'in_progress', failed: 'error' } }),
    ),
  },
  {
    name: 'ingest-wrapped',
    turnsOn: 'Document 2, "POST /ai-visibility/ingest": status envelope; its fields are not shown.',
    behaviour: '{data: {…}}, the id as ingest_id alone.',
    operations: ['ingest.start', 'ingest.get'],
    changeResponse: inBody((body) => (isRecord(body) ? { data: without('id')(body) } : body)),
  },
  {
    name: 'ingest-questions',
    turnsOn: 'Document 2, "States": needs_input asks domain and market; how it asks is not shown.',
    behaviour: 'missing_fields, and the question as text.',
    operations: ['ingest.start', 'ingest.get'],
    // What is undefined is not in the JSON.
    changeResponse: inRecords(({ needs, message, ...rest }) => ({
      ...rest,
      missing_fields: needs,
      question: needs === undefined ? undefined : 'Which domain, and which market?',
      hint: message,
    })),
  },
  {
    name: 'volumes-absent',
    turnsOn:
      'Document 2, "Keyword, prompt, tag records": search_volume of a keyword; whether it is known at once is not said.',
    behaviour: 'null, with cpc and difficulty.',
    operations: ['tracking_keywords.list', 'tracking_keywords.create', 'keyword_suggestions.list', 'prompts.list'],
    changeResponse: inRecords((record) =>
      ['search_volume', 'cpc', 'difficulty'].reduce<Fields>((so, name) => changed(name, () => null)(so), record),
    ),
  },
  {
    name: 'monitor-ids',
    turnsOn: 'Document 2, "bulk-monitor": prompt id list plus monitor status; exact body: not shown.',
    behaviour: 'ids and monitor_status.',
    operations: ['prompts.bulk_monitor'],
    changeRequest: requires('ids', 'monitor_status'),
  },
  {
    name: 'prompt-status-names',
    turnsOn:
      'Document 2, "Keyword, prompt, tag records": monitor status of a prompt; the name of the field is not shown.',
    behaviour: 'status.',
    operations: ['prompts.list'],
    changeResponse: inRecords(renamed({ monitor_status: 'status' })),
  },
  {
    name: 'claims-in-pages',
    turnsOn: 'Document 2, "GET …/accuracy": claims sorted by severity; the form is not shown.',
    behaviour: '{claims: […], meta}.',
    operations: ['accuracy.list'],
    changeResponse: inBody((body) =>
      isRecord(body) && 'data' in body ? { claims: body['data'], meta: body['meta'] } : body,
    ),
  },
  {
    name: 'report-address',
    turnsOn: 'Document 2, "generate-report": Markdown report; whether the answer holds it is not shown.',
    behaviour: 'The address of a file with it.',
    operations: ['reports.generate'],
    changeResponse: (sent) =>
      sent.status < 300
        ? {
            ...sent,
            body: JSON.stringify({
              ...without('report')(objectOf(sent)),
              download_url: 'https://files.example/report.md',
            }),
          }
        : sent,
  },
  {
    name: 'brief-parts',
    turnsOn: 'Document 2, "generate-brief": content brief; its form is not shown.',
    behaviour: 'An object: headline, outline, questions.',
    operations: ['insights.generate_brief'],
    changeResponse: inRecords((record) => ({
      ...record,
      brief: { headline: 'A brief', outline: String(record['brief']).split('\n').filter(Boolean), questions: [] },
    })),
  },
  {
    name: 'checks-nested',
    turnsOn: 'Document 2, "POST /prompt-check": 202 async run; remaining fields not shown.',
    behaviour: '{data: {check: {id, status}}}.',
    operations: ['prompt_check.start'],
    changeResponse: inRecords(({ id, status }) => ({ data: { check: { id, status } } })),
  },
  {
    name: 'shares-by-mail',
    turnsOn: 'Document 2, "Share": status, invited e-mail, permission; the names of the fields are not shown.',
    behaviour: 'invited_email, and pending for invited.',
    operations: ['tracking_shares.list', 'tracking_shares.create', 'tracking_shares.shared_with_me'],
    changeResponse: inRecords((record) =>
      renamed({ email: 'invited_email' })(valued({ status: { invited: 'pending' } })(record)),
    ),
  },
  {
    name: 'sources-without-address',
    turnsOn: 'Document 2, "Cited source row": its fields; url and domain are not among them.',
    behaviour: 'source_url and host.',
    operations: ['cited_sources.list'],
    changeResponse: inRecords(renamed({ url: 'source_url', domain: 'host' })),
  },
];

const pairs = (scores: Readonly<Record<string, unknown>>): unknown[] =>
  Object.entries(scores).map(([name, score]) => ({ name, score }));

const byPlatform = (platforms: unknown): unknown =>
  isRecord(platforms)
    ? Object.entries(platforms).map(([platform, scores]) => ({
        platform,
        dimensions: isRecord(scores) ? pairs(scores) : [],
      }))
    : platforms;
