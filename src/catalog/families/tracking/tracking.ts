import * as z from 'zod';
import { fieldOf } from '../../../base/json/field-of.ts';
import {
  count,
  country,
  domain,
  flag,
  id,
  integerId,
  number,
  platform,
  promptLanguage,
  text,
  timestamp,
} from '../../vocabulary/fields.ts';
import { list, nothing, one, assumed, maybe } from '../../vocabulary/answer.ts';
import { del, family, fixed, formulaOf, free, get, post, put, rule } from '../../vocabulary/index.ts';
import { answer, input, finishedStates } from '../../vocabulary/job.ts';

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

const project = {
  id,
  status: z.enum(['setup', 'active', 'paused']),
  domain: domain.nullable(),
  ...settings,
  ...maybe({ team_id: integerId, country, language: text, personas: z.array(z.unknown()), created_at: timestamp }),
};

/** A row of the list; docs/platform/tracking.md#tracking-projects shows no field of it. */
const listed = {
  id,
  status: project.status,
  ...z.object({ domain: project.domain, ...settings }).partial().shape,
  ...maybe({ team_id: integerId, country, language: text, personas: z.array(z.unknown()), created_at: timestamp }),
};

/** Figures of one run; docs/platform/tracking.md#tracking-projects names none. */
const kpis = z.looseObject(maybe({ avi_score: number, visibility: number, mentions: count, citations: count }));

const switched = { tracking_project_id: id, status: text };

/** Rules: docs/platform/tracking.md#analysis-status. */
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

const scheduledRuns = 'Each scheduled run draws credits (tracking.cost_preview)';

