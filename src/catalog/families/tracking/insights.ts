import * as z from 'zod';
import { count, date, flag, number, platform, range, text, id, timestamp } from '../../fields.ts';
import { family, fixed, get, list, post, assumed, maybe } from '../../operation.ts';

/** Document 2, "Platform breakdown row". */
const measurement = {
  citations_measurable: flag.describe('false: citation_rate says nothing about the platform'),
  citations_messbar_seit: date.nullable().describe('Stored citation values are reliable from here; null: no cut-off'),
  measurement_note: text.nullable(),
};

/** The three insights over a period share these; a range that had to be corrected is marked range_adjusted. */
const period = { days: z.int().positive().optional().describe('In place of from and to'), ...range };

const corrected = z.looseObject({ from: date, to: date, days: count, range_adjusted: flag });

const offPage = z.looseObject({ score: number.nullable(), data_available: flag, meta: z.unknown(), weight: number });

/** Document 2, "Insights". */
export const insights = family(
  'insights',
  "Scores of a brand's AI visibility, its gaps and its opportunities",
  { words: 'analytics metrics kpi dashboard visibility sentiment performance' },
  () => ({
    scores: get('/tracking-projects/{id}/scores', {
      does: 'Show how the scores developed',
      words: 'history trend visibility over time',
      input: range,
      output: list(
        maybe({
          run_id: id,
          date: timestamp,
          avi_score: number,
          visibility: number,
          mentions: number,
          citations: number,
        }),
      ),
    }),
    platform_breakdown: get('/tracking-projects/{id}/platform-breakdown', {
      does: 'Compare visibility, position, sentiment and citations by platform',
      words: 'chatgpt perplexity versus',
      input: range,
      output: list({
        platform,
        total: count,
        visibility: number.nullable(),
        avg_position: number.nullable(),
        sentiment: z.unknown(),
        recommendation_rate: number.nullable(),
        citation_rate: number.nullable(),
        ...measurement,
      }),
    }),
    low_hanging_fruit: get('/tracking-projects/{id}/insights/low-hanging-fruit', {
      does: 'Find cited sources that would be easy to win',
      words: 'opportunities quick wins',
      input: {
        ...period,
        days: z.int().positive().default(30).describe('In place of from and to'),
        min_possibility: z.int().default(60),
        limit: z.int().positive().default(5),
      },
      output: {
        items: z.array(z.looseObject({})),
        meta: z.looseObject({
          total: count,
          minPossibility: number,
          from: date,
          to: date,
          days: count,
          range_adjusted: flag,
        }),
      },
    }),
    platform_gap: get('/tracking-projects/{id}/insights/platform-gap', {
      does: 'Show on which platforms the brand lags behind',
      words: 'weakness difference',
      input: period,
      output: {
        period: corrected,
        platforms: z
          .record(text, z.looseObject({ ...measurement, total_queries: count.optional(), total: count.optional() }))
          .describe('By platform code; the number of queries is total_queries, or else total'),
      },
    }),
    diagnose_platform_gap: post('/tracking-projects/{id}/insights/platform-gap/{platform}/diagnose', {
      does: 'Let a model diagnose why the brand lags on a platform',
      changes: 'Stores a diagnosis; nothing else changes. Each call is charged.',
      words: 'explain reason',
      output: assumed({ status: text, tracking_project_id: id, platform: text }),
      input: { platform },
      status: 202,
      price: fixed(1),
      shows: 'insights.platform_gap',
    }),
    potential_hero: get('/tracking-projects/{id}/insights/potential-hero', {
      does: 'Estimate how much visibility is within reach, and through which aliases and prompts',
      words: 'potential forecast headroom',
      input: period,
      output: {
        period: corrected,
        eligible: flag.describe('false below 20 queries in the period'),
        reason: text.optional(),
        threshold: count.optional(),
        total_queries: count.optional(),
        potenzial_score: number.optional(),
      },
    }),
    off_page_readiness: get('/tracking-projects/{id}/off-page-readiness', {
      does: 'Score brand demand, third-party mentions and source affinity',
      words: 'offpage authority',
      input: {
        accept: z
          .string()
          .optional()
          .describe('application/vnd.service.v2+json: the same under data, with meta beside it'),
      },
      headers: { accept: 'Accept' },
      output: {
        score: z.int().nullable().optional().describe('null: no data yet, which is not zero'),
        data_available: flag.optional(),
        components: z.record(text, offPage).optional(),
        meta: z.unknown().optional(),
      },
    }),
    generate_brief: post('/tracking-projects/{id}/prompts/{prompt}/generate-brief', {
      does: 'Write a content brief for a prompt',
      changes: 'Stores nothing: the brief is in the answer only, and charged each time.',
      words: 'outline article plan create',
      output: assumed({ tracking_prompt_id: id, brief: z.looseObject({}), generated_at: timestamp }),
      price: fixed(3),
      timeout: 120,
    }),
    add_brand_alias: post('/tracking-projects/{id}/brand-aliases', {
      does: 'Count another spelling as a mention of the brand',
      changes: 'Counts from the next evaluation on. tracking.update with brand_aliases takes it back.',
      words: 'variant synonym name',
      output: assumed({ tracking_project_id: id, brand_aliases: z.array(text) }),
      input: { alias: text },
    }),
  }),
);
