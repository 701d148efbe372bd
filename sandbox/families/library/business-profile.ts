import { implement } from '../../engine/implement.ts';
import { numbered, change, keyedKind, type Row } from '../../engine/documents.ts';
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

interface StoredProfile {
  profile: Profile | null;
  refresh_status: 'queued' | 'running' | 'completed' | 'failed' | null;
}

const profiles = keyedKind<StoredProfile>('business_profile');
const none = (): StoredProfile => ({ profile: null, refresh_status: null });

const refreshPlan = plan(
  'business_profile.refresh',
  trackingProjects,
  after(5, (project, { world }) => void change(profileOf(world, project), { refresh_status: 'running' })),
  after(35, refresh),
);

/** Rules: docs/platform/library.md#business-profile. */
export const businessProfileFamily = implement('business_profile', {
  operations: {
    get: (call) => profileOf(call, trackingProjectOf(call)).body,
    update: (call) => {
      const row = profileOf(call, trackingProjectOf(call));
      const { profile } = row.body;
      if (!profile) throw invalid({ profile: ['There is no business profile yet; refresh it first.'] });
      const { id: _, ...changes } = call.input;
      Object.assign(profile, changes);
      if (call.input.city !== undefined) profile.location.city = call.input.city;
      return row.body;
    },
    refresh: (call) => {
      const project = trackingProjectOf(call);
      const row = profileOf(call, project);
      if (call.jobs.running(refreshPlan, project.id)) throw refuse(409, 'The profile is being refreshed.');
      row.body.refresh_status = 'queued';
      call.start(refreshPlan, project.id);
      return { tracking_project_id: project.id, refresh_status: row.body.refresh_status };
    },
  },

  seed: (world) => {
    const project = world.store.get(trackingProjects, numbered('tracking_project', 1));
    if (project)
      getOrCreate(world, profiles, project, { profile: inventProfile(world, project.body), refresh_status: null });
  },
});

function inventProfile({ invent }: World, { brand_name, country }: TrackingProject): Profile {
  const random = invent('profile', brand_name);
  const city = random.pick(['Flensburg', 'Graz', 'Lyon', 'Bergen']);
  return {
    geo_scope: random.pick(['local', 'regional', 'national']),
    city,
    service_area_cities: [city],
    location: { city, country },
    catchment_area: { radius_km: random.whole(2, 20) * 10 },
    audience_lens: {
      summary: `People near ${city} who compare before they buy`,
      likely_queries: [`${brand_name} ${city}`, `is ${brand_name} any good`],
    },
  };
}

const profileOf = (world: World, project: Row<TrackingProject>): Row<StoredProfile> =>
  getOrCreate(world, profiles, project, none());

function refresh(project: Row<TrackingProject>, { world }: Running): 'failed' | void {
  const row = profileOf(world, project);
  if (shouldFail(project.body.name, project.body.domain)) return failed(row, { refresh_status: 'failed' });
  change(row, { refresh_status: 'completed', profile: inventProfile(world, project.body) });
}
