import * as z from 'zod';
import { count, integerId, number, text, timestamp } from '../../vocabulary/fields.ts';
import { assumed, assumedList, family, get, maybe } from '../../vocabulary/index.ts';

/** Rules: docs/platform/content.md#content-insights, which shows neither answer. */
export const contentInsights = family(
  'content_insights',
  "The team's content at a glance: what it does, and what has aged",
  { words: 'overview performance analytics texts content overview' },
  () => ({
    intelligence: get('/content-intelligence', {
      does: "Show an overview of the team's content",
      asked:
        'content intelligence summary gaps, how is our content doing overall, big picture of all texts, content strategy numbers, content kpi summary, strategy overview',
      output: assumed({
        articles: count,
        with_text: number,
        projects: z.array(z.looseObject(maybe({ project_id: integerId, name: text, articles: count }))),
      }),
    }),
    freshness: get('/content-freshness', {
      does: 'Show which content has aged',
      asked:
        'content freshness outdated stale decay update refresh, which texts articles posts are old outdated stale and need updating, ageing content, decaying content, candidates for refresh, last updated, stale articles report, not touched not updated for a year, old posts, what needs refreshing on the blog',
      output: assumedList({
        article_id: integerId,
        project_id: integerId,
        title: text,
        updated_at: timestamp,
        age_days: number,
        freshness: text,
      }),
    }),
  }),
);
