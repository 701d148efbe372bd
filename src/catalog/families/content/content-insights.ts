import * as z from 'zod';
import { count, id, number, text, timestamp } from '../../fields.ts';
import { family, get, assumed, maybe } from '../../operation.ts';

/** Document 1, "Link lists, orphan scans, overview, calendar". The contract shows neither answer. */
export const contentInsights = family(
  'content_insights',
  "The team's content at a glance: what it does, and what has aged",
  { words: 'overview performance analytics' },
  () => ({
    intelligence: get('/content-intelligence', {
      does: "Show an overview of the team's content",
      words: 'content intelligence summary gaps',
      output: assumed({
        data: z.looseObject(
          maybe({
            articles: count,
            with_text: number,
            projects: z.array(z.looseObject(maybe({ project_id: id, name: text, articles: count }))),
          }),
        ),
      }),
    }),
    freshness: get('/content-freshness', {
      does: 'Show which content has aged',
      words: 'content freshness outdated stale decay update refresh',
      output: assumed({
        data: z.array(
          z.looseObject(
            maybe({
              article_id: id,
              project_id: id,
              title: text,
              updated_at: timestamp,
              age_days: number,
              freshness: text,
            }),
          ),
        ),
      }),
    }),
  }),
);
