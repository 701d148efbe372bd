import * as z from 'zod';
import { count, country, domain, flag, id, number, platform, promptLanguage, text, timestamp } from '../../fields.ts';
import {
  answer,
  del,
  family,
  fixed,
  formula,
  free,
  get,
  input,
  list,
  nothing,
  one,
  post,
  put,
  rule,
  type Fact,
  assumed,
} from '../../operation.ts';

const settings = {
  name: text,
  brand_name: text,
  brand_aliases: z.array(text),
  competitor_domains: z.array(domain),
  own_domains: z.array(domain).describe('Replaces the whole list; never holds the main domain'),
  tracking_frequency: text,
  llm_platforms: z.array(platform),
  llm_with_search: flag,
  llm_without_search: flag,
  track_aio: flag,
  reality_check_enabled: flag,
};

const project = { id, status: z.enum(['setup', 'active', 'paused']), domain: domain.nullable(), ...settings };

const switched = { tracking_project_id: id, status: text };

/** Document 2, "Analysis status object". */
const analysis = {
  analysis_status: text,
  analysis_phase: text.nullable(),
  analysis_error: text.nullable(),
  suggested_keywords: z.array(z.unknown()).nullable(),
  suggested_competitors: z.array(z.unknown()).nullable(),
  competitor_discovery: z
    .enum(['ok', 'empty', 'failed'])
    .nullable()
    .describe('empty: searched and found nothing; failed: could not search'),
  competitor_rediscovery_status: z.enum(['queued', 'running', 'completed', 'failed']).nullable(),
  competitor_rediscovery_error: text.nullable(),
  suggested_prompts: z.array(z.unknown()).nullable(),
  suggested_personas: z.array(z.unknown()).nullable(),
  classification: z.unknown(),
};

const costPreview: Fact = { operation: 'tracking.cost_preview', with: { id: 'id' } };

