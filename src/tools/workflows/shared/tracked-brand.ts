import { type Id, numberInId } from '../../../catalog/vocabulary/id-text.ts';
import type { Output } from '../../../catalog/index.ts';
import { findProject, isBareId } from '../../../client/names/project-names.ts';
import { recordsIn } from './records-in.ts';
import { read, type Reader } from './task.ts';

export type TrackingProject = Output<'tracking.get'> | Output<'tracking.list'>[number];

/** The tracking project of a brand. */
export interface TrackedBrand {
  readonly id: Id;
  readonly record: TrackingProject;
}

/**
 * The tracking project with that brand, name, domain or id; if none is given, the team's only one. One that was set up
 * takes precedence over an unused draft.
 * @throws VisibilityError `invalid_arguments` with the candidates, if it is not exactly one.
 */
export async function trackedBrand(reader: Reader, nameOrId: string | undefined): Promise<TrackedBrand> {
  if (reader.client.pins?.trackingProject === undefined && nameOrId !== undefined && isBareId(nameOrId)) {
    // An id may also be that of a project shared by another team, which is not in the team's own list.
    const id = numberInId(nameOrId.trim()) ?? nameOrId.trim();
    const { data: record } = await read(reader, 'tracking.get', { id });
    return { id: record.id ?? id, record };
  }
  const record = findProject(await trackingProjects(reader), nameOrId, {
    kind: 'tracking project',
    argument: 'brand',
    rule: 'parts',
  });
  return { id: record.id ?? '', record };
}

/** The team's tracking projects, or only the pinned one. */
export async function trackingProjects(reader: Reader): Promise<TrackingProject[]> {
  const id = reader.client.pins?.trackingProject;
  if (id === undefined) return recordsIn((await read(reader, 'tracking.list', {})).data);
  return [{ ...(await read(reader, 'tracking.get', { id })).data, id }];
}

/** The head of a report. */
export const headOf = ({ id, record }: TrackedBrand): Record<string, unknown> => ({
  tracking_project_id: id,
  brand: record.brand_name ?? record.name,
  domain: record.domain,
  status: record.status,
});
