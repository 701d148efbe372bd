import { family, get } from '../../operation.ts';

/** Document 1, "Link lists, orphan scans, overview, calendar". The contract shows neither answer. */
export const contentInsights = family(
  'content_insights',
  "The team's content at a glance: what it does, and what has aged",
  { words: 'overview performance analytics' },
  () => ({
    intelligence: get('/content-intelligence', {
      does: "Show an overview of the team's content",
      words: 'content intelligence summary gaps',
    }),
    freshness: get('/content-freshness', {
      does: 'Show which content has aged',
      words: 'content freshness outdated stale decay update refresh',
    }),
  }),
);
