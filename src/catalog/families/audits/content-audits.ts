import * as z from 'zod';
import { count, direction, flag, id, integerId, number, text, timestamp, url } from '../../vocabulary/fields.ts';
import { binary, one, paged, maybe } from '../../vocabulary/answer.ts';
import { family, fixed, free, get, limit, minute, patch, post, likely } from '../../vocabulary/index.ts';
import { answer, input } from '../../vocabulary/job.ts';

const type = z.enum(['full', 'quick']);
const status = z.enum(['running', 'completed', 'failed']);
const priority = z.enum(['critical', 'high', 'medium', 'low']);
const score = z.int().min(0).max(100);
const scale = '0 to 100, higher is better';
const auditScale = `avg_seo_score and seo_score: ${scale}`;
const pageScale = `seo_score and content_quality_score: ${scale}`;

/** Rules: docs/platform/audits.md#content-audits. */
const audit = {
  id,
  tracking_project_id: id.nullable(),
  source_url: text,
  type,
  status,
  total_pages: count.nullable(),
  avg_seo_score: number.describe(scale).nullable(),
  total_issues: count.nullable(),
  created_at: timestamp,
};

const page = {
  id,
  url: text,
  title: text.nullable(),
  seo_score: score.describe(scale).nullable(),
  content_quality_score: score.describe(scale).nullable(),
  word_count: count.nullable(),
  priority: priority.nullable(),
  is_solved: flag,
  issues: z.array(z.looseObject({ type: z.enum(['error', 'warning', 'info']), category: text, message: text })),
  recommendations: z.array(z.unknown()),
  ...maybe({ content_audit_id: id, status: text }),
};

const compared = z.object(audit).partial().shape;
const delta = number.nullable();
const byType = z.looseObject({ error: delta, warning: delta, info: delta }).nullable();

/** Which pages of an audit, in a listing and in a bulk mark. */
const chosen = {
  priority: priority.optional(),
  min_seo_score: score.optional(),
  max_seo_score: score.optional(),
  issue_type: text.optional().describe('error, warning or info'),
};

const retired = { project_id: 'use tracking_project_id' };

const marking = [limit('content_audits.pages', 30, minute)];

