import type { Call } from '../../engine/handler-call.ts';
import { recordExport } from '../shared/exported.ts';
import { implement } from '../../engine/implement.ts';
import { change, keyedKind, type Row } from '../../engine/documents.ts';
import { pdf } from '../../formats/pdf.ts';
import { after, failed, plan, shouldFail, type Running } from '../../engine/plan.ts';
import { notFound, refuse } from '../../engine/http/refusal.ts';
import { Binary } from '../../engine/http/reply.ts';
import { getOrCreate } from './brand/get-or-create.ts';
import { trackingProjects, type Run, type TrackingProject } from './brand/kinds.ts';
import { answersOfRun } from './answers/answer.ts';
import { dimensions, finishedRuns, scoresOf } from './brand/measurements.ts';
import { trackingProjectOf } from './brand/project-of.ts';
import type { World } from '../../engine/world.ts';

interface Report {
  status: 'none' | 'queued' | 'running' | 'ready' | 'failed';
  secret: string;
}

/** By the id of the tracking project. */
const reports = keyedKind<Report>('reality_check_report');

const reportPlan = plan(
  'reality_check.report',
  trackingProjects,
  after(10, (project, { world }) => void change(reportOf(world, project), { status: 'running' })),
  after(40, report),
);

/** Rules: docs/platform/insights.md#reality-check. */
export const realityCheckFamily = implement('reality_check', {
  operations: {
    avi: (call) => {
      const project = trackingProjectOf(call);
      const run = latestRun(call, project);
      const scores = scoresOf(answersOfRun(call, run), project.body);
      const weakest = dimensions.toSorted((a, b) => scores[a] - scores[b]).slice(0, 2);
      const score = run.body.kpis?.['avi_score'] ?? 0;
      const recommendations = weakest.map((dimension) => ({ dimension, text: advice[dimension] }));
      return { score, tier: tierOf(score), dimensions: scores, recommendations, run_id: run.id };
    },
    dimensions: (call) => {
      const project = trackingProjectOf(call);
      const [run] = finishedRuns(call, project);
      const byPlatform = Map.groupBy(run ? answersOfRun(call, run) : [], ({ platform }) => platform);
      return {
        platforms: Object.fromEntries(
          [...byPlatform].map(([platform, answers]) => [platform, scoresOf(answers, project.body)]),
        ),
      };
    },
    generate_report: (call) => {
      const project = trackingProjectOf(call);
      latestRun(call, project);
      const row = reportOf(call, project);
      if (row.body.status === 'queued' || row.body.status === 'running')
        throw refuse(409, 'The report is being generated.');
      row.body = { status: 'queued', secret: call.invent('reality check', project.id, call.now()).token(24) };
      call.start(reportPlan, project.id);
      return { status: row.body.status, tracking_project_id: project.id };
    },
    report_status: (call) => {
      const { status, secret } = reportOf(call, trackingProjectOf(call)).body;
      if (status === 'none') throw notFound('report');
      const progress = { queued: 0, running: 50, ready: 100, failed: 50 }[status];
      return {
        status,
        progress,
        download_url: status === 'ready' ? call.address(`/downloads/reality-check/${secret}`) : undefined,
      };
    },
  },

  links: {
    '/downloads/reality-check': (world, secret) => {
      const row = world.store.all(reports).find(({ body }) => body.secret === secret && body.status === 'ready');
      const project = row && world.store.get(trackingProjects, row.id);
      return project && new Binary('application/pdf', 'reality-check.pdf', pdf(lines(world, project)));
    },
  },
});

function latestRun(call: Call, project: Row<TrackingProject>): Row<Run> {
  const [run] = finishedRuns(call, project);
  if (!run) throw notFound('run');
  return run;
}

/** The bounds are the sandbox's; the contract names the tiers only. */
const tierOf = (score: number) => (score < 40 ? 'red' : score < 70 ? 'yellow' : 'green');

const advice: Readonly<Record<(typeof dimensions)[number], string>> = {
  presence: 'Publish answers to the questions in which the brand is missing.',
  prominence: 'Say first what the brand is best at.',
  accuracy: 'Correct prices and dates on the own site.',
  sentiment: 'Answer the complaints that are quoted most.',
  recommendation: 'Get compared: reviews decide what is recommended.',
  citation: 'Win a mention on the pages that are cited.',
};

function lines(world: World, project: Row<TrackingProject>): string[] {
  const [run] = finishedRuns(world, project);
  const scores = run ? Object.entries(scoresOf(answersOfRun(world, run), project.body)) : [];
  return [
    `Reality check: ${project.body.brand_name}`,
    '',
    'Invented sample.',
    ...scores.map(([dimension, score]) => `${dimension}: ${score}`),
  ];
}

const reportOf = (world: World, project: Row<TrackingProject>): Row<Report> =>
  getOrCreate(world, reports, project, { status: 'none', secret: '' });

function report(project: Row<TrackingProject>, { world, at }: Running): 'failed' | void {
  const { id, team, body } = project;
  const row = reportOf(world, project);
  if (shouldFail(body.name, body.domain)) return failed(row, { status: 'failed' });
  row.body.status = 'ready';
  const path = `/downloads/reality-check/${row.body.secret}`;
  recordExport(world, { team, at, name: `reality-check-${id}.pdf`, type: 'reality_check', path });
  world.announce({
    type: 'tracking.report.ready',
    team,
    at,
    data: { id, tracking_project_id: id, status: 'ready' },
    resource: ['reality_check.report_status', id],
  });
}
