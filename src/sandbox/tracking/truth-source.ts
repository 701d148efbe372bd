import { kind } from '../kind.ts';

/** Document 2, "States": a person must confirm it, which is no operation of the API. The parent is the tracking project. */
export const truthSources = kind<{
  status: 'unreviewed' | 'reviewed';
  facts: string[];
  human_reviewed: boolean;
  refreshed_at: string | null;
}>('truth_source');
