import * as z from 'zod';
import { number, text } from '../../vocabulary/fields.ts';
import { assumed, family, fixed, free, get, id, input, maybe, patch, post } from '../../vocabulary/index.ts';

const profile = z
  .looseObject({
    geo_scope: text,
    audience_lens: z.looseObject({ likely_queries: z.array(text), ...maybe({ summary: text }) }).optional(),
    ...maybe({
      city: text,
      service_area_cities: z.array(text),
      location: z.looseObject(maybe({ city: text, country: text })),
      catchment_area: z.looseObject(maybe({ radius_km: number })),
    }),
  })
  .nullable()
  .describe('Geo scope, location, catchment area and audience lens; null: none yet');

/** Rules: docs/platform/library.md#business-profile. */
export const businessProfile = family(
  'business_profile',
  'Where a tracked brand does business and whom it serves',
  { words: 'geo location region catchment local audience company where the company does business, local or national' },
  () => ({
    get: get('/ai-visibility/{id}/business-profile', {
      does: 'Show the business profile of a tracking project, and how its refresh stands',
      asked:
        'service area city likely queries, what does it think our company does and where, our region and audience, company scope and catchment area, audience lens',
      output: { profile, refresh_status: text.nullable().optional() },
    }),
    update: patch('/ai-visibility/{id}/business-profile', {
      does: 'Correct the geo scope, city or service area of a business profile',
      asked:
        'edit, correct our city region service area, we only serve certain towns, local national, set cities and geo scope, local instead of national, we also serve deliver to another city, add a town to our area, we only work in one region state, our area is wrong',
      input: { geo_scope: text.optional(), city: text.optional(), service_area_cities: z.array(text).optional() },
      output: { profile, ...maybe({ refresh_status: text }) },
      price: free,
      refuses: { 422: 'while there is no profile' },
      remedies: { 422: 'business_profile.refresh' },
    }),
    refresh: post('/ai-visibility/{id}/business-profile/refresh', {
      does: 'Derive the business profile again',
      changes: 'Derives the profile again; corrections by hand may be lost.',
      asked:
        'regenerate update create, work out our company region anew, the profile is wrong make a new one, recompute company profile, redo where we operate',
      output: assumed({ tracking_project_id: id, refresh_status: text }),
      price: fixed(5),
      job: {
        doing: 'Deriving the business profile',
        watch: 'business_profile.get',
        with: { id: input('id') },
        state: 'refresh_status',
        changes: ['profile'],
        usually: 45,
      },
    }),
  }),
);
