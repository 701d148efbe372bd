import * as z from 'zod';
import { count, flag, id, integerId, key, number, text, timestamp, url } from '../../vocabulary/fields.ts';
import { list, paged, maybe } from '../../vocabulary/answer.ts';
import { family, fixed, free, get, post, type Audience } from '../../vocabulary/index.ts';
import { answer, input, type DeclaredJob } from '../../vocabulary/job.ts';

/** docs/platform/errors.md#statuses: these answer 401, where other admin rows answer 403. */
const admin: Partial<Audience> = { who: 'admin', otherwise: 401 };

const inProject = { projectId: id.describe('A tracking project') };
const project = { project: id.describe('A tracking project') };

/** The bulk endpoint tells how both sorts of audit stand. */
const auditing = {
  watch: 'citation_causality.audit_results',
  done: ['completed'],
  usually: 120,
} as const satisfies Omit<DeclaredJob, 'with' | 'doing'>;

const experiment = <T extends z.ZodType>(citation_filter: T) => ({
  catalog_id: key,
  ollama_model_primary: text,
  ollama_model_fallback: text,
  prompt_template_version: z.union([text, number]),
  citation_filter,
  serp_counterfactual_enabled: flag,
  dataforseo_domain_analytics_enabled: flag,
});

const run = {
  id: key,
  name: text,
  status: text,
  total_citations_target: count.nullable(),
  started_at: timestamp.nullable(),
  completed_at: timestamp.nullable(),
  estimated_cost_cents: count.nullable(),
};

const pattern = maybe({
  dimension: text,
  value: text,
  value_label: text,
  lift_score: number.describe('above 1: over-represented in cited pages'),
  p_value: number,
  samples: count,
});

const lever = {
  key_label: text,
  value_label: text,
  interpretation: z.looseObject({ headline: text, explanation: text, action: text }),
  ...maybe({ key: text, value: text, lift_score: number, p_value: number, samples: count }),
};

