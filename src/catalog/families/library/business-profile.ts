import * as z from 'zod';
import { text, id } from '../../fields.ts';
import { family, fixed, free, get, input, patch, post, assumed } from '../../operation.ts';

const profile = z
  .looseObject({ geo_scope: text, audience_lens: z.looseObject({ likely_queries: z.array(text) }).optional() })
  .nullable()
  .describe('Geo scope, location, catchment area and audience lens; null: none yet');

/** Document 2, "Wizard and project operations". */
export const businessProfile = family(
  'business_profile',
  'Where a tracked brand does business and whom it serves',
  { words: 'geo location region catchment local audience company' },
  () => ({
    get: get('/ai-visibility/{id}/business-profile', {
      does: 'Show the business profile of a tracking project, and how its refresh stands',
      words: 'service area city likely queries',
      output: { profile, refresh_status: text.nullable().optional() },
    }),
    update: patch('/ai-visibility/{id}/business-profile', {
      does: 'Correct the geo scope, city or service area of a business profile',
      words: 'edit',
      input: { geo_scope: text.optional(), city: text.optional(), service_area_cities: z.array(text).optional() },
      output: { profile },
      price: free,
      refuses: { 422: 'while there is no profile' },
      remedies: { 422: 'business_profile.refresh' },
    }),
    refresh: post('/ai-visibility/{id}/business-profile/refresh', {
      does: 'Derive the business profile again',
      changes: 'Derives the profile again; corrections by hand may be lost.',
      words: 'regenerate update create',
      output: assumed({ tracking_project_id: id, refresh_status: text }),
      price: fixed(5),
      job: {
        doing: 'Deriving the business profile',
        watch: 'business_profile.get',
        with: { id: input('id') },
        state: 'refresh_status',
        done: ['completed', 'ready'],
        failed: ['failed'],
        changes: ['profile'],
        usually: 45,
      },
    }),
  }),
);
