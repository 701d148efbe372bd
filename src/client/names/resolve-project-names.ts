import { isFields, type Fields } from '../../base/json/is-fields.ts';
import { type Operation, operationNamed, type ProjectKind } from '../../catalog/index.ts';
import { readOperationArguments } from '../http/request/validate.ts';
import { pages } from '../answers/pages/index.ts';
import { projectArguments } from '../../catalog/project-arguments.ts';
import type { Platform } from '../platform.ts';
import { findProject, isBareId, projectsNamed } from './project-names.ts';
import { VisibilityError } from '../errors.ts';

/**
 * The arguments of a call, read by their declaration, in which names and domains of projects are replaced by their
 * ids: for calls of tools, programs and the library. Only a whole name or domain counts, since a part would be a
 * guess. Ids are passed on and cost no read.
 * @param now milliseconds since the epoch, for the age of the list that names are looked up in
 * @throws VisibilityError `invalid_arguments` with the candidates, where a name fits none or several
 */
export async function resolveProjectNames(
  client: Platform,
  operation: Operation,
  given: Fields,
  now: number,
): Promise<Fields> {
  const args = readOperationArguments(operation, given);
  const kinds = projectArguments(operation);
  if (kinds.size === 0) return args;
  const resolved: Record<string, unknown> = { ...args };
  for (const [name, kind] of kinds) {
    if (isName(args[name])) resolved[name] = await idOf(client, operation, kind, name, args[name], now);
  }
  const { body } = args;
  if (!operation.open || !isFields(body)) return resolved;
  const inBody: Record<string, unknown> = { ...body };
  for (const [name, kind] of kinds) {
    if (isName(body[name])) inBody[name] = await idOf(client, operation, kind, name, body[name], now);
  }
  return { ...resolved, body: inBody };
}

/** Forgets the names of projects after a call that may have made, renamed or deleted one. */
export function forgetChangedProjects(client: Platform, operation: Operation): void {
  if (operation.effect !== 'read' && changing.has(operation.family)) cachedLists.delete(client);
}

/** Families whose calls may make, rename or delete projects. */
const changing: ReadonlySet<string> = new Set(['projects', 'tracking', 'ingest', 'tracking_shares']);

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && !isBareId(value);

/** Milliseconds for which a list of projects is used again. */
const listedForMs = 60_000;

interface Listed {
  readonly at: number;
  readonly records: Promise<readonly Fields[]>;
}

const cachedLists = new WeakMap<Platform, Map<ProjectKind, Listed>>();

async function idOf(
  client: Platform,
  { effect }: Operation,
  kind: ProjectKind,
  argument: string,
  projectName: string,
  now: number,
): Promise<unknown> {
  // A deletion by name always reads the list again.
  const fresh = effect === 'delete';
  let records = await listProjects(client, kind, now, fresh ? 0 : listedForMs);
  if (!fresh && projectsNamed(records, projectName, 'whole').length === 0)
    records = await listProjects(client, kind, now, 0);
  return findProject(records, projectName, { kind, argument, rule: 'whole' }).id;
}

/** The projects or brands of the team. The list is used again for a minute, unless a caller wants a newer one. */
export async function listProjects(
  client: Platform,
  kind: ProjectKind,
  now: number,
  noOlderThanMs = listedForMs,
): Promise<readonly Fields[]> {
  const lists = cachedLists.get(client) ?? new Map<ProjectKind, Listed>();
  cachedLists.set(client, lists);
  const earlier = lists.get(kind);
  if (earlier && now - earlier.at < noOlderThanMs) return earlier.records;
  // Without the caller's signal: a caller that cancels must not end a read that others wait for.
  const records = readers[kind](client);
  lists.set(kind, { at: now, records });
  try {
    return await records;
  } catch (error) {
    if (lists.get(kind)?.records === records) lists.delete(kind);
    throw error;
  }
}

/** Pages of projects that are read at most: each is one of the 60 requests a minute. */
const maxPages = 10;

const readers: Readonly<Record<ProjectKind, (client: Platform) => Promise<readonly Fields[]>>> = {
  project: (client) => readAll(client, 'projects.list'),
  'tracking project': (client) => readAll(client, 'tracking.list'),
};

async function readAll(client: Platform, name: 'projects.list' | 'tracking.list'): Promise<readonly Fields[]> {
  const records: Fields[] = [];
  const list = pages(operationNamed(name), {}, (args) => client.call(name, args, { resolvesName: true }));
  let count = 0;
  for await (const page of list) {
    records.push(...page.records.filter(isFields));
    if (page.verdict?.missed)
      throw new VisibilityError('unreadable', `${name}: the list is not complete: ${page.verdict.missed}`, {
        status: 200,
        next: 'Give the id of the project instead of its name.',
      });
    if (++count >= maxPages) break;
  }
  return records;
}
