import { kind, parentOf, type Row } from '../../../engine/kind.ts';
import type { World } from '../../../engine/world.ts';

/** Document 2, "Keyword, prompt, tag records". */
export interface TagDimension {
  key: string;
  label: string;
  color: string | null;
  icon: string | null;
  sort_order: number;
  is_system: boolean;
  /** Whether a model may apply its tags. */
  ai_capable: boolean;
}

/** The parent is the dimension. */
export interface PromptTag {
  label: string;
  slug: string;
  color: string | null;
  description: string | null;
}

export interface TaxonomyRun {
  status: 'queued' | 'running' | 'completed' | 'failed';
  tag: number;
  proposed_count: number;
}

export const tagDimensions = kind<TagDimension>('tag_dimension');
export const promptTags = kind<PromptTag>('prompt_tag');
export const taxonomyRuns = kind<TaxonomyRun>('taxonomy_run');

/** A slug from the label that no live tag of the team has (document 2: duplicates are deduplicated). */
export function slugOf({ store }: World, team: number, label: string, except?: number): string {
  const base =
    label
      .toLowerCase()
      .normalize('NFKD')
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '') || 'tag';
  const taken = new Set(
    store
      .all(promptTags, { team })
      .filter(({ id }) => id !== except)
      .map(({ body }) => body.slug),
  );
  for (let n = 1; ; n += 1) {
    const slug = n === 1 ? base : `${base}-${n}`;
    if (!taken.has(slug)) return slug;
  }
}

export const showTag = (row: Row<PromptTag>) => ({ id: row.id, dimension_id: parentOf(row), ...row.body });
