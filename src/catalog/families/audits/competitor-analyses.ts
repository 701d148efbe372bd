import * as z from 'zod';
import { count, country, domain, flag, id, integerId, number, text, timestamp } from '../../vocabulary/fields.ts';
import {
  answer,
  assumed,
  maybe,
  nothing,
  one,
  paged,
  del,
  family,
  formula,
  free,
  get,
  patch,
  post,
  rule,
  unlisted,
  type Arguments,
} from '../../vocabulary/index.ts';

const competitor = z.looseObject({
  domain,
  trust_flow: number.nullable(),
  citation_flow: number.nullable(),
  ref_domains: count.nullable(),
  authority_checked_at: timestamp.nullable().describe('null until enriched'),
});

const analysis = {
  id,
  name: text.nullable(),
  domain,
  status: text,
  ...maybe({
    project_id: integerId,
    language: text,
    country: text,
    competitor_limit: count,
    keyword_limit: count,
    competitors_count: count,
    competitors: z.array(competitor),
    created_at: timestamp,
  }),
};

const gap = {
  id,
  is_favorite: flag,
  is_dismissed: flag,
  ...maybe({
    analysis_id: id,
    keyword: text,
    search_volume: count,
    cpc: number,
    difficulty: number,
    intent: text,
    competitor: text,
  }),
};

/** Rules: docs/platform/audits.md#competitor-analyses. */
export const competitorAnalyses = family(
  'competitor_analyses',
  'Who competes with a domain in search, and which keywords they have and it lacks',
  { price: free, words: 'competition rivals keyword gap benchmark serp rivals in google search rankings' },
  () => ({
    list: get('/competitor-analyses', {
      does: 'List competitor analyses',
      asked: 'history, earlier comparisons with rivals, seo competitor reports, old competitor studies',
      output: paged(analysis),
    }),
    create: post('/competitor-analyses', {
      does: "Find a domain's competitors and the keywords they rank for",
      changes: 'Needs a balance of 20 at the start; the real price is charged after the run.',
      asked:
        'start analyse compare new, compare our domain with rivals in google, who ranks for our topics, seo competition, competitor keyword analysis for a domain, serp rivals, who beats us on google, who outranks us, market study',
      input: {
        project_id: integerId,
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
          (args) => manual(args).size <= competitorsIn(args),
        ),
        rule('manual_competitors', 'must not hold the own domain', (args) => !manual(args).has(bare(args['domain']))),
      ],
      output: one(analysis),
      price: formula(
        'ceil((1 + competitor_limit) x (0.01 + keyword_limit x 0.0001) x 100 x 1.2); without keyword_limit no bound is stated',
        creditsOf,
        { charged: 'in_job', minBalance: 20 },
      ),
      job: {
        doing: 'Finding competitors and their keywords',
        watch: 'competitor_analyses.get',
        with: { id: answer('id') },
        usually: 120,
        fetch: 'competitor_analyses.gaps',
      },
    }),
    get: get('/competitor-analyses/{id}', {
      does: 'Show a competitor analysis with the authority of each competitor',
      asked:
        'result trust flow backlinks, how strong are the rivals, authority backlinks referring domains, is the comparison done, competitor authority metrics, status of analysis',
      output: one({ ...analysis, competitors: z.array(competitor) }),
    }),
    gaps: get('/competitor-analyses/{id}/gaps', {
      does: 'List the keywords competitors rank for and the domain does not',
      asked:
        'keyword gap opportunities missing content, which terms do rivals rank for that we do not, keywords we miss lack, missing keywords versus competitors, content gap',
      input: { is_favorite: flag.optional(), is_dismissed: flag.optional() },
      output: paged(gap),
    }),
    rename: patch('/competitor-analyses/{id}', {
      does: 'Rename a competitor analysis',
      asked: 'update name edit, give the comparison another name title, retitle analysis',
      input: { name: text },
      output: one(analysis),
    }),
    delete: del('/competitor-analyses/{id}', {
      does: 'Delete a competitor analysis with its gaps',
      changes: 'Removes its gaps as well. No operation brings it back.',
      asked: 'remove, throw away a comparison, remove competitor comparison report',
      output: nothing,
      status: 204,
    }),
    mark_gap: patch('/competitor-analyses/gaps/{id}', {
      does: 'Mark a gap as favorite or dismissed, or unmark it',
      changes: 'Only the marks given change; false takes one back.',
      asked:
        'this missing keyword is interesting, favourite it, not relevant hide it, irrelevant gap hide, favourite gap',
      input: { is_favorite: flag.optional(), is_dismissed: flag.optional() },
      output: one(gap),
    }),
    rerank: post('/competitor-analyses/{id}/rerank-competitors', {
      does: 'Rank the competitors of an analysis again',
      changes: 'Embedded platform: overwrites the order.',
      asked: 'reorder sort again, sort the rivals anew, reorder again by relevance, re-sort competitors',
      output: assumed(analysis),
      price: unlisted('ranks the competitors again; no cost is listed'),
      shows: 'the order of competitors in competitor_analyses.get',
    }),
  }),
);

const bare = (domain: unknown): string =>
  String(domain)
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[/?#:].*$/, '');

const manual = ({ manual_competitors: domains }: Arguments): ReadonlySet<string> =>
  new Set(Array.isArray(domains) ? domains.map(bare) : []);

const competitorsIn = ({ competitor_limit: limit }: Arguments): number => (typeof limit === 'number' ? limit : 5);

/** In the order of the row's own formula, so that rounding errors fall as they do there. */
function creditsOf(args: Arguments): number | null {
  const { keyword_limit: keywords } = args;
  return typeof keywords === 'number'
    ? Math.ceil((1 + competitorsIn(args)) * (0.01 + keywords * 0.0001) * 100 * 1.2)
    : null;
}
