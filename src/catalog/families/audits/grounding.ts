import * as z from 'zod';
import { count, direction, id, integerId, key, number, range, text, timestamp, url } from '../../vocabulary/fields.ts';
import { list, ndjson, paged, assumed, maybe } from '../../vocabulary/answer.ts';
import { family, fixed, free, get, limit, minute, post, rule, unlisted, likely } from '../../vocabulary/index.ts';
import { answer, finishedStates } from '../../vocabulary/job.ts';

const scale = 'score: 0 to 100, higher is better; up to 25 not-grounded, 50 weak, 75 partial';

const framework = z.enum(['v1.5', 'eeat', 'people-first']);

const finding = z.looseObject({
  id: key,
  severity: z.enum(['critical', 'high', 'medium', 'low', 'info']),
  framework,
  title: text,
  description: text,
  fix: z.looseObject({ type: text, action: text, details: z.unknown() }).nullable(),
  spec_url: text.nullable(),
});

/** Rules: docs/platform/grounding.md#tiers. The score runs from 0 to 100; tiers end at 25, 50, 75 and 100. */
const audit = {
  audit_id: key,
  status: text,
  score: count.describe('0 to 100, higher is better').nullable(),
  tier: z.looseObject({ name: text, threshold_min: count, threshold_max: count }).nullable(),
  frameworks: z.array(framework),
  findings: z.array(finding),
  raw_text: z.string().nullable().describe('Markdown'),
  duration_ms: number.nullable().describe('Milliseconds'),
  credits_used: count,
  started_at: timestamp.nullable(),
  completed_at: timestamp.nullable(),
  expires_at: timestamp.nullable(),
  ui_url: text,
  ...maybe({
    url: text,
    tracking_project_id: id,
    seo_project_id: integerId,
    technical_score: count,
    content_score: count,
    created_at: timestamp,
  }),
};

const attached = {
  tracking_project_id: id.optional(),
  seo_project_id: integerId.optional().describe("Must be the team's own"),
};

const auditInput = {
  frameworks: z.array(framework).min(1).optional(),
  concurrency: z.int().min(1).max(10).optional(),
  callback_url: url.optional().describe('Gets the signed results'),
  ...attached,
};

const retired = { project_id: 'use tracking_project_id, or seo_project_id for a content project' };

const batch = {
  batch_id: key,
  seo_project_id: integerId.nullable(),
  url_count: count,
  callback_secret: text.describe('Shown once'),
  poll_url: text,
  results_url: text,
};

const secretOfCallback = {
  shownOnce: ['callback_secret'],
  onlyWith: { callback_secret: 'callback_url' },
} as const;

const batchJob = {
  watch: 'grounding.batch_status',
  with: { id: answer('batch_id') },
  done: [...finishedStates, 'partial'],
  progress: ['completed', 'total'] as const,
  fetch: 'grounding.batch_results',
} as const;

/** A validation of the checks. */
const checkRun = {
  id,
  status: text,
  ...maybe({ results: z.array(z.looseObject(maybe({ check: text, lift: number, pages: count }))) }),
};

const moderation = { audience: { who: 'admin' as const } };

