import type { Row } from '../../../engine/documents.ts';
import { after, planFor, type Running } from '../../../engine/plan.ts';
import { days, seconds } from '../../../engine/platform-time.ts';
import type { World } from '../../../engine/world.ts';
import { costOf } from './cost-of.ts';
import { renewalPlan } from './index-rebuild.ts';
import { trackingProjects, type TrackingProject } from './kinds.ts';
import { dispatchRun, runPlan } from './running.ts';

/** Days between scheduled runs, by frequency. A frequency that is not listed here has no schedule. */
const daysBetweenRuns: Readonly<Record<string, number>> = { daily: 1, weekly: 7, biweekly: 14, monthly: 30 };

/**
 * Starts the automatic work of an active project: its runs, at its frequency, and the daily check whether its
 * index is due. Both are job rows in platform time, so they need no timer, follow `--speed` and survive a restart.
 */
export function startSchedules(world: World, project: Row<TrackingProject>): void {
  const { jobs, now } = world;
  const start = { team: project.team, subject: project.id, at: now() };
  if (!jobs.running(schedulePlan, project.id) && daysBetweenRuns[project.body.tracking_frequency] !== undefined)
    jobs.start({ plan: schedulePlan, ...start });
  if (!jobs.running(renewalPlan, project.id)) jobs.start({ plan: renewalPlan, ...start });
}

/** Counts the time to the next run from now, after the frequency was changed. */
export function restartRunSchedule(world: World, project: Row<TrackingProject>): void {
  world.jobs.stop(schedulePlan, project.id);
  if (project.body.status !== 'setup') startSchedules(world, project);
}

/**
 * Dispatches a run each time the frequency says so; a paused project skips its turn
 * (docs/platform/tracking.md#tracking-projects).
 */
const schedulePlan = planFor('tracking.schedule', trackingProjects, ({ body }) => {
  const interval = daysBetweenRuns[body.tracking_frequency];
  const work = (project: Row<TrackingProject>, { world, at, again }: Running) => {
    if (project.body.status === 'active') runIfAffordable(world, project, at);
    again();
  };
  return interval === undefined ? [] : [after((interval * days) / seconds, work)];
});

/** A run that the balance does not cover is skipped: no caller could receive a 402. */
function runIfAffordable(world: World, project: Row<TrackingProject>, at: number): void {
  const { credits_per_run: credits } = costOf(world, project);
  if (credits === 0 || world.ledger.available(project.team) < credits) return;
  const run = dispatchRun(world, project, at);
  world.ledger.post({ team: project.team, delta: -credits, endpoint: 'Scheduled tracking run', reference: run.id, at });
  world.jobs.start({ plan: runPlan, team: project.team, subject: run.id, at });
}