/** Document 2, "Wizard and project operations". */
export const tracking = family(
  'tracking',
  'Projects that watch how AI assistants mention one brand: setup wizard, runs, settings',
  { words: 'ai visibility monitoring brand mentions llm chatgpt perplexity' },
  () => ({
    list: get('/tracking-projects', { does: "List the team's tracking projects", output: list(project) }),
    analyze: post('/tracking-projects/analyze', {
      does: 'Start the wizard: analyze a domain or a keyword for a new tracking project',
      changes:
        'Creates a tracking project in setup, which costs nothing further until tracking.activate. Repeating makes another.',
      words: 'create new set up onboarding',
      input: {
        mode: z.enum(['domain', 'keyword']),
        domain: domain.optional().describe('Required in mode domain'),
        keyword: text.optional().describe('Required in mode keyword'),
        name: text.optional(),
        language: promptLanguage.optional().describe('Language the prompts are written in'),
        country: country.optional(),
        own_domains: z.array(domain).optional(),
      },
      rules: [
        rule('domain', 'is required in mode domain', (given) => given['mode'] !== 'domain' || 'domain' in given),
        rule('keyword', 'is required in mode keyword', (given) => given['mode'] !== 'keyword' || 'keyword' in given),
      ],
      output: { project_id: id },
      // The row lists no cost; the ingest row states 5 for the same step. The higher one counts.
      price: fixed(5),
      job: {
        doing: 'Analyzing the brand and its market',
        watch: 'tracking.analysis_status',
        with: { id: answer('project_id') },
        state: 'analysis_status',
        done: ['completed'],
        failed: ['failed'],
        usually: 60,
        reason: 'analysis_error',
      },
    }),
    analysis_status: get('/tracking-projects/{id}/analysis-status', {
      does: 'Show how an analysis stands and what it suggests',
      words: 'wizard progress suggestions keywords competitors prompts personas',
      output: analysis,
    }),
    activate: post('/tracking-projects/{id}/activate', {
      does: 'Finish the wizard: store keywords, competitors and prompts, and activate the project',
      changes:
        'Once only, from setup. From then on each scheduled run draws credits: tracking.cost_preview tells how many. tracking.pause stops it.',
      words: 'confirm start tracking',
      remedies: { 409: 'tracking.analysis_status' },
      output: assumed({ tracking_project_id: id, status: text, keywords: count, prompts: count, competitors: count }),
      example: {
        id: 4,
        keywords: ['trail running shoes'],
        competitors: [{ domain: 'competitor.example' }],
        prompts: [{ prompt: 'Which trail running shoes last longest?', category: 'product' }],
        platforms: ['chatgpt'],
        frequency: 'weekly',
      },
      input: {
        keywords: z.array(text),
        competitors: z.array(z.looseObject({ domain })),
        prompts: z.array(z.looseObject({ prompt: text, category: text })),
        platforms: z.array(platform),
        frequency: text,
        with_search: flag.optional(),
        without_search: flag.optional(),
        track_aio: flag.optional(),
        reality_check_enabled: flag.optional(),
        personas: z.array(z.unknown()).optional(),
      },
    }),
    get: get('/tracking-projects/{id}', {
      does: 'Show a tracking project with its current figures',
      words: 'kpi details',
      output: one(project),
    }),
    update: put('/tracking-projects/{id}', {
      does: "Change a tracking project's settings",
      changes:
        'Lists replace what was there (own_domains, competitor_domains, brand_aliases, llm_platforms). own_domains reclassifies cited sources at once; more platforms or a higher frequency make runs dearer.',
      words: 'edit aliases competitors frequency platforms',
      input: z.object(settings).partial().shape,
      output: one(project),
    }),
    delete: del('/tracking-projects/{id}', {
      does: "Delete a tracking project of one's own team with all its data; this cannot be undone",
      changes:
        'Removes prompts, keywords, competitors, runs, scores, sources, claims and audits attached to it. tracking.pause keeps all.',
      words: 'remove',
      price: free,
      refuses: { 403: 'for a guest: only its own team deletes it' },
      output: nothing,
      status: 204,
    }),
    pause: post('/tracking-projects/{id}/pause', {
      does: 'Pause scheduled runs; all data is kept',
      changes: 'No scheduled run, export or catch-up; nothing is drawn. Data stays; tracking.resume undoes it.',
      words: 'stop halt',
      remedies: { 409: 'tracking.get' },
      output: switched,
      price: free,
      refuses: { 409: 'unless the project is active' },
    }),
    resume: post('/tracking-projects/{id}/resume', {
      does: 'Resume scheduled runs',
      changes: 'Scheduled runs draw credits again.',
      words: 'continue unpause restart',
      remedies: { 409: 'tracking.get' },
      output: switched,
      price: free,
      refuses: { 409: 'unless the project is paused' },
    }),
    run: post('/tracking-projects/{id}/run', {
      does: 'Run all prompts on all platforms now',
      changes:
        "Draws credits for each active prompt and platform: tracking.cost_preview tells credits_per_run. A guest's run is charged to the owner team.",
      words: 'execute measure check ask assistants',
      output: assumed({ run_id: id, tracking_project_id: id, status: text }),
      price: formula('credits_per_run of tracking.cost_preview', (_, { preview }) => perRun(preview), {
        facts: { preview: costPreview },
      }),
      job: {
        doing: 'Running all prompts on all platforms',
        watch: 'tracking.runs',
        with: { id: input('id') },
        find: answer('run_id', 'run.id'),
        state: 'status',
        done: ['completed', 'finished', 'partial'],
        failed: ['failed'],
        // The answer to the start is not shown: without an id, the run is the one that was not listed before.
        changes: [],
        usually: 180,
      },
    }),
    runs: get('/tracking-projects/{id}/runs', {
      does: 'List runs, newest first',
      words: 'history executions',
      input: { limit: z.int().positive().optional(), offset: count.optional() },
      output: list({ id, status: text, started_at: timestamp, completed_at: timestamp.nullable() }),
    }),
    cost_preview: get('/tracking-projects/{id}/prompts/cost-preview', {
      does: 'Preview what the prompts cost a run and a month, and whether balance and quota suffice',
      words: 'price estimate credits budget prompts',
      output: {
        monthly_credits: number.describe('Upper estimate'),
        credits_per_run: number,
        credit_breakdown: z.unknown(),
        cost_warning: z
          .looseObject({ balance: number, quota: number, estimate: number, exceeds_balance: flag, exceeds_quota: flag })
          .describe('Warns and never blocks; quota 0 means none'),
        rank_tracker_monthly_credits: number,
      },
    }),
    sync_sources: post('/tracking-projects/{id}/sync-sources', {
      does: 'Sync cited sources with the outreach portfolio and refresh their in_portfolio flags',
      changes: 'Overwrites the in_portfolio flags.',
      output: assumed({ tracking_project_id: id, synced: count, status: text }),
      shows: 'in_portfolio of the cited sources',
    }),
    add_own_domain: post('/tracking-projects/{id}/own-domains', {
      does: "Count a further domain as the brand's own; removes it from the competitors",
      changes:
        'Adds to own_domains, drops it from the competitors, and reclassifies all cited sources. tracking.update with own_domains takes it back.',
      words: 'own site owned',
      input: { domain },
      output: { domain, own_domains: z.array(domain) },
      refuses: { 422: 'for an invalid domain' },
    }),
  }),
);

const perRun = (preview: unknown): number | null => {
  const credits = typeof preview === 'object' && preview !== null ? Reflect.get(preview, 'credits_per_run') : undefined;
  return typeof credits === 'number' && credits >= 0 ? Math.ceil(credits) : null;
};
