import type { Row } from '../../../engine/kind.ts';
import type { World } from '../../../engine/world.ts';
import { runs, type Run, type TrackingProject } from './kinds.ts';
import { within, type Period } from './period.ts';

/** Completed runs of a project, newest first; those of a period where one is given. */
export const finishedRuns = ({ store }: World, project: Row<TrackingProject>, period?: Period): Row<Run>[] =>
  store
    .all(runs, { parent: project.id })
    .filter(
      ({ body }) => body.status === 'completed' && (!period || within(period, body.completed_at ?? body.started_at)),
    );

/** Document 2, "Platform breakdown row": one a platform, whatever was asked of it. */
export function breakdown(world: World, project: Row<TrackingProject>, period: Period) {
  const finished = finishedRuns(world, project, period);
  return project.body.llm_platforms.map((platform) => {
    const total = finished
      .filter(({ body }) => body.platforms.includes(platform))
      .reduce((sum, { body }) => sum + body.prompts, 0);
    const random = world.invent('breakdown', project.id, platform, finished.length);
    const measured = (low: number, high: number) => (total === 0 ? null : random.whole(low, high));
    // Without search an assistant names no sources.
    const citations_measurable = project.body.llm_with_search && platform !== 'claude';
    return {
      platform,
      total,
      visibility: measured(10, 75),
      avg_position: measured(1, 8),
      sentiment: total === 0 ? null : random.pick(['positive', 'neutral', 'negative']),
      recommendation_rate: measured(5, 60),
      citation_rate: measured(0, 40),
      citations_measurable,
      citations_messbar_seit: platform === 'google_ai_mode' ? '2026-03-01' : null,
      measurement_note: citations_measurable ? null : 'Asked without search: this platform names no sources.',
    };
  });
}
