import * as z from 'zod';
import { count, domain, family, fixed, flag, get, id, input, patch, post, text } from '../../vocabulary/index.ts';

/** Rules: docs/platform/insights.md#competitors. */
const competitor = {
  domain,
  brand_name: text.nullable(),
  source: z.enum(['wizard', 'api', 'analysis']).nullable().describe('null: entered by hand'),
  source_url: text.nullable(),
  is_manual: flag,
  is_active: flag,
};

/** Rules: docs/platform/insights.md#competitors. */
export const competitors = family(
  'competitors',
  'The competitors a tracking project measures its brand against',
  { words: 'rivals competition market rivals of the tracked brand' },
  () => ({
    list: get('/tracking-projects/{id}/competitors', {
      does: 'List competitors, deselected ones included',
      asked:
        'who do we compare our brand with, which rivals are tracked, benchmarked against, competitor domains of a tracking project',
      output: { competitors: z.array(z.looseObject(competitor)) },
    }),
    replace: patch('/tracking-projects/{id}/competitors', {
      does: 'Set the whole list of competitors',
      changes: 'Replaces the list. Domains left out stay in competitors.list as is_active false.',
      asked:
        'track other rivals, change who we compare with, set competitor domains, overwrite competitors, swap rivals',
      input: { domains: z.array(domain).max(50) },
      output: { competitor_domains: z.array(domain) },
    }),
    discover: post('/tracking-projects/{id}/competitors/discover', {
      does: 'Search the web for competitors; they are suggested only, the list stays as it is',
      changes: 'Charged after success. Results are suggestions in tracking.analysis_status; the list stays.',
      asked:
        'find out who our rivals are, look for further competitors automatically, ai finds competitors, suggest rivals',
      input: { limit: z.int().min(1).max(30).default(10).describe('How many') },
      output: { status: text, tracking_project_id: id, credits_required: count, poll_url: text },
      price: fixed(5, { charged: 'on_success' }),
      job: {
        doing: 'Searching the web for competitors',
        watch: 'tracking.analysis_status',
        with: { id: input('id') },
        state: 'competitor_rediscovery_status',
        done: ['completed'],
        changes: ['suggested_competitors'],
        usually: 45,
        reason: 'competitor_rediscovery_error',
      },
      refuses: { 503: { discovery_unavailable: 'the platform has no search access for it' } },
    }),
  }),
);