/** Rules: docs/platform/grounding.md#expiry. Audits expire 30 days after they were made. */
export const grounding = family(
  'grounding',
  'Citation-readiness audits of public URLs: can AI assistants ground answers on them',
  {
    words:
      'geo aeo citable citation readiness eeat people-first page check audit fit to be cited by ai assistants, citable trustworthy page',
    retired,
  },
  () => ({
    analyze: post('/grounding/analyze', {
      does: 'Audit one URL for citation readiness',
      changes:
        'Kept 30 days. Embedded platform: a new audit each time, also of a URL audited today: grounding.audits with q or domain first.',
      asked:
        'check score page, can ai chatgpt cite quote this page, is one url ready for ai search, how trustworthy is it, is page ready to be quoted by ai, single url citation check, eeat check, can chatgpt quote our homepage, check a homepage or article address for citations',
      input: { url, frameworks: auditInput.frameworks, ...attached },
      output: { audit_id: key, status: text, estimated_seconds: count, poll_url: text },
      scale,
      price: fixed(1),
      limits: [limit('grounding', 30, minute)],
      job: {
        doing: 'Auditing the page for citation readiness',
        watch: 'grounding.audit',
        with: { id: answer('audit_id') },
        usually: 20,
      },
      refuses: {
        402: { insufficient_credits: 'balance below the price' },
        422: { invalid_url: 'not an http or https address', invalid_framework: 'not one of v1.5, eeat, people-first' },
      },
    }),
    audit: get('/grounding/audits/{id}', {
      does: 'Show a grounding audit: score, tier, findings',
      asked: 'what came out of the citation readiness check of a page, grounding findings and fixes of one audit',
      remedies: { audit_expired: 'grounding.analyze', audit_not_found: 'grounding.audits' },
      example: { id: 'aud_sample1' },
      input: { id: key },
      output: audit,
      concise: 'audit_id status score tier frameworks findings credits_used completed_at expires_at',
      scale,
      audience: { foreign: 404 },
      refuses: {
        404: { audit_not_found: 'unknown, or of another team' },
        410: { audit_expired: 'its retention is over; audit the URL again' },
      },
    }),
    audits: get('/grounding/audits', {
      does: 'List grounding audits',
      asked:
        'history results filter, earlier citation readiness checks, weakest pages by score, search grounding audits by score domain status date',
      input: {
        status: text.optional(),
        ...attached,
        ...range,
        domain: text.optional(),
        sort: z.enum(['created', 'url', 'status', 'score', 'technical', 'content']).optional(),
        dir: direction.optional(),
        q: text.optional(),
        per_page: z
          .union([z.int().positive(), z.literal('all')])
          .optional()
          .describe('Rows a page (25, at most 100), or all: up to 1000'),
        page: z.int().positive().optional(),
        without_project: z
          .literal(1)
          .optional()
          .describe('1: only audits without a project, each with a suggestion; not together with seo_project_id'),
      },
      rules: [
        rule(
          'without_project',
          'does not go with seo_project_id',
          (args) => !('without_project' in args && 'seo_project_id' in args),
        ),
      ],
      output: paged(
        {
          ...audit,
          url,
          seo_project_id: integerId.nullable(),
          suggested_seo_project_id: integerId.nullable().optional(),
        },
        25,
        100,
      ),
      concise: 'audit_id url status score tier seo_project_id suggested_seo_project_id completed_at',
      scale,
    }),
    assign_project: post('/grounding/audits/assign-project', {
      does: 'Attach up to 500 audits that have no project to one',
      changes: 'Only audits without a project; no operation takes one out again.',
      asked: 'move link, put finished audits under a project, link existing audits to seo project',
      input: { audit_ids: z.array(key).min(1).max(500), seo_project_id: integerId },
      output: { seo_project_id: integerId, requested: count, assigned: count, not_found: z.unknown() },
      price: free,
      limits: [limit('grounding', 30, minute)],
      refuses: { 422: "for another team's project" },
    }),
    batch: post('/grounding/batch', {
      does: 'Audit up to 500 URLs in one batch',
      repeats: ['raw_text'],
      changes:
        'callback_secret is shown this once. URLs audited today are audited and charged again: look at grounding.audits first.',
      ...secretOfCallback,
      asked: 'pages, check a list of many urls for citation readiness at once, bulk url grounding check with callback',
      input: { urls: z.array(url).min(1).max(500), ...auditInput },
      output: { ...batch, eta_seconds: count },
      scale,
      price: unlisted('draws for each URL; how much in a batch is not stated, a single audit costs 1'),
      limits: [limit('grounding.batch', 5, minute)],
      job: { doing: 'Auditing the pages for citation readiness', ...batchJob, usually: 60 },
      refuses: {
        422: {
          too_many_urls: 'more than 500',
          invalid_url: 'not an http or https address',
          invalid_framework: 'not one of v1.5, eeat, people-first',
        },
      },
    }),
    batch_status: get('/grounding/batches/{id}', {
      does: 'Show how a batch of audits stands',
      asked: 'progress, how many urls of the list are checked, is the batch done, grounding batch progress',
      input: { id: key },
      output: {
        batch_id: key,
        seo_project_id: integerId.nullable(),
        status: text,
        source: text,
        completed: count,
        failed: count,
        total: count,
        concurrency: count,
        eta_seconds: count.nullable(),
        results_url: text,
        callback: z.unknown(),
        started_at: timestamp.nullable(),
        completed_at: timestamp.nullable(),
      },
      concise: 'batch_id status completed failed total eta_seconds completed_at',
      audience: { foreign: 404 },
      refuses: { 404: { batch_not_found: 'unknown, or of another team' } },
    }),
    batch_results: get('/grounding/batches/{id}/results.ndjson', {
      idFrom: { id: 'grounding.batch' },
      does: 'Fetch the finished audits of a batch, also while it runs',
      repeats: ['raw_text'],
      asked: 'download results, all results of the batch as rows ndjson, grounding batch rows stream',
      input: { id: key },
      output: ndjson({ ...audit, url }),
      scale,
      audience: { foreign: 404 },
    }),
    sitemap_audit: post('/grounding/sitemap-audit', {
      does: 'Audit the pages of a sitemap',
      repeats: ['raw_text'],
      changes: 'Charged once the sitemap is read. filter.limit bounds the pages. callback_secret is shown this once.',
      ...secretOfCallback,
      asked:
        'whole site crawl check, check all pages of our sitemap for citation readiness, whole website ai ready, whole domain grounding via sitemap',
      example: { filter: { limit: 3 } },
      input: {
        sitemap_url: url,
        filter: z
          .strictObject({
            path_contains: text.optional(),
            limit: z.int().min(1).max(500).optional().describe('At most this many pages'),
            priority_min: number.min(0).max(1).optional(),
          })
          .default({})
          .describe('limit: at most 500 pages; priority_min: 0 to 1; how many pages {} takes is not stated'),
        ...auditInput,
      },
      output: batch,
      price: unlisted(
        'draws for each page once the sitemap is read; how much is not stated, nor how many pages without filter.limit',
        { charged: 'in_job' },
      ),
      job: { doing: 'Auditing the pages of the sitemap', ...batchJob, usually: 180 },
      refuses: { 503: { sitemap_unreachable: 'the sitemap could not be read' } },
    }),
    list_check_validations: get('/grounding/check-validations', {
      does: 'List validations of the audit checks',
      asked: 'which tests of the checks themselves were run, validation runs list',
      output: list(checkRun),
    }),
    validate_checks: post('/grounding/check-validations', {
      does: 'Start a validation of the audit checks',
      changes: 'Stores a run. Embedded platform: no audit and no check changes.',
      asked: 'lift evidence, do our checks really predict citations, test them, new validation run',
      optionalBody: true,
      likely: { tracking_project_id: likely(id, 'the tracking project it is for; other starts of grounding take it') },
      output: { id, status: text },
      price: unlisted('validates the audit checks; no cost is listed'),
      job: {
        doing: 'Validating the audit checks',
        watch: 'grounding.check_validation',
        with: { id: answer('id', 'run_id') },
        usually: 120,
      },
    }),
    check_validation: get('/grounding/check-validations/{id}', {
      does: 'Show a validation: results by check, sorted by lift',
      asked: 'outcome of testing the checks, lift per check, validation run details',
      output: checkRun,
    }),
    promote_signal: post('/grounding/signal-observations/{id}/promote', {
      does: 'Promote an observed signal',
      asked: 'this observed signal should become a check, accept signal observation',
      changes: 'No operation takes it back.',
      output: assumed({ id, signal: text, state: text }),
      ...moderation,
    }),
    reject_signal: post('/grounding/signal-observations/{id}/reject', {
      does: 'Reject an observed signal',
      asked: 'this observed signal is noise, drop it, dismiss signal observation',
      changes: 'No operation takes it back.',
      output: assumed({ id, signal: text, state: text }),
      ...moderation,
    }),
  }),
);
