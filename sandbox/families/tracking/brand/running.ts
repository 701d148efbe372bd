import { runs, trackingProjects, trackingPrompts, type Run, type TrackingProject } from './kinds.ts';
import type { Row } from '../../../engine/documents.ts';
import { after, plan, shouldFail } from '../../../engine/plan.ts';
import { days, iso, seconds } from '../../../engine/platform-time.ts';
import { worldOf, type World } from '../../../engine/world.ts';
import { runAnswers } from '../answers/answer.ts';
import { ask } from '../answers/ask.ts';
import { recordSources } from '../cited-sources/cited-source.ts';
import { costOf } from './cost-of.ts';
import { checkClaims, isArmed, recordClaims } from '../accuracy/claim.ts';
import { finishedRuns, kpisOf } from './measurements.ts';

/** Puts a run in the queue; the caller starts its job. */
export function dispatchRun(world: World, row: Row<TrackingProject>, at: number): Row<Run> {
  const asked = world.store
    .all(trackingPrompts, { parent: row.id })
    .filter(({ body }) => body.status === 'active')
    .map(({ id }) => id);
  const { credits_per_run: credits } = costOf(world, row);
  const body: Run = {
    status: 'queued',
    started_at: iso(at),
    completed_at: null,
    platforms: row.body.llm_platforms,
    prompts: asked.length,
    credits,
    kpis: null,
    asked,
  };
  return world.add(runs, body, { team: row.team, parent: row.id, at });
}

export const showRun = ({ id, parent, body: { asked: _, ...body } }: Row<Run>) => ({
  id,
  tracking_project_id: parent,
  ...body,
});

/** Seconds that a run waits, and that it takes then. */
const [waits, takes] = [10, 170];

/** Asks all prompts of all platforms, keeps the answers, and works out what follows from them. */
export const runPlan = plan(
  'tracking.run',
  runs,
  after(waits, 'running'),
  after(takes, (row, { world }) => {
    const project = world.store.get(trackingProjects, row.parent ?? 0);
    if (!project || shouldFail(project.body.name, project.body.domain)) {
      Object.assign(row.body, { status: 'failed', completed_at: iso(world.now()) });
    } else complete(world, project, row);
    if (project) announceRun(world, project, row);
    if (row.body.status === 'failed') return 'failed';
  }),
);

function complete(world: World, project: Row<TrackingProject>, { id, body }: Row<Run>): void {
  const at = iso(world.now());
  const answers = ask(world, project, { prompts: body.asked, platforms: body.platforms });
  world.add(runAnswers, { at, answers }, { team: project.team, parent: project.id, id });
  recordSources(world, project, answers);
  // Before somebody has confirmed the facts, claims are collected on demand only.
  if (isArmed(world, project) && recordClaims(world, project, answers) > 0) checkClaims(world, project);
  Object.assign(body, { status: 'completed', completed_at: at, kpis: kpisOf(answers, project.body) });
}

/** A run a week that was started on schedule, from `first` weeks ago to `last`. The newest ends now where `last` is 0. */
export function addPastRuns(world: World, project: Row<TrackingProject>, first: number, last = 0): void {
  for (let week = first; week >= last; week--) {
    const end = world.now() - week * 7 * days;
    const then = worldOf({ ...world, now: () => end });
    complete(then, project, dispatchRun(then, project, end - runLasts));
  }
}

/** Milliseconds from the start of a run to its end. */
export const runLasts = (waits + takes) * seconds;

/**
 * docs/platform/events.md#envelope: its fields, and the change as a signed text. Without an index there is none, nor a
 * change.
 */
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
