import { domainIn } from '../shared/bare-domain.ts';
import type { Call } from '../../engine/handler-call.ts';
import { implement, type CallOf } from '../../engine/implement.ts';
import type { Id, Row } from '../../engine/documents.ts';
import { plan } from '../../engine/plan.ts';
import { iso } from '../../engine/platform-time.ts';
import { refuse } from '../../engine/http/refusal.ts';
import { RawResponse, slices } from '../../engine/http/reply.ts';
import { activate, type Choice } from './brand/activate.ts';
import { analysisOf, analysisSteps, type AnalysisInput } from './brand/analyzing.ts';
import { syncPortfolio } from './cited-sources/cited-source.ts';
import { forgetCompetitor, rememberCompetitors } from './brand/competitor.ts';
import { costOf } from './brand/cost-of.ts';
import { trackingProjectOf as projectOf } from './brand/project-of.ts';
import { removeProject } from './brand/remove-project.ts';
import { addPastRuns, dispatchRun, runPlan, showRun } from './brand/running.ts';
import { sceneOf } from './answers/scene.ts';
import { restartRunSchedule, startSchedules } from './brand/schedule.ts';
import {
  runs,
  trackingKeywords,
  trackingProjects,
  trackingPrompts,
  trackingSettings,
  type TrackingProject,
} from './brand/kinds.ts';

const show = ({ id, team, createdAt, body: { analysis: _, ...settings } }: Row<TrackingProject>) => ({
  id,
  team_id: team,
  ...settings,
  created_at: iso(createdAt),
});

const analysisPlan = plan<TrackingProject, number, AnalysisInput>(
  'tracking.analyze',
  trackingProjects,
  ...analysisSteps,
);

