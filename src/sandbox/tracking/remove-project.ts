import { kind, type Row } from '../kind.ts';
import type { World } from '../world.ts';
import type { TrackingProject } from './kinds.ts';

/** Every kind whose parent is a tracking project. */
const parts = [
  'tracking_keyword', 'tracking_prompt', 'tracking_run', 'tracking_share', 'tracking_competitor', 'article_request', 'business_profile',
  'keyword_suggestion', 'sitemap_page', 'sitemap_scan', 'taxonomy_run', 'cited_source', 'platform_diagnosis', 'claim', 'truth_source',
  'brand_index', 'reality_check_report', 'prompt_check',
].map((name) => kind(name));

/** Removes a tracking project with all its data (document 2, "States"); its jobs end with it. */
export function removeProject({ store }: World, project: Row<TrackingProject>): void {
  for (const part of parts) for (const row of store.all(part, { parent: project.id })) store.remove(row);
  store.remove(project);
}
