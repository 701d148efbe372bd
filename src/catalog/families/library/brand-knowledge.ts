import * as z from 'zod';
import { count, flag, number, text, timestamp } from '../../vocabulary/fields.ts';
import { get, patch, post } from '../../vocabulary/row.ts';
import { constant, family, flat, formula, free, id, input, limit, maybe, minute, one } from '../../vocabulary/index.ts';

const frequency = z.enum(['daily', 'weekly', 'biweekly', 'monthly', 'off']);

const refresh = one({
  effective_frequency: frequency,
  override: frequency.nullable(),
  team_default: frequency.nullable(),
  source: z.enum(['override', 'team', 'config']),
  last_crawled_at: timestamp.nullable(),
});

const shownInTruth = {
  shows: 'truth_sources in brand_knowledge.read',
  showsWith: { brand: input('id'), include: constant('truth') },
};

/** docs/platform/limits.md#special-limits: shared with the fact checks. */
const dear = { limits: [limit('brand_accuracy', 5, minute)], price: free };

const seeded = { status: text, truth_source_id: id, message: text };

/** docs/platform/accuracy.md#knowledge-base: what fact checks rest on. */
export const brandKnowledge = family(
  'brand_knowledge',
  'What is known to be true about a brand: truth source, indexed own site, refresh schedule',
  { words: 'knowledge base facts ground truth kb brand what is true about our brand' },
  () => ({
    read: get('/brand-knowledge', {
      idFrom: { brand: 'tracking.list' },
      does: 'Look up what is known about a brand: passages, fact errors, truth sources',
      asked:
        'search query rag ask, what do we know about a brand, is this fact about the company true, look up correct facts, lookup brand facts and passages, what is known about brand',
      input: {
        brand: z.union([id, text]).optional().describe('Id, name or domain'),
        q: text.optional(),
        top_k: z.int().min(1).max(10).default(5),
        include: z
          .string()
          .regex(/^(kb|facts|truth)(,(kb|facts|truth))*$/)
          .default('kb,facts,truth')
          .describe('Some of kb, facts, truth, with commas'),
      },
      output: flat({
        brand: z
          .looseObject({ id, name: text, domain: text.nullable() })
          .nullable()
          .describe('null: not clear which; see disambiguation'),
        armed: flag.optional(),
        kb_status: z.unknown().optional(),
        kb_passages: z.array(z.looseObject({ source_url: text, ...maybe({ text, score: number }) })).optional(),
        fact_errors: z.array(z.unknown()).optional(),
        truth_sources: z.array(z.unknown()).optional(),
        disambiguation: z.array(z.unknown()),
        message: text.optional(),
      }),
      limits: [limit('brand_knowledge.read', 60, minute)],
    }),
    seed_truth_source: post('/tracking-projects/{id}/truth-source/seed', {
      does: 'Make a truth source from the brand profile; a person must confirm it before fact checks rest on it',
      changes: 'Fact checks rest on it only after a person has confirmed it.',
      asked:
        'create facts start, collect true facts about the brand to check answers against, set up ground truth, bootstrap facts from brand profile, create ground truth',
      input: { discover_website: flag.optional().describe('Also read the own domains') },
      output: one({ ...seeded, facts_count: count, human_reviewed: flag }),
      status: 202,
      ...dear,
      ...shownInTruth,
    }),
    refresh_truth_source: post('/tracking-projects/{id}/truth-source/refresh', {
      does: 'Refresh a truth source',
      changes: 'Embedded platform: reads its pages again and replaces the facts from them.',
      asked: 'recrawl, our website changed, renew update the true facts, re-crawl truth pages, latest facts',
      output: one(seeded),
      status: 202,
      ...dear,
      ...shownInTruth,
    }),
    index_status: get('/tracking-projects/{id}/brand-kb', {
      does: 'Show the size of the indexed own site, and whether it is being indexed',
      asked:
        'pages passages progress brand kb, how many of our pages are indexed for fact checks, is it still indexing, passages and pages indexed, verifiable share, last crawl, how many pages of our site are in the brand knowledge base',
      output: {
        pages: count,
        passages: count,
        last_crawled_at: timestamp.nullable(),
        verifiable_pct: number.nullable(),
        indexing: flag,
      },
    }),
    rebuild_index: post('/tracking-projects/{id}/brand-kb/rebuild', {
      does: "Read and index the brand's own site again; fact checks follow",
      changes:
        'Reading is free; the fact checks that follow draw 5 when a claim was newly checked. While one runs, nothing is queued.',
      asked: 'reindex kb, read our own website again for the fact check, re-crawl re-index now, recrawl own site now',
      output: one({ status: z.enum(['queued', 'already_running']), tracking_project_id: id, message: text }),
      limits: dear.limits,
      price: formula('reading the site is free; the checks that follow draw 5, as a reverify does', () => 5, {
        charged: 'in_job',
        atMost: 5,
      }),
      job: {
        doing: "Reading and indexing the brand's site",
        watch: 'brand_knowledge.index_status',
        with: { id: input('id') },
        state: 'indexing',
        done: [false],
        failed: [],
        changes: ['last_crawled_at'],
        usually: 120,
      },
    }),
    get_refresh: get('/tracking-projects/{id}/kb-refresh', {
      does: "Show how often a brand's index is renewed, and where that is set",
      asked:
        'how often is our website read again for facts of this brand, recrawl interval of a project, current frequency',
      output: refresh,
    }),
    update_refresh: patch('/tracking-projects/{id}/kb-refresh', {
      does: "Set how often a brand's index is renewed, or return to the team's default",
      changes: 'null returns to the team default.',
      asked:
        'schedule frequency interval, read crawl our site daily weekly monthly or never for this brand, change the rhythm, set crawl interval for this project, daily weekly monthly off, look at our site more often less often',
      input: { frequency: frequency.nullable().describe('null: the team default') },
      output: refresh,
      ...dear,
    }),
    get_team_refresh: get('/team/kb-refresh-default', {
      does: "Show the team's default for how often indexes are renewed",
      asked: 'schedule frequency, how often does the team by default renew brand facts, team-wide default interval',
      output: one({ frequency }),
    }),
    update_team_refresh: patch('/team/kb-refresh-default', {
      does: "Set the team's default for how often indexes are renewed",
      changes: 'Applies to every tracking project without an override.',
      asked: 'for all brands of the team change how often facts are renewed by default, set team-wide default interval',
      input: { frequency },
      output: one({ frequency }),
      ...dear,
    }),
  }),
);