/** Rules: docs/platform/tracking.md#wizard. */
export const trackingFamily = implement('tracking', {
  resources: { 'tracking-projects': trackingProjects, 'ai-visibility': trackingProjects },
  operations: {
    list: ({ store, caller }) => store.all(trackingProjects, { team: caller.team }).map(show),
    analyze: (call) => {
      const { input } = call;
      const domain = input.domain !== undefined ? domainIn(input.domain, 'domain') : null;
      const name = input.name ?? domain ?? input.keyword ?? '';
      const { id } = call.add(trackingProjects, {
        ...trackingSettings(name),
        domain,
        country: input.country?.toUpperCase() ?? null,
        language: input.language ?? null,
        own_domains: ownDomains(input.own_domains ?? [], domain),
        analysis: { analysis_status: 'running', analysis_phase: 'queued' },
      });
      call.start(analysisPlan, id, { subject: [domain, input.keyword] });
      return { project_id: id };
    },
    analysis_status: (call) => analysisOf(projectOf(call).body),
    activate: (call) => {
      const row = projectOf(call);
      if (row.body.status !== 'setup' || row.body.analysis.analysis_status !== 'completed') {
        throw refuse(409, 'Only an analyzed project in setup can be activated.');
      }
      return activate(call, row, choiceIn(call));
    },
    get: (call) => {
      const row = projectOf(call);
      const last = call.store.all(runs, { parent: row.id }).find(({ body }) => body.status === 'completed');
      return { ...show(row), kpis: last?.body.kpis ?? null, last_run_at: last?.body.completed_at ?? null };
    },
    update: (call) => {
      const row = projectOf(call);
      rememberCompetitors(call, row, 'wizard');
      const { id: _, ...changes } = call.input;
      Object.assign(row.body, changes);
      if (call.input.own_domains !== undefined)
        row.body.own_domains = ownDomains(call.input.own_domains, row.body.domain);
      if (call.input.competitor_domains !== undefined)
        row.body.competitor_domains = [...new Set(call.input.competitor_domains.map((one) => domainIn(one, 'domain')))];
      rememberCompetitors(call, row, 'api');
      if (call.input.tracking_frequency !== undefined) restartRunSchedule(call, row);
      return show(row);
    },
    delete: (call) => {
      const row = projectOf(call);
      if (row.team !== call.caller.team) throw refuse(403, 'Only its own team deletes a tracking project.');
      removeProject(call, row);
      return undefined;
    },
    pause: (call) => setStatus(call, 'active', 'paused'),
    resume: (call) => {
      const switched = setStatus(call, 'paused', 'active');
      startSchedules(call, projectOf(call));
      return switched;
    },
    run: (call) => {
      const row = projectOf(call);
      if (row.body.status === 'setup') throw refuse(409, 'The project is not activated.');
      const run = dispatchRun(call, row, call.now());
      call.start(runPlan, run.id);
      return { run_id: run.id, tracking_project_id: row.id, status: run.body.status };
    },
    runs: (call) => {
      const { total, slice } = slices(call.store.all(runs, { parent: projectOf(call).id }), showRun);
      const [limit, offset] = [call.input.limit ?? 25, call.input.offset ?? 0];
      return new RawResponse(200, { data: slice(offset, limit), meta: { total, limit, offset } });
    },
    cost_preview: (call) => costOf(call, projectOf(call)),
    sync_sources: (call) => {
      const row = projectOf(call);
      return { tracking_project_id: row.id, synced: syncPortfolio(call, row), status: 'completed' };
    },
    add_own_domain: (call) => {
      const row = projectOf(call);
      const domain = domainIn(call.input.domain, 'domain');
      row.body.own_domains = ownDomains([...row.body.own_domains, domain], row.body.domain);
      row.body.competitor_domains = row.body.competitor_domains.filter((one) => one !== domain);
      forgetCompetitor(call, row, domain);
      return { domain, own_domains: row.body.own_domains };
    },
  },

  seed: (world) => {
    const { add } = world;
    const body = {
      ...trackingSettings('Fjordkiste'),
      domain: 'fjordkiste.example',
      country: 'DE',
      language: 'de',
      competitor_domains: ['kistenwerk.example', 'zeltundco.example'],
    };
    const row = add(
      trackingProjects,
      { ...body, status: 'active', analysis: { analysis_status: 'completed' } },
      { team: 1 },
    );
    const place = { team: 1, parent: row.id };
    for (const keyword of ['camping box', 'camping stove']) add(trackingKeywords, { keyword }, place);
    for (const prompt_text of [
      'Which camping box lasts longest?',
      'What is a good stove for two?',
      'Who makes camping boxes in Germany?',
    ])
      add(trackingPrompts, { prompt_text, prompt_category: 'product', status: 'active' }, place);
    // A brand that slowly becomes better known.
    sceneOf(world, row, { level: 48, gain: 0.4 });
    addPastRuns(world, row, 7);
    startSchedules(world, row);
    add(trackingProjects, { ...trackingSettings('Zur Linde'), domain: 'gasthof-linde.example' }, { team: 2 });
  },
});

/** docs/platform/tracking.md#own-domains: normalized, and never the main domain. */
const ownDomains = (domains: readonly string[], main: string | null): string[] =>
  [...new Set(domains.map((one) => domainIn(one, 'domain')))].filter((one) => one !== main);

function setStatus(call: Call<{ readonly id: Id }>, from: TrackingProject['status'], to: TrackingProject['status']) {
  const row = projectOf(call);
  if (row.body.status !== from) throw refuse(409, `The project is not ${from}.`);
  row.body.status = to;
  return { tracking_project_id: row.id, status: to };
}

function choiceIn({ input }: CallOf<'tracking.activate'>): Choice {
  return {
    source: 'wizard',
    keywords: input.keywords,
    competitors: input.competitors.map(({ domain }) => domainIn(domain, 'domain')),
    prompts: input.prompts.map(({ prompt, category }) => ({ prompt, category })),
    platforms: input.platforms,
    frequency: input.frequency,
    with_search: input.with_search,
    without_search: input.without_search,
    track_aio: input.track_aio === true,
    reality_check_enabled: input.reality_check_enabled === true,
    personas: input.personas ?? [],
  };
}
