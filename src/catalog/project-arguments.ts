import type { Operation, ProjectKind } from './vocabulary/index.ts';

/**
 * The arguments of an operation that are the id of a project, by name. Ids of content projects come after `/projects/` and as
 * `project_id`, those of tracking projects after `/tracking-projects/` and as `tracking_project_id`; a family that deviates
 * declares `projects`.
 */
export function projectArguments(operation: Operation): ReadonlyMap<string, ProjectKind> {
  const cached = cache.get(operation);
  if (cached) return cached;
  const kinds = new Map<string, ProjectKind>();
  for (const name of Object.keys(operation.input.shape)) {
    const kind = kindOf(operation, name);
    if (kind) kinds.set(name, kind);
  }
  cache.set(operation, kinds);
  return kinds;
}

const cache = new WeakMap<Operation, ReadonlyMap<string, ProjectKind>>();

/** The kind of project whose id, or list of ids, a field at any depth of the arguments holds. */
export const projectFieldKind = (operation: Operation, name: string): ProjectKind | undefined =>
  kindOf({ ...operation, params: [] }, name.replace(/_ids$/, '_id'));

function kindOf({ path, params, projects }: Operation, name: string): ProjectKind | undefined {
  if (params.includes(name)) {
    if (path.includes(`/tracking-projects/{${name}}`)) return 'tracking project';
    return /^project(Id)?$/.test(name) || path.startsWith(`/projects/{${name}}`) ? projects : undefined;
  }
  if (name === 'tracking_project_id') return 'tracking project';
  if (name === 'seo_project_id') return 'project';
  return name === 'project_id' ? projects : undefined;
}