/** docs/platform/insights.md#citation-causality: free unless noted. */
export const citationCausality = family(
  'citation_causality',
  'Why AI assistants cite some pages and not others: patterns, levers, page audits against them',
  {
    price: free,
    projects: 'tracking project',
    words: 'citations lift factors drivers causal reasons cited sources why some pages get cited and others not',
  },
  () => ({
    patterns: get('/citation-causality/project/{projectId}/patterns', {
      does: "List what sets a tracking project's cited pages apart, with lift and p-value",
      asked: 'what do the cited pages have in common, statistics significance, significant traits of cited pages',
      input: inProject,
      output: list(pattern),
    }),
    recommendations: get('/citation-causality/project/{projectId}/recommendations', {
      does: 'List what to change first (P1 to P4), with the best evidence',
      asked: 'what should we change first on our pages to get cited, priorities, prioritised advice to be cited more',
      input: inProject,
      output: list(
        maybe({
          priority: text,
          title: text,
          description: text,
          evidence: z.array(z.looseObject(maybe({ url: text, shows: text }))),
        }),
      ),
    }),
    audit_page: get('/citation-causality/project/{projectId}/audit', {
      does: 'Check one page against the patterns: gaps and the uplift to expect',
      changes: 'Each call is charged.',
      asked:
        'compliance url score single, does this one page have what cited pages have, what is missing, single page versus citation patterns, expected uplift',
      input: { ...inProject, url },
      output: {
        estimated_uplift: z.unknown(),
        ...maybe({ url: text, compliance_score: number, gaps: z.array(z.unknown()) }),
      },
      price: fixed(1),
    }),
    audit_pages: post('/citation-causality/project/{projectId}/audit/bulk', {
      does: 'Check up to 200 pages against the patterns, about 30 s each',
      changes: 'Embedded platform: stores an audit each time, for pages audited before too.',
      asked: 'bulk compliance urls many, check a list of urls for what gets cited, url list versus citation patterns',
      input: { ...inProject, urls: z.array(url).min(1).max(200) },
      output: { audit_id: key },
      price: fixed(10),
      job: {
        doing: 'Checking the pages against the patterns',
        ...auditing,
        with: { projectId: input('projectId'), auditId: answer('audit_id') },
      },
    }),
    audit_results: get('/citation-causality/project/{projectId}/audit/bulk/{auditId}', {
      does: 'Show how a bulk check stands and what it found',
      asked: 'progress status gaps, is the list check done, which pages lack what, poll bulk compliance audit',
      input: { ...inProject, auditId: key },
      output: {
        status: z.enum(['pending', 'processing', 'completed', 'failed']),
        results: z.array(z.unknown()),
        ...maybe({ audit_id: key, total: count }),
      },
    }),
    audit_project: post('/citation-causality/projects/{project}/audit', {
      does: 'Check up to 50 pages of a tracking project against the patterns',
      changes: 'Embedded platform: stores an audit each time, for pages audited before too.',
      asked: 'start, check the pages of the whole project for what gets cited, audit project pages for compliance',
      input: { ...project, limit: z.int().min(1).max(50).default(10).describe('How many pages') },
      output: { job: z.unknown(), project_id: id, team_id: integerId, estimated_cost_credits: number },
      price: fixed(5),
      job: {
        doing: "Checking the project's pages against the patterns",
        ...auditing,
        with: { projectId: input('project'), auditId: answer('audit_id', 'job.id', 'job') },
      },
    }),
    recipe: get('/citation-causality/projects/{project}/recipe', {
      does: 'Show the content recipe: briefing, title suggestions, points, call to action',
      asked:
        'brief template how to write cited content, how should I write a text so that it gets cited, instructions for the writer, writing blueprint from top levers',
      input: project,
      output: {
        available: flag.optional().describe('false: a leading lever has fewer than 5 cited samples'),
        reason: text.optional(),
        ...maybe({
          briefing: text,
          titles: z.array(text).describe('3 to 5 suggestions'),
          bullets: z.array(text),
          cta: text.describe('Call to action'),
          confidence: number,
          generated_at: timestamp,
        }),
      },
    }),
    levers: get('/citation-causality/projects/{project}/levers', {
      does: 'List the levers in the top, unique and anti buckets, each with what it means',
      asked:
        'factors influence what works hurts, what helps and what hurts being cited, which factors matter most, citation drivers, positive and negative factors, what makes assistants pick a page',
      input: {
        ...project,
        include: z
          .string()
          .regex(/^(trend|by_llm)(,(trend|by_llm))*$/)
          .optional()
          .describe('trend, by_llm, or both with a comma'),
      },
      output: {
        top: z.array(z.looseObject(lever)),
        unique: z.array(z.looseObject(lever)),
        anti: z.array(z.looseObject(lever)),
      },
    }),
    lever: get('/citation-causality/projects/{project}/levers/{key}/{value}/drill-down', {
      idFrom: { key: 'citation_causality.levers', value: 'citation_causality.levers' },
      does: 'Show one lever in detail: evidence, trend, by assistant',
      asked: 'drill down details llm, tell me more about one factor, proof and trend, one driver in depth',
      output: {
        details: z.looseObject(maybe(lever)),
        trend: z.array(z.looseObject(maybe({ weeks_ago: number, lift_score: number }))),
        by_llm: z.array(z.looseObject(maybe({ platform: text, lift_score: number }))),
      },
      example: { key: 'answer_position', value: 'first_paragraph' },
      // A key of another form is answered as a lever that is not there.
      input: {
        ...project,
        key: text.describe('As citation_causality.levers names it: [a-z][a-z0-9_]*, at most 64'),
        value: text,
      },
      refuses: { 404: 'for a key that no lever can have' },
    }),
    cross_project: get('/citation-causality/account/cross-project', {
      does: "List patterns over all of the team's projects",
      asked: 'account wide compare, what works across all our projects brands, patterns for all our brands together',
      output: list(maybe({ project_id: id, ...pattern })),
    }),
    global: get('/citation-causality/admin/global', {
      does: 'List patterns over the whole platform',
      asked: 'all teams, what works across all customers of the platform, platform-wide patterns',
      output: list(pattern),
      audience: admin,
    }),
    sandbox_runs: get('/citation-causality/admin/sandbox/runs', {
      does: 'List experiments with models and prompts',
      asked: 'history tests, earlier experiments simulations, experiments of admins',
      output: paged(run, 25),
      audience: admin,
    }),
    start_sandbox_run: post('/citation-causality/admin/sandbox/runs', {
      does: 'Start an experiment over stored citations, 5 to 15 minutes',
      asked: 'new test simulate counterfactual, try simulate an experiment with other models, launch experiment',
      input: {
        name: text,
        ...experiment(z.strictObject({ project_ids: z.array(id), limit: z.int().positive() })),
      },
      output: { run_id: key },
      job: {
        doing: 'Running the experiment',
        watch: 'citation_causality.sandbox_run',
        with: { runId: answer('run_id') },
        done: ['completed'],
        usually: 600,
      },
      audience: admin,
    }),
    sandbox_run: get('/citation-causality/admin/sandbox/runs/{runId}', {
      does: 'Show an experiment: citations, counterfactuals, patterns',
      asked: 'result status test, what came out of one experiment, experiment results',
      input: { runId: key },
      output: {
        ...run,
        ...maybe(experiment(z.looseObject({ project_ids: z.array(id), limit: count }))),
        citations: z.array(z.unknown()),
        counterfactuals: z.array(z.unknown()),
        patterns: z.array(z.unknown()),
      },
      audience: admin,
    }),
    promote_sandbox_run: post('/citation-causality/admin/sandbox/runs/{runId}/promote', {
      does: 'Promote an experiment; always answered 501',
      asked: 'apply publish test, put the experiment into production live, make experiment live',
      input: { runId: key },
      audience: admin,
      refuses: { 501: 'always' },
    }),
  }),
);
