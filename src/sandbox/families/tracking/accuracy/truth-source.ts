import { kind, type Row } from '../../../engine/kind.ts';
import type { World } from '../../../engine/world.ts';
import type { TrackingProject } from '../brand/kinds.ts';

/** Document 2, "States": a person must confirm it, which is no operation of the API. The parent is the tracking project. */
export const truthSources = kind<{
  status: 'unreviewed' | 'reviewed';
  facts: string[];
  human_reviewed: boolean;
  refreshed_at: string | null;
}>('truth_source');

/** Whether claims may be judged: only after a person has confirmed a truth source (document 2, "States"). */
export const isArmed = ({ store }: World, { id }: Row<TrackingProject>): boolean =>
  store.all(truthSources, { parent: id }).some(({ body }) => body.human_reviewed);
