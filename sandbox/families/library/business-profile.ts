import { implement } from '../../engine/implement.ts';
import { change, kind, type Row } from '../../engine/kind.ts';
import { after, failed, plan, shouldFail, type Running } from '../../engine/plan.ts';
import { invalid, refuse } from '../../engine/http/refusal.ts';
import { getOrCreate } from '../tracking/brand/get-or-create.ts';
import { trackingProjects, type TrackingProject } from '../tracking/brand/kinds.ts';
import { trackingProjectOf } from '../tracking/brand/project-of.ts';
import type { World } from '../../engine/world.ts';

interface Profile {
  geo_scope: string;
  city: string | null;
  service_area_cities: string[];
  location: { city: string | null; country: string | null };
  catchment_area: { radius_km: number };
  audience_lens: { summary: string; likely_queries: string[] };
}

interface Kept {
  profile: Profile | null;
  refresh_status: 'queued' | 'running' | 'completed' | 'failed' | null;
}

const profiles = kind<Kept>('business_profile');
const none = (): Kept => ({ profile: null, refresh_status: null });

const refreshPlan = plan(
  'business_profile.refresh',
  trackingProjects,
  after(5, (project, { world }) => void change(keptOf(world, project), { refresh_status: 'running' })),
  after(35, refresh),
);

/** Document 2, "Wizard and project operations". */
export const businessProfileFamily = implement('business_profile', {
  operations: {
    get: (call) => keptOf(call, trackingProjectOf(call)).body,
    update: (call) => {
      const row = keptOf(call, trackingProjectOf(call));
      const { profile } = row.body;
      if (!profile) throw invalid({ profile: ['There is no business profile yet; refresh it first.'] });
      const { id: _, ...changes } = call.input;
      Object.assign(profile, changes);
      if (call.input.city !== undefined) profile.location.city = call.input.city;
      return row.body;
    },
    refresh: (call) => {
      const project = trackingProjectOf(call);
      const row = keptOf(call, project);
      if (call.jobs.running(refreshPlan, project.id)) throw refuse(409, 'The profile is being refreshed.');
      row.body.refresh_status = 'queued';
      call.start(refreshPlan, project.id);
      return { tracking_project_id: project.id, refresh_status: row.body.refresh_status };
    },
  },

  seed: (world) => {
    const project = world.store.get(trackingProjects, 1);
    if (project) getOrCreate(world, profiles, project, { profile: derived(world, project.body), refresh_status: null });
  },
});

function derived({ invent }: World, { brand_name, country }: TrackingProject): Profile {
  const made = invent('profile', brand_name);
  const city = made.pick(['Flensburg', 'Graz', 'Lyon', 'Bergen']);
  return {
    geo_scope: made.pick(['local', 'regional', 'national']),
    city,
    service_area_cities: [city],
    location: { city, country },
    catchment_area: { radius_km: made.whole(2, 20) * 10 },
    audience_lens: {
      summary: `People near ${city} who compare before they buy`,
      likely_queries: [`${brand_name} ${city}`, `is ${brand_name} any good`],
    },
  };
}

const keptOf = (world: World, project: Row<TrackingProject>): Row<Kept> =>
  getOrCreate(world, profiles, project, none());

function refresh(project: Row<TrackingProject>, { world }: Running): 'failed' | void {
  const row = keptOf(world, project);
  if (shouldFail(project.body.name, project.body.domain)) return failed(row, { refresh_status: 'failed' });
  change(row, { refresh_status: 'completed', profile: derived(world, project.body) });
}
