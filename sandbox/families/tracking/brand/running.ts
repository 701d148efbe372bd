import { runs, trackingProjects, trackingPrompts, type Run, type TrackingProject } from './kinds.ts';
import type { Row } from '../../../engine/kind.ts';
import { after, plan, shouldFail } from '../../../engine/plan.ts';
import { iso } from '../../../engine/platform-time.ts';
import type { World } from '../../../engine/world.ts';
import { citeSources } from '../cited-sources/cited-source.ts';
import { costOf } from './cost-of.ts';
import { recordRepeatedClaims } from '../accuracy/claim.ts';
import { finishedRuns } from './measurements.ts';

/** Puts a run in the queue; its job is the caller's to start. */
export function dispatchRun(world: World, row: Row<TrackingProject>, at: number): Row<Run> {
  const prompts = world.store
    .all(trackingPrompts, { parent: row.id })
    .filter(({ body }) => body.status === 'active').length;
  const { credits_per_run: credits } = costOf(world, row);
  const body: Run = {
    status: 'queued',
    started_at: iso(at),
    completed_at: null,
    platforms: row.body.llm_platforms,
    prompts,
    credits,
    kpis: null,
  };
  return world.add(runs, body, { team: row.team, parent: row.id, at });
}

export const showRun = ({ id, parent, body }: Row<Run>) => ({ id, tracking_project_id: parent, ...body });

/** Asks all prompts of all platforms, and scores the answers. */
export const runPlan = plan(
  'tracking.run',
  runs,
  after(10, 'running'),
  after(170, (row, { world, at }) => {
    const { id, parent, body } = row;
    const project = world.store.get(trackingProjects, parent ?? 0);
    body.completed_at = iso(at);
    body.status = shouldFail(project?.body.name, project?.body.domain) ? 'failed' : 'completed';
    if (body.status === 'completed') {
      if (project) {
        citeSources(world, project, body.platforms);
        recordRepeatedClaims(world, project);
      }
      const random = world.invent('run', id);
      body.kpis = {
        avi_score: random.whole(35, 80),
        visibility: random.whole(20, 70),
        mentions: random.whole(3, 60),
        citations: random.whole(1, 20),
      };
    }
    if (project) announceRun(world, project, row);
    if (body.status === 'failed') return 'failed';
  }),
);

/** Document 1, "Envelope": its fields, and the change as a signed text. Without an index there is none, nor a change. */
function announceRun(world: World, project: Row<TrackingProject>, { id, body }: Row<Run>): void {
  const score = body.kpis?.['avi_score'] ?? null;
  const before = finishedRuns(world, project).find((run) => run.id !== id);
  const previous = before?.body.kpis?.['avi_score'];
  const change = score === null || previous === undefined ? null : score - previous;
  world.announce({
    type: 'tracking.run.completed',
    team: project.team,
    at: world.now(),
    data: {
      tracking_project_id: project.id,
      run_id: id,
      status: body.status,
      platforms: body.platforms,
      avi_score: score,
      delta_vs_previous: change === null ? null : `${change < 0 ? '' : '+'}${change}`,
    },
    resource: ['tracking.runs', project.id],
  });
}
