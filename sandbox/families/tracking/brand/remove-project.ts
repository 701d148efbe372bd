import { keyedKind, kind, type Id, type Row } from '../../../engine/documents.ts';
import type { World } from '../../../engine/world.ts';
import type { TrackingProject } from './kinds.ts';

/** Kinds that may be attached to a tracking project, and records that depend on them. */
const attachableKinds = ['content_audit', 'page_audit', 'grounding_audit', 'grounding_batch'].map((name) =>
  keyedKind<{ readonly tracking_project_id: number | null }, Id>(name),
);
const auditedPages = kind('content_audit_page');

/**
 * Removes a tracking project with all its data, audits made for it too (docs/platform/tracking.md#tracking-projects);
 * its jobs end with it.
 */
export function removeProject({ store }: World, project: Row<TrackingProject>): void {
  for (const row of attachableKinds
    .flatMap((one) => store.all(one))
    .filter(({ body }) => body.tracking_project_id === project.id)) {
    for (const page of store.all(auditedPages, { parent: row.id as number })) store.remove(page);
    store.remove(row);
  }
  store.removeParts(project);
  store.remove(project);
}
