import type { Operation } from './operation.ts';

/** Kinds of projects that an argument may name: a content project, or the tracking project of a brand. */
export type ProjectKind = 'project' | 'tracking project';

/**
 * The arguments of an operation that are the id of a project, by name. Content projects stand below `/projects/` and as
 * `project_id`, tracking projects below `/tracking-projects/` and as `tracking_project_id`; what deviates is listed.
 */
export function projectArguments(operation: Operation): ReadonlyMap<string, ProjectKind> {
  const known = made.get(operation);
  if (known) return known;
  const found = new Map<string, ProjectKind>();
  for (const name of Object.keys(operation.input.shape)) {
    const kind = kindOf(operation, name);
    if (kind) found.set(name, kind);
  }
  made.set(operation, found);
  return found;
}

const made = new WeakMap<Operation, ReadonlyMap<string, ProjectKind>>();

/** Their paths and fields say project and take the id of a tracking project (contract 2 and 3). */
const aboutTracking: ReadonlySet<string> = new Set(['deep_insights', 'citation_causality', 'prompt_check', 'ingest']);

/**
 * The kind of project whose id, or list of ids, a field at any depth of the arguments holds. Bodies that are passed on may
 * have fields that no declaration names.
 */
export const projectFieldKind = (operation: Operation, name: string): ProjectKind | undefined =>
  kindOf({ ...operation, params: [] }, name.replace(/_ids$/, '_id'));

function kindOf({ family, path, params }: Operation, name: string): ProjectKind | undefined {
  const ofProject = aboutTracking.has(family) ? 'tracking project' : 'project';
  if (params.includes(name)) {
    if (path.includes(`/tracking-projects/{${name}}`)) return 'tracking project';
    return /^project(Id)?$/.test(name) || path.startsWith(`/projects/{${name}}`) ? ofProject : undefined;
  }
  if (name === 'tracking_project_id') return 'tracking project';
  if (name === 'seo_project_id') return 'project';
  return name === 'project_id' ? ofProject : undefined;
}