/** Rules: docs/platform/tracking.md#wizard. */
export const tracking = family(
  'tracking',
  'Projects that watch how AI assistants mention one brand: setup wizard, runs, settings',
  {
    words:
      'ai visibility monitoring brand mentions llm chatgpt perplexity monitoring watching our brand in chatgpt and other chatbots',
  },
  () => ({
    list: get('/tracking-projects', {
      does: "List the team's tracking projects",
      asked:
        'brands tracking_projects, which brands do we watch monitor, all monitored brands, brands monitored in assistants, all visibility projects, which tracking projects are paused active or in setup',
      output: list(listed),
      concise: 'id name brand_name domain status tracking_frequency llm_platforms competitor_domains',
    }),
    analyze: post('/tracking-projects/analyze', {
      does: 'Start the wizard: analyze a domain or a keyword for a new tracking project',
      changes:
        'Creates a tracking project, which runs nothing until tracking.activate. Embedded platform: repeating makes another.',
      asked:
        'create new set up onboarding, start watching a new brand, set up monitoring, wizard for a domain or keyword, begin setup of visibility project, analyze keyword or domain for tracking',
      input: {
        mode: z.enum(['domain', 'keyword']),
        domain: domain.optional().describe('Required in mode domain'),
        keyword: text.optional().describe('Required in mode keyword'),
        name: text.optional(),
        language: promptLanguage.optional().describe('Language the prompts are written in'),
        country: country.optional(),
        own_domains: z.array(domain).optional(),
      },
      beyondPins: ['tracking project'],
      rules: [
        rule('domain', 'is required in mode domain', (args) => args['mode'] !== 'domain' || 'domain' in args),
        rule('keyword', 'is required in mode keyword', (args) => args['mode'] !== 'keyword' || 'keyword' in args),
      ],
      output: { project_id: id },
      price: fixed(5, { statedBy: 'ingest.start' }),
      job: {
        doing: 'Analyzing the brand and its market',
        watch: 'tracking.analysis_status',
        with: { id: answer('project_id') },
        state: 'analysis_status',
        done: ['completed'],
        usually: 60,
        reason: 'analysis_error',
        failsByReason: true,
      },
    }),
    analysis_status: get('/tracking-projects/{id}/analysis-status', {
      does: 'Show how an analysis stands and what it suggests',
      asked:
        'wizard progress suggestions keywords competitors prompts personas, is the wizard analysis done, which competitors keywords prompts did the wizard find suggest, rediscovery progress, suggested prompts personas keywords competitors, wizard state',
      output: analysis,
    }),
    activate: post('/tracking-projects/{id}/activate', {
      does: 'Finish the wizard: store keywords, competitors and prompts, and activate the project',
      changes:
        'tracking.cost_preview tells what runs draw; tracking.pause stops them. Embedded platform: once only, from setup.',
      recurring: scheduledRuns,
      asked:
        'confirm start tracking, finish setup, go live, switch the tracking on with the chosen prompts, confirm wizard, create prompts and competitors and start',
      remedies: { 409: 'tracking.analysis_status' },
      output: assumed({ tracking_project_id: id, status: text, keywords: count, prompts: count, competitors: count }),
      example: {
        id: 4,
        keywords: ['trail running shoes'],
        competitors: [{ domain: 'competitor.example' }],
        prompts: [{ prompt: 'Which trail running shoes last longest?', category: 'product' }],
        platforms: ['chatgpt'],
        frequency: 'weekly',
        personas: [],
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
        personas: z.array(z.unknown()).describe('As tracking.analysis_status suggests; [] for none'),
      },
    }),
    get: get('/tracking-projects/{id}', {
      does: 'Show a tracking project with its current figures',
      asked:
        'kpi details, how is our brand doing, figures kpis of a watched brand, look at one brand, brand status, current kpi of tracking project, details of one visibility project',
      output: one({ ...project, ...maybe({ kpis, last_run_at: timestamp }) }),
      concise:
        'id name brand_name brand_aliases domain own_domains competitor_domains status tracking_frequency llm_platforms',
    }),
    update: put('/tracking-projects/{id}', {
      does: "Change a tracking project's settings",
      changes:
        'own_domains replaces the whole list and reclassifies cited sources at once. Embedded platform: other lists are replaced too; more platforms make runs dearer.',
      recurring: scheduledRuns,
      asked:
        'edit aliases competitors frequency platforms, which platforms assistants and how often to measure weekly daily, only track some, rename the brand, configure monitoring, track another platform as well, include grok or gemini or claude, change schedule, settings of monitoring, turn reality check on, also use perplexity, add or remove an assistant, add a competitor, change the interval',
      input: z.object(settings).partial().shape,
      output: one(project),
    }),
    delete: del('/tracking-projects/{id}', {
      does: "Delete a tracking project of one's own team with all its data; this cannot be undone",
      changes:
        'All its data goes with it; tracking.pause keeps all. Embedded platform: audits attached to it go as well.',
      asked:
        'remove, stop watching a brand for good, erase its history, get rid of the brand monitoring, wipe tracking project, remove brand from monitoring for ever',
      price: free,
      refuses: { 403: 'for a guest: only its own team deletes it' },
      output: nothing,
      status: 204,
    }),
    pause: post('/tracking-projects/{id}/pause', {
      does: 'Pause scheduled runs; all data is kept',
      changes: 'No scheduled run, export or catch-up. Data stays; tracking.resume undoes it.',
      asked:
        'stop halt, stop the monitoring for a while for now, take a break holiday, no more weekly runs, freeze scheduled measurements, suspend brand monitoring, put tracking on hold, skip the tracking while we relaunch, stop paying every week month for tracking, end recurring regular running costs charges, spend nothing on runs for now',
      remedies: { 409: 'tracking.get' },
      output: switched,
      price: free,
      refuses: { 409: 'unless the project is active' },
    }),
    resume: post('/tracking-projects/{id}/resume', {
      does: 'Resume scheduled runs',
      recurring: scheduledRuns,
      asked:
        'continue unpause restart, go on with the monitoring again after the break, weekly runs back on, reactivate brand monitoring, unfreeze scheduled measurements, holidays are over measure again, restart the weekly measurement',
      remedies: { 409: 'tracking.get' },
      output: switched,
      price: free,
      refuses: { 409: 'unless the project is paused' },
    }),
    run: post('/tracking-projects/{id}/run', {
      does: 'Run all prompts on all platforms now',
      changes: "tracking.cost_preview tells credits_per_run. A guest's run is charged to the owner team.",
      asked:
        'execute measure check ask assistants, measure our visibility right now, ask the assistants today, do not wait for the schedule, immediate measurement, execute all prompts, refresh the answers today',
      output: assumed({ run_id: id, tracking_project_id: id, status: text }),
      price: formulaOf(
        {
          operation: 'tracking.cost_preview',
          with: { id: 'id' },
          counts: 'credits_per_run',
          value: (preview) => fieldOf(preview, 'credits_per_run'),
        },
        'credits_per_run of tracking.cost_preview',
        (_, perRun) => perRun,
      ),
      job: {
        doing: 'Running all prompts on all platforms',
        watch: 'tracking.runs',
        with: { id: input('id') },
        find: answer('run_id', 'run.id'),
        done: [...finishedStates, 'partial'],
        // The answer to the start is not shown: without an id, the run is the one that was not listed before.
        changes: [],
        usually: 180,
      },
    }),
    runs: get('/tracking-projects/{id}/runs', {
      does: 'List runs',
      asked:
        'history executions, when were the last measurements taken, earlier past runs, did the last run work, measurement log, dates and states of runs, run history',
      input: { limit: z.int().positive().optional(), offset: count.optional() },
      output: list({
        id,
        status: text,
        started_at: timestamp,
        completed_at: timestamp.nullable(),
        ...maybe({ tracking_project_id: id, platforms: z.array(text), prompts: count, credits: number, kpis }),
      }),
    }),
    cost_preview: get('/tracking-projects/{id}/prompts/cost-preview', {
      does: 'Preview what the prompts cost a run and a month, and whether balance and quota suffice',
      asked:
        'price estimate credits budget prompts, how expensive is the monitoring per month, what will the prompts cost us, running costs of tracking, monthly estimate, will credits last for the tracking, cost warning, quota',
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
      does: 'Sync cited sources with an external tool and refresh their in_portfolio flags',
      asked:
        'match cited sources with the partner portfolio, refresh in portfolio flags, synchronise portfolio flags of sources with outreach tool',
      changes: 'Overwrites the in_portfolio flags.',
      output: assumed({ tracking_project_id: id, synced: count, status: text }),
      shows: 'in_portfolio in cited_sources.list',
    }),
    add_own_domain: post('/tracking-projects/{id}/own-domains', {
      does: "Count a further domain as the brand's own; removes it from the competitors",
      changes:
        'Adds to own_domains, drops it from the competitors, reclassifies cited sources. tracking.update with own_domains takes it back; a dropped competitor needs competitors.replace.',
      asked:
        'own site owned, this website also belongs to us, is ours too, another own domain not a competitor, register second domain, subdomain of ours, subsidiary site, count as ours, part of our group, sister site, subsidiary, that competitor is actually us, wrongly listed as a competitor',
      input: { domain },
      output: { domain, own_domains: z.array(domain) },
      refuses: { 422: 'for an invalid domain' },
    }),
  }),
);
