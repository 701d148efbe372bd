import { runs, trackingProjects, trackingPrompts, type Run, type TrackingProject } from './kinds.ts';
import type { Row } from '../../../engine/kind.ts';
import { shouldFail, type Plan } from '../../../engine/plan.ts';
import { iso } from '../../../engine/platform-time.ts';
import type { World } from '../../../engine/world.ts';
import { citeSources } from '../cited-sources/cited-source.ts';
import { costOf } from './cost-of.ts';

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
  return world.store.add(runs, { team: row.team, parent: row.id, at, body });
}

export const showRun = ({ id, parent, body }: Row<Run>) => ({ id, tracking_project_id: parent, ...body });

/** Asks all prompts of all platforms, and scores the answers. */
export function running(): Plan<Run> {
  return {
    of: runs,
    steps: () => [
      { after: 10, run: ({ body }) => void (body.status = 'running') },
      {
        after: 170,
        run: ({ id, parent, body }, { world, at }) => {
          const project = world.store.get(trackingProjects, parent ?? 0);
          body.completed_at = iso(at);
          body.status = shouldFail(project?.body.name, project?.body.domain) ? 'failed' : 'completed';
          if (body.status === 'failed') return 'failed';
          if (project) citeSources(world, project, body.platforms);
          const made = world.invent('run', id);
          body.kpis = {
            avi_score: made.whole(35, 80),
            visibility: made.whole(20, 70),
            mentions: made.whole(3, 60),
            citations: made.whole(1, 20),
          };
          return undefined;
        },
      },
    ],
  };
}
