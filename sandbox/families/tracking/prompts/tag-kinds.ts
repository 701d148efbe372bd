import type { Stored } from '../../../engine/implement.ts';
import { kind, parentOf, type Row } from '../../../engine/documents.ts';
import type { World } from '../../../engine/world.ts';
import { slug } from '../../shared/slug.ts';

/** Rules: docs/platform/tracking.md#tags. */
export type TagDimension = Stored<'prompt_tags.list_dimensions', 'tags_count'>;

/** The parent is the dimension. */
export type PromptTag = Stored<'prompt_tags.list', 'dimension_id'>;

export interface TaxonomyRun {
  status: 'queued' | 'running' | 'completed' | 'failed';
  tag: number;
  proposed_count: number;
}

export const tagDimensions = kind<TagDimension>('tag_dimension');
export const promptTags = kind<PromptTag>('prompt_tag');
export const taxonomyRuns = kind<TaxonomyRun>('taxonomy_run');

/** A slug from the label that no live tag of the team has (docs/platform/tracking.md#tags). */
export function slugOf({ store }: World, team: number, label: string, except?: number): string {
  const base = slug(label) || 'tag';
  const taken = new Set(
    store
      .all(promptTags, { team })
      .filter(({ id }) => id !== except)
      .map(({ body }) => body.slug),
  );
  for (let n = 1; ; n += 1) {
    const free = n === 1 ? base : `${base}-${n}`;
    if (!taken.has(free)) return free;
  }
}

export const showTag = (row: Row<PromptTag>) => ({ id: row.id, dimension_id: parentOf(row), ...row.body });
