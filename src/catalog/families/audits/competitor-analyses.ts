import * as z from 'zod';
import { count, country, domain, flag, id, number, text, timestamp } from '../../fields.ts';
import {
  answer,
  del,
  family,
  formula,
  free,
  get,
  nothing,
  one,
  paged,
  patch,
  post,
  rule,
  unlisted,
  type Arguments,
  assumed,
} from '../../operation.ts';

const competitor = z.looseObject({
  domain,
  trust_flow: number.nullable(),
  citation_flow: number.nullable(),
  ref_domains: count.nullable(),
  authority_checked_at: timestamp.nullable().describe('null until enriched'),
});

const analysis = { id, name: text.nullable(), domain, status: text };

const gap = { id, is_favorite: flag, is_dismissed: flag };

/** Document 3, "Competitor analysis". */
export const competitorAnalyses = family(
  'competitor_analyses',
  'Who competes with a domain in search, and which keywords they have and it lacks',
  { words: 'competition rivals keyword gap benchmark serp' },
  () => ({
    list: get('/competitor-analyses', { does: 'List competitor analyses', words: 'history', output: paged(analysis) }),
    create: post('/competitor-analyses', {
      does: "Find a domain's competitors and the keywords they rank for",
      changes: 'Needs a balance of 20 at the start; the real price is charged after the run.',
      words: 'start analyse compare new',
      input: {
        project_id: id,
        domain,
        language: text.optional(),
        country: country.optional(),
        competitor_limit: z.int().min(1).max(20).default(5),
        keyword_limit: z
          .int()
          .positive()
          .optional()
          .describe('Keywords looked up; the price is only known when it is given'),
        manual_competitors: z.array(domain).optional().describe('At most competitor_limit domains, not the own one'),
      },
      rules: [
        rule(
          'manual_competitors',
          'must hold at most competitor_limit domains',
          (given) => manual(given).size <= competitorsIn(given),
        ),
        rule(
          'manual_competitors',
          'must not hold the own domain',
          (given) => !manual(given).has(bare(given['domain'])),
        ),
      ],
      output: one(analysis),
      price: formula(
        'ceil((1 + competitor_limit) x (0.01 + keyword_limit x 0.0001) x 100 x 1.2); without keyword_limit no bound is stated',
        creditsOf,
        { charged: 'in_job', gate: 20 },
      ),
      job: {
        doing: 'Finding competitors and their keywords',
        watch: 'competitor_analyses.get',
        with: { id: answer('id') },
        state: 'status',
        done: ['completed', 'ready', 'finished'],
        failed: ['failed'],
        usually: 120,
        fetch: 'competitor_analyses.gaps',
      },
    }),
    get: get('/competitor-analyses/{id}', {
      does: 'Show a competitor analysis with the authority of each competitor',
      words: 'result trust flow backlinks',
      output: one({ ...analysis, competitors: z.array(competitor) }),
    }),
    gaps: get('/competitor-analyses/{id}/gaps', {
      does: 'List the keywords competitors rank for and the domain does not',
      words: 'keyword gap opportunities missing content',
      input: { is_favorite: flag.optional(), is_dismissed: flag.optional() },
      output: paged(gap),
    }),
    rename: patch('/competitor-analyses/{id}', {
      does: 'Rename a competitor analysis',
      words: 'update name edit',
      input: { name: text },
      price: free,
      output: one(analysis),
    }),
    delete: del('/competitor-analyses/{id}', {
      does: 'Delete a competitor analysis with its gaps',
      changes: 'Removes its gaps as well. No operation brings it back.',
      words: 'remove',
      price: free,
      output: nothing,
      status: 204,
    }),
    mark_gap: patch('/competitor-analyses/gaps/{id}', {
      does: 'Mark a gap as favorite or dismissed, or unmark it',
      changes: 'Only the marks given change; false takes one back.',
      words: 'star hide update',
      input: { is_favorite: flag.optional(), is_dismissed: flag.optional() },
      price: free,
      output: one(gap),
    }),
    rerank: post('/competitor-analyses/{id}/rerank-competitors', {
      does: 'Rank the competitors of an analysis again',
      changes: 'Overwrites the order.',
      words: 'reorder sort again',
      output: assumed(analysis),
      price: unlisted('the competitors are weighed again; no cost is listed'),
      shows: 'the order of competitors in competitor_analyses.get',
    }),
  }),
);

const bare = (given: unknown): string =>
  String(given)
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[/?#:].*$/, '');

const manual = ({ manual_competitors: given }: Arguments): ReadonlySet<string> =>
  new Set(Array.isArray(given) ? given.map(bare) : []);

const competitorsIn = ({ competitor_limit: given }: Arguments): number => (typeof given === 'number' ? given : 5);

/** In the order of the row's own formula, so that rounding errors fall as they do there. */
function creditsOf(given: Arguments): number | null {
  const { keyword_limit: keywords } = given;
  return typeof keywords === 'number'
    ? Math.ceil((1 + competitorsIn(given)) * (0.01 + keywords * 0.0001) * 100 * 1.2)
    : null;
}