/** Rules: docs/platform/audits.md#content-audits. */
export const contentAudits = family(
  'content_audits',
  'Crawls of a site that score every page and list its issues',
  {
    words: 'site audit crawl seo check technical pages issues health crawl of the whole website for seo problems',
    retired,
  },
  () => ({
    list: get('/content-audits', {
      does: 'List content audits',
      asked: 'history, earlier website audits, all crawls, previous crawls of sites',
      input: {
        tracking_project_id: id.optional(),
        source_url: text.optional().describe('Exactly as audited'),
        status: status.optional(),
        type: type.optional(),
      },
      output: paged(audit),
      concise: 'id source_url type status total_pages avg_seo_score total_issues created_at',
      scale: auditScale,
    }),
    create: post('/content-audits', {
      does: 'Crawl a site and audit its pages',
      changes: 'A new audit each time; earlier ones stay for content_audits.compare.',
      asked:
        'start new run site check, check our whole website for seo problems, crawl all pages, full health check, technical seo audit of a domain, run crawl, find broken things, scan the complete website for errors, check the entire site',
      input: { source_url: url, type: type.optional(), tracking_project_id: id.optional().describe('Must exist') },
      output: one(audit),
      scale: pageScale,
      price: fixed(10),
      job: {
        doing: 'Crawling and auditing the site',
        watch: 'content_audits.get',
        with: { id: answer('id', 'audit_id') },
        done: ['completed'],
        usually: 180,
        fetch: 'content_audits.pages',
      },
    }),
    get: get('/content-audits/{id}', {
      does: 'Show a content audit with its summary',
      asked:
        'result report status, how did our website do in the audit, average seo score, is the crawl finished, audit details and state, averages and totals',
      output: one({
        ...audit,
        team_id: integerId,
        user_id: id.nullable(),
        project_id: integerId.nullable(),
        summary: z.unknown(),
        ...maybe({ completed_at: timestamp }),
      }),
      scale: auditScale,
    }),
    export: get('/content-audits/{id}/export', {
      does: 'Download a content audit',
      asked: 'csv file, download the audit as a file table, audit as csv or file',
      output: binary('text/csv'),
    }),
    pages: get('/content-audits/{id}/pages', {
      does: "List an audit's pages with scores and issues, and how many are solved",
      asked:
        'issues errors warnings filter worst, which pages have problems, worst pages, how many issues are still open, issues by page, errors and warnings, unsolved pages, lowest seo score',
      input: {
        status: text.optional().describe('open or solved; anything else means open'),
        ...chosen,
        sort: z
          .enum(['url', 'title', 'seo_score', 'content_quality_score', 'word_count', 'priority', 'is_solved'])
          .optional(),
        dir: direction.optional(),
        page: z.int().positive().optional(),
        per_page: z.int().positive().optional().describe('Rows a page (50)'),
      },
      output: {
        progress: z.looseObject({ total: count, solved: count, open: count, percent: number }),
        pages: z.looseObject({
          data: z.array(z.looseObject(page)),
          meta: z.looseObject({ total: count, per_page: count, current_page: count, last_page: count }),
        }),
      },
      scale: pageScale,
    }),
    compare: get('/content-audits/{id}/compare', {
      idFrom: { against: 'content_audits.list' },
      does: 'Compare an audit with an earlier one: new, fixed and persisting issues',
      asked:
        'trend progress before after difference diff regression, did the site get better or worse since the last crawl, what was fixed, what is new, before after, regression versus previous audit, new and fixed issues, compared to last month',
      input: {
        against: id
          .optional()
          .describe('Baseline audit of the same team; without it the previous completed one of the same source_url'),
      },
      output: {
        current: z.looseObject(compared),
        baseline: z.looseObject(compared).nullable().describe('null: there is no earlier audit'),
        trend: z.looseObject({
          avg_seo_score_delta: delta,
          avg_quality_score_delta: delta,
          total_issues_delta: delta,
          by_type_delta: byType,
        }),
        issues: z.looseObject({
          new: z.array(z.unknown()),
          fixed: z.array(z.unknown()),
          persistent: z.array(z.unknown()),
          by_type_delta: byType,
        }),
      },
      scale: `${auditScale}; deltas are the newer one minus the earlier`,
      refuses: { 422: "when the baseline is not the team's" },
    }),
    mark_pages: patch('/content-audits/{id}/pages/bulk', {
      does: 'Mark all pages of an audit that fit a filter as solved or open',
      changes: 'An empty filter marks every page. is_solved false marks them open.',
      asked:
        'bulk resolve done update many, tick off many pages at once as fixed, all low priority issues done, mark every critical page as done in one go, bulk solve',
      retired: { 'filter.project_id': 'use tracking_project_id; here the audit in the address says whose pages' },
      example: { filter: { status: 'open', priority: 'low', max_seo_score: 20 } },
      input: {
        filter: z
          .strictObject({
            ...chosen,
            status: z.enum(['open', 'solved']).optional().describe('What they are marked as now'),
          })
          .describe('Scores run from 0 to 100; status is what they are marked as now; {} marks every page'),
        is_solved: flag,
      },
      output: {
        data: z.looseObject({ affected: count, is_solved: flag }),
        meta: z.looseObject({ applied_filter: z.unknown() }),
      },
      price: free,
      limits: marking,
    }),
    page: get('/content-audit-pages/{id}', {
      idFrom: { id: 'content_audits.pages' },
      does: 'Show one audited page with its issues and recommendations',
      asked: 'details fix, what is wrong with this one page in the audit, issues and recommendations of a page',
      output: one(page),
      scale: pageScale,
    }),
    mark_page: patch('/content-audit-pages/{id}/solved', {
      idFrom: { id: 'content_audits.pages' },
      does: 'Mark an audited page as solved or open',
      changes: 'Embedded platform: without a body it counts as solved; is_solved false undoes it.',
      asked: 'resolve done, I fixed this page, tick it off, done, reopen it, mark one page as solved, issue fixed',
      example: { is_solved: true },
      optionalBody: true,
      input: { is_solved: flag.optional() },
      likely: { is_solved: likely(flag, 'true or false; bulk marking takes it, and the page shows it') },
      price: free,
      output: one(page),
    }),
    refresh_page: post('/content-audit-pages/{id}/refresh', {
      idFrom: { id: 'content_audits.pages' },
      does: 'Crawl and audit one page of a completed audit again',
      changes: "Embedded platform: overwrites the page's scores and issues within its audit.",
      asked: 'recheck, I changed the page, check crawl this one again, re-audit a fixed page, rescan one page',
      output: { page_id: id, status: text },
      scale: pageScale,
      price: fixed(1),
      limits: marking,
      job: {
        doing: 'Auditing the page again',
        watch: 'content_audits.page',
        with: { id: input('id') },
        done: ['processed', 'completed', 'ready'],
        changes: [],
        usually: 20,
      },
      refuses: { 422: 'unless its audit is completed' },
    }),
  }),
);
