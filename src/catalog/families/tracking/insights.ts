import * as z from 'zod';
import { count, date, flag, number, platform, range, text, id, timestamp } from '../../vocabulary/fields.ts';
import { assumed, family, fixed, flat, get, list, maybe, post, written } from '../../vocabulary/index.ts';
import { measured, source } from './cited-sources.ts';

/** Rules: docs/platform/insights.md#platform-breakdown. */
const measurement = {
  citations_measurable: flag.describe('false: citation_rate says nothing about the platform'),
  citations_messbar_seit: date.nullable().describe('Stored citation values are reliable from here; null: no cut-off'),
  measurement_note: text.nullable(),
};

const rates = {
  visibility: number.nullable(),
  sentiment: z.unknown(),
  recommendation_rate: number.nullable(),
  citation_rate: number.nullable(),
};

/** The three insights over a period share these; a range that had to be corrected is marked range_adjusted. */
const period = { days: z.int().positive().optional().describe('In place of from and to'), ...range };

const corrected = z.looseObject({ from: date, to: date, days: count, range_adjusted: flag });

const offPage = z.looseObject({ score: number.nullable(), data_available: flag, meta: z.unknown(), weight: number });

/** Rules: docs/platform/insights.md#periods. */
export const insights = family(
  'insights',
  "Scores of a brand's AI visibility, its gaps and its opportunities",
  { words: 'analytics metrics kpi dashboard visibility sentiment performance how visible are we in AI answers' },
  () => ({
    scores: get('/tracking-projects/{id}/scores', {
      does: 'Show how the scores developed',
      asked:
        'history trend visibility over time, is our visibility going up or down, development over months, trend curve, visibility over time, month by month, did we improve',
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
      asked:
        'chatgpt perplexity versus, how are we doing on each assistant, chatgpt compared with gemini, sentiment by platform, position sentiment per llm, recommendation rate by assistant, share per engine',
      input: range,
      output: list({
        platform,
        total: count,
        avg_position: number.nullable(),
        ...rates,
        ...measurement,
      }),
      concise: 'platform total visibility avg_position sentiment recommendation_rate citation_rate measurement_note',
    }),
    low_hanging_fruit: get('/tracking-projects/{id}/insights/low-hanging-fruit', {
      does: 'Find cited sources that would be easy to win',
      asked:
        'opportunities quick wins, easy quick wins, websites where we could get mentioned with little effort, sources likely to cite us soon, effort versus benefit, where could we easily get mentioned cited',
      input: {
        ...period,
        days: z.int().positive().default(30).describe('In place of from and to'),
        min_possibility: z.int().default(60),
        limit: z.int().positive().default(5),
      },
      output: {
        items: z.array(z.looseObject(z.object({ ...source, ...measured }).partial().shape)),
        meta: z.looseObject({
          total: count,
          minPossibility: number,
          from: date,
          to: date,
          days: count,
          range_adjusted: flag,
          dateRange: count.describe('The old name of days'),
        }),
      },
    }),
    platform_gap: get('/tracking-projects/{id}/insights/platform-gap', {
      does: 'Show on which platforms the brand lags behind',
      asked:
        'weakness difference, which assistants know us least, where are we weak behind, underperforming platforms, difference between assistants, what is holding us back, where do others do better',
      input: period,
      output: {
        period: corrected,
        platforms: z
          .record(
            text,
            z.looseObject({
              ...measurement,
              ...rates,
              // Fields of the branches that pass a row of the breakdown through.
              visibility: rates.visibility.optional(),
              total_queries: count.optional(),
              total: count.optional(),
              avg_position: number.nullable().optional(),
            }),
          )
          .describe('By platform code; the number of queries is total_queries, or else total'),
        ...maybe({ status: text, strongest: text, weakest: text, gap: number }),
      },
    }),
    diagnose_platform_gap: post('/tracking-projects/{id}/insights/platform-gap/{platform}/diagnose', {
      does: 'Let a model diagnose why the brand lags on a platform',
      changes: 'Each call is charged. Embedded platform: stores a diagnosis; nothing else changes.',
      asked:
        'explain reason, why are we so bad on one assistant, find the cause reason, root cause of low visibility on a platform, ai explanation, what is holding us back on an assistant',
      output: assumed({ status: text, tracking_project_id: id, platform: text }),
      input: { platform },
      status: 202,
      price: fixed(1),
      shows: 'insights.platform_gap',
    }),
    potential_hero: get('/tracking-projects/{id}/insights/potential-hero', {
      does: 'Estimate how much visibility is within reach, and through which aliases and prompts',
      asked:
        'potential forecast headroom, how much better could we get, how much visibility could we gain, upside, realisable visibility, untapped potential, alias gaps',
      input: period,
      output: flat({
        period: corrected,
        eligible: flag.describe('false below 20 queries in the period'),
        reason: text.optional(),
        threshold: count.optional(),
        total_queries: count.optional(),
        mentions_count: count.optional(),
        alias_gaps: z.array(z.looseObject({ variant: text, occurrences: count })).optional(),
        top_competitor: z.looseObject({ brand: text, visibility: number }).nullable().optional(),
        potenzial_score: number.optional(),
        score_breakdown: z.looseObject({ base_score: number, alias_bonus: number, citation_bonus: number }).optional(),
        realisable_range: z.array(number).optional().describe('Least and most'),
        top_potential_prompts: z.array(z.looseObject(maybe({ id, prompt_text: text }))).optional(),
      }),
    }),
    off_page_readiness: get('/tracking-projects/{id}/off-page-readiness', {
      does: 'Score brand demand, third-party mentions and source affinity',
      asked:
        'offpage authority, how well known are we outside our own website, reputation elsewhere, brand demand, third-party mentions, brand demand, source affinity',
      input: {
        accept: z
          .string()
          .optional()
          .describe('application/vnd.service.v2+json: the same under data, with meta beside it'),
      },
      headers: { accept: 'Accept' },
      output: flat({
        score: z.int().nullable().optional().describe('null: no data yet, which is not zero'),
        data_available: flag.optional(),
        components: z
          .looseObject({
            'geo.offpage.brand_demand': offPage,
            'geo.offpage.third_party_mentions': offPage,
            'geo.offpage.source_affinity': offPage,
          })
          .optional(),
        meta: z.unknown().optional(),
      }),
    }),
    generate_brief: post('/tracking-projects/{id}/prompts/{prompt}/generate-brief', {
      does: 'Write a content brief for a prompt',
      changes: 'Each call is charged. Embedded platform: the brief is in the answer only.',
      asked:
        'outline article plan create, what should an article look like that answers this tracked question, briefing for a writer, editorial briefing based on a prompt, instructions for a copywriter',
      output: written('brief', {
        tracking_prompt_id: id,
        brief: z.union([
          z.looseObject(
            maybe({ title: text, target_word_count: count, outline: z.array(z.unknown()), markdown: text }),
          ),
          text,
        ]),
        generated_at: timestamp,
      }),
      price: fixed(3),
      timeout: 120,
    }),
    add_brand_alias: post('/tracking-projects/{id}/brand-aliases', {
      does: 'Count another spelling as a mention of the brand',
      changes:
        'tracking.update with brand_aliases takes it back. Embedded platform: counts from the next evaluation on.',
      asked:
        'variant synonym name, we are also called, other spelling abbreviation of our name, nickname, register alternate brand name, misspelling counts as us',
      output: assumed({ tracking_project_id: id, brand_aliases: z.array(text) }),
      input: { alias: text },
    }),
  }),
);
