import type { AnswerOf } from '../../../engine/implement.ts';
import { keyedKind, type Row } from '../../../engine/documents.ts';
import { seconds } from '../../../engine/platform-time.ts';
import type { World } from '../../../engine/world.ts';
import { getOrCreate } from './get-or-create.ts';
import type { TrackingProject } from './kinds.ts';

/** How often the brand's own site is read again. */
export type RefreshFrequency = AnswerOf<'brand_knowledge.get_refresh'>['effective_frequency'];

/** The brand's own site as fact checks read it. By the id of the tracking project. */
export interface BrandIndex {
  pages: number;
  passages: number;
  last_crawled_at: string | null;
  /** Until when a run counts as under way, platform milliseconds; null: no run was ever measured. */
  running_until: number | null;
  override: RefreshFrequency | null;
}

const brandIndexes = keyedKind<BrandIndex>('brand_index');

export const brandIndexOf = (world: World, project: Row<TrackingProject>): Row<BrandIndex> =>
  getOrCreate(world, brandIndexes, project, {
    pages: 0,
    passages: 0,
    last_crawled_at: null,
    running_until: null,
    override: null,
  });

/** Marks a run that will take `lasts` seconds. */
export function beginIndexing(world: World, project: Row<TrackingProject>, lasts: number): void {
  const row = brandIndexOf(world, project);
  row.body.running_until = Math.max(row.body.running_until ?? 0, world.now() + lasts * seconds);
}

/**
 * docs/platform/accuracy.md#knowledge-base: the stored state of the run; where none was ever measured, an active
 * project with an empty index.
 */
export function isIndexing(world: World, project: Row<TrackingProject>): boolean {
  const { running_until, pages } = brandIndexOf(world, project).body;
  return running_until === null ? pages === 0 && project.body.status === 'active' : running_until > world.now();
}
