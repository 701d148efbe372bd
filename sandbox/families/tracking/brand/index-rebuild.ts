import { keyedKind, type Row } from '../../../engine/documents.ts';
import { after, plan, shouldFail, type Running } from '../../../engine/plan.ts';
import { days, iso, seconds } from '../../../engine/platform-time.ts';
import type { World } from '../../../engine/world.ts';
import { checkClaims } from '../accuracy/claim.ts';
import { beginIndexing, brandIndexOf, type RefreshFrequency } from './brand-index.ts';
import { trackingProjects, type TrackingProject } from './kinds.ts';

/** By the id of the team. */
export const refreshDefaults = keyedKind<{ frequency: RefreshFrequency }>('kb_refresh_default');

/** What holds where neither project nor team says otherwise (docs/platform/accuracy.md#refresh). */
export const usualFrequency: RefreshFrequency = 'weekly';

export const rebuildLasts = 90;

export const rebuildPlan = plan('brand_knowledge.rebuild', trackingProjects, after(rebuildLasts, rebuild));

/** Asks once a day whether the site is to be read again. */
export const renewalPlan = plan('brand_knowledge.renewal', trackingProjects, after(days / seconds, renew));

/** Override, then team, then configuration (docs/platform/accuracy.md#refresh). */
export function refreshOf(world: World, project: Row<TrackingProject>) {
  const { override, last_crawled_at } = brandIndexOf(world, project).body;
  const team_default = world.store.get(refreshDefaults, project.team)?.body.frequency ?? null;
  const source =
    override !== null ? ('override' as const) : team_default !== null ? ('team' as const) : ('config' as const);
  return {
    effective_frequency: override ?? team_default ?? usualFrequency,
    override,
    team_default,
    source,
    last_crawled_at,
  };
}

/** Days between two readings of the own site; `off` has none. */
const daysBetweenReadings: Readonly<Partial<Record<RefreshFrequency, number>>> = {
  daily: 1,
  weekly: 7,
  biweekly: 14,
  monthly: 30,
};

/** Reads the site again when the refresh frequency says so. It checks no claims, since that would draw credits nobody asked for. */
function renewIfDue(world: World, project: Row<TrackingProject>): void {
  const { effective_frequency, last_crawled_at } = refreshOf(world, project);
  const interval = daysBetweenReadings[effective_frequency];
  if (interval === undefined || world.jobs.running(rebuildPlan, project.id)) return;
  // The reading itself takes a while, so the age is compared in begun days.
  const age = last_crawled_at === null ? Infinity : Math.ceil((world.now() - Date.parse(last_crawled_at)) / days);
  if (age < interval) return;
  beginIndexing(world, project, rebuildLasts);
  const start = { plan: rebuildPlan, team: project.team, subject: project.id, at: world.now() };
  world.jobs.start(start, { isScheduled: true });
}

function renew(project: Row<TrackingProject>, { world, again }: Running): void {
  if (project.body.status === 'active') renewIfDue(world, project);
  again();
}

export function fillIndex(world: World, project: Row<TrackingProject>): void {
  const row = brandIndexOf(world, project);
  const random = world.invent('index', project.body.domain ?? project.body.name);
  const pages = random.whole(8, 40);
  Object.assign(row.body, {
    pages,
    passages: pages * random.whole(3, 6),
    last_crawled_at: iso(world.now()),
    running_until: world.now(),
  });
}

/** Reads the site, then checks claims: billed like a reverify, and left out where the balance does not reach. */
function rebuild(row: Row<TrackingProject>, job: Running<{ readonly isScheduled: boolean }>): 'failed' | void {
  const { world, team, input, costs } = job;
  if (shouldFail(row.body.name, row.body.domain)) return 'failed';
  fillIndex(world, row);
  if (!input.isScheduled && world.ledger.available(team) >= 5 && checkClaims(world, row) > 0) costs(5);
}
