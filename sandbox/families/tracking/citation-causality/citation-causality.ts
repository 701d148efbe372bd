import { existing, type Call } from '../../../engine/handler-call.ts';
import { auditPlan, bulkAudits } from './bulk-audit.ts';
import { experimentPlan, experiments, findingsOf, showExperiment, type Experiment } from './experiment.ts';
import { auditPage, byAssistant, leversOf, patternsOf, trendOf } from './findings.ts';
import { recipeOf } from './recipe.ts';
import { implement } from '../../../engine/implement.ts';
import type { Id, Row } from '../../../engine/documents.ts';
import { opaqueId } from '../../shared/opaque-id.ts';
import { minutes, seconds } from '../../../engine/platform-time.ts';
import { notFound, refuse } from '../../../engine/http/refusal.ts';
import { slices } from '../../../engine/http/reply.ts';
import { trackingProjects, type TrackingProject } from '../brand/kinds.ts';
import { projectOfOwnTeam } from '../brand/project-of.ts';

const projectOf = (call: Call<{ readonly project: Id } | { readonly projectId: Id }>): Row<TrackingProject> =>
  projectOfOwnTeam(call, 'projectId' in call.input ? call.input.projectId : call.input.project);

/** Rules: docs/platform/insights.md#citation-causality. */
export const citationCausalityFamily = implement('citation_causality', {
  operations: {
    patterns: (call) => patternsOf(call.invent, projectOf(call).id),
    recommendations: (call) =>
      leversOf(call.invent, projectOf(call).id, [])
        .top.slice(0, 4)
        .map(({ interpretation, value_label }, n) => ({
          priority: `P${n + 1}`,
          title: interpretation.headline,
          description: interpretation.action,
          evidence: [1, 2, 3].map((place) => ({ url: `https://cited-${place}.example/${n + 1}`, shows: value_label })),
        })),
    audit_page: (call) => auditPage(call.invent, projectOf(call).id, call.input.url),
    audit_pages: (call) => ({
      audit_id: beginAudit(call, projectOf(call), call.input.urls),
      status: 'pending',
    }),
    audit_results: (call) => {
      const { id } = projectOf(call);
      const row = call.own(bulkAudits, call.input.auditId);
      if (row.parent !== id) throw notFound('citation audit');
      const { status, results, urls } = row.body;
      return { audit_id: row.id, status, total: urls.length, results };
    },
    audit_project: (call) => {
      const project = projectOf(call);
      const host = project.body.domain ?? 'example.com';
      const urls = Array.from({ length: call.input.limit }, (_, n) => `https://${host}/page-${n + 1}`);
      return {
        job: beginAudit(call, project, urls),
        project_id: project.id,
        team_id: project.team,
        estimated_cost_credits: 5,
      };
    },
    recipe: (call) => recipeOf(call, projectOf(call)),
    levers: (call) => leversOf(call.invent, projectOf(call).id, (call.input.include ?? '').split(',')),
    lever: (call) => {
      const { id } = projectOf(call);
      const [key, value] = [call.input.key, call.input.value];
      const { top, anti } = leversOf(call.invent, id, []);
      const details = [...top, ...anti].find((lever) => lever.key === key && lever.value === value);
      if (!details) throw notFound('lever');
      return { details, trend: trendOf(call.invent, id, key, value), by_llm: byAssistant(call.invent, id, key, value) };
    },
    cross_project: ({ store, caller, invent }) =>
      store
        .all(trackingProjects, { team: caller.team })
        .flatMap(({ id }) => patternsOf(invent, id).map((pattern) => ({ project_id: id, ...pattern }))),
    global: (call) => patternsOf(call.invent, 0),
    sandbox_runs: (call) => slices(call.store.all(experiments), showExperiment),
    start_sandbox_run: (call) => {
      const setting = call.input;
      const { limit } = setting.citation_filter;
      const body: Experiment = {
        name: call.input.name,
        setting,
        status: 'started',
        total_citations_target: limit,
        completed_at: null,
      };
      const { id } = call.add(experiments, body);
      call.start(experimentPlan, id, {
        lasts: call.invent('experiment', id).whole(5 * minutes, 15 * minutes) / seconds,
      });
      return { run_id: id };
    },
    sandbox_run: (call) => {
      const row = experimentOf(call);
      return { ...showExperiment(row), ...row.body.setting, ...findingsOf(call, row) };
    },
    promote_sandbox_run: () => {
      throw refuse(501, 'Promoting an experiment is not built yet.');
    },
  },
});

function beginAudit(call: Call, project: Row<TrackingProject>, urls: readonly string[]): string {
  const { id } = call.add(
    bulkAudits,
    { urls, status: 'pending', results: [] },
    { parent: project.id, id: opaqueId(call, 'cau') },
  );
  call.start(auditPlan, id);
  return id;
}

/** Experiments belong to the platform, not to a team. */
const experimentOf = (call: Call<{ readonly runId: Id }>): Row<Experiment> =>
  existing(call, experiments, call.input.runId, 'run');
