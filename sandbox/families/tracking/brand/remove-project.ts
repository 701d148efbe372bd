import { keyedKind, kind, type Id, type Kind, type Row } from '../../../engine/kind.ts';
import type { World } from '../../../engine/world.ts';
import type { TrackingProject } from './kinds.ts';

/** Kinds of numbered documents whose parent is a tracking project. */
const numberedParts = [
  'tracking_keyword',
  'tracking_prompt',
  'tracking_run',
  'tracking_share',
  'tracking_competitor',
  'article_request',
  'keyword_suggestion',
  'sitemap_page',
  'taxonomy_run',
  'cited_source',
  'platform_diagnosis',
  'claim',
  'truth_source',
  'prompt_check',
] as const;

const partKinds: readonly Kind<object, Id>[] = [
  ...numberedParts.map((name) => kind(name)),
  keyedKind<object, string>('citation_audit'),
  keyedKind('run_answers'),
];

/** Kinds with one document per project, which has the project's id. */
const singleKinds = [
  'business_profile',
  'sitemap_scan',
  'brand_index',
  'brand_scene',
  'reality_check_report',
  'deep_insight',
  'content_recipe',
].map((name) => keyedKind(name));

/** Kinds that may be attached to a tracking project, and records that depend on them. */
const attachableKinds = ['content_audit', 'page_audit', 'grounding_audit', 'grounding_batch'].map((name) =>
  keyedKind<{ readonly tracking_project_id: number | null }, Id>(name),
);
const auditedPages = kind('content_audit_page');

/** Removes a tracking project with all its data, audits made for it too (document 2, "States"); its jobs end with it. */
export function removeProject({ store }: World, project: Row<TrackingProject>): void {
  for (const part of partKinds) for (const row of store.all(part, { parent: project.id })) store.remove(row);
  for (const single of singleKinds) {
    const row = store.get(single, project.id);
    if (row) store.remove(row);
  }
  for (const row of attachableKinds
    .flatMap((one) => store.all(one))
    .filter(({ body }) => body.tracking_project_id === project.id)) {
    for (const page of store.all(auditedPages, { parent: row.id as number })) store.remove(page);
    store.remove(row);
  }
  store.remove(project);
}
