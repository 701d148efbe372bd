import { isFields, type Fields } from '../json/is-fields.ts';
import type { Operation } from '../catalog/operation.ts';
import type { ProjectKind } from '../catalog/operation.ts';
import { Unreadable } from '../client/errors/unreadable.ts';
import { projectArguments } from '../catalog/project-arguments.ts';
import type { Platform } from './platform.ts';
import { findProject, isBareId, projectsNamed } from './project-names.ts';

/**
 * The arguments of a call, names and domains of projects replaced by their ids. Only a whole name or domain counts: a
 * part of one would be a guess. Ids pass as they are, and cost no read. Calls of tools, programs and the library all come here.
 * A name under another argument than the operation's own, such as `project` for `id`, is taken where it can mean nothing else.
 *
 * @param now milliseconds since the epoch, for the age of the list that names are looked up in
 * @throws VisibilityError `invalid_arguments` with the candidates, where a name fits none or several
 */
export async function resolveProjectNames(
  client: Platform,
  operation: Operation,
  givenByAnyName: Fields,
  now: number,
): Promise<Fields> {
  const kinds = projectArguments(operation);
  if (kinds.size === 0) return givenByAnyName;
  const given = underItsArgument(operation, kinds, givenByAnyName);
  const resolved: Record<string, unknown> = { ...given };
  for (const [name, kind] of kinds) {
    if (isName(given[name])) resolved[name] = await idOf(client, operation, kind, name, given[name], now);
  }
  const { body } = given;
  if (!operation.open || !isFields(body)) return resolved;
  const inBody: Record<string, unknown> = { ...body };
  for (const [name, kind] of kinds) {
    if (isName(body[name])) inBody[name] = await idOf(client, operation, kind, name, body[name], now);
  }
  return { ...resolved, body: inBody };
}

/** What callers call a project or a brand by. */
const otherNames = ['project', 'project_id', 'tracking_project', 'tracking_project_id', 'brand', 'domain'];

/**
 * The arguments, with a project's name under the operation's only argument for one. An id stays where it is and is refused there:
 * content projects and tracking projects have ids of their own, and only the argument tells which are meant.
 */
function underItsArgument(operation: Operation, kinds: ReadonlyMap<string, ProjectKind>, given: Fields): Fields {
  const [argument, another] = kinds.keys();
  if (argument === undefined || another !== undefined || Object.hasOwn(given, argument)) return given;
  const names = otherNames.filter((name) => Object.hasOwn(given, name) && !isTaken(operation, name));
  const [name, second] = names;
  if (name === undefined || second !== undefined || !isName(given[name])) return given;
  const { [name]: value, ...others } = given;
  return { ...others, [argument]: value };
}

const isTaken = ({ input, likely }: Operation, name: string): boolean =>
  Object.hasOwn(input.shape, name) || Object.hasOwn(likely, name);

/** After a call that may have made, renamed or deleted a project: names are read again. */
export function forgetProjectNames(client: Platform, { family, effect }: Operation): void {
  if (effect !== 'read' && changing.has(family)) listed.delete(client);
}

const changing: ReadonlySet<string> = new Set(['projects', 'tracking', 'ingest', 'tracking_shares']);

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && !isBareId(value);

/** Milliseconds for which a list of projects is used again. */
const listedForMs = 60_000;

interface Listed {
  readonly at: number;
  readonly records: Promise<readonly Fields[]>;
}

const listed = new WeakMap<Platform, Map<ProjectKind, Listed>>();

async function idOf(
  client: Platform,
  { effect }: Operation,
  kind: ProjectKind,
  argument: string,
  projectName: string,
  now: number,
): Promise<unknown> {
  // What is deleted by name is looked up at that moment.
  const fresh = effect === 'delete';
  let records = await recordsOf(client, kind, now, fresh ? 0 : listedForMs);
  if (!fresh && projectsNamed(records, projectName, 'whole').length === 0)
    records = await recordsOf(client, kind, now, 0);
  return findProject(records, projectName, { kind, argument, rule: 'whole' }).id;
}

async function recordsOf(
  client: Platform,
  kind: ProjectKind,
  now: number,
  noOlderThanMs: number,
): Promise<readonly Fields[]> {
  const lists = listed.get(client) ?? new Map<ProjectKind, Listed>();
  listed.set(client, lists);
  const earlier = lists.get(kind);
  if (earlier && now - earlier.at < noOlderThanMs) return earlier.records;
  // Not given the signal: one caller's cancelling must not end what another waits for.
  const records = readers[kind](client);
  lists.set(kind, { at: now, records });
  try {
    return await records;
  } catch (error) {
    if (lists.get(kind)?.records === records) lists.delete(kind);
    throw error;
  }
}

/** Each page is a request of the 60 a minute: 10 pages of 100 must do. */
const maxPages = 10;

const readers: Readonly<Record<ProjectKind, (client: Platform) => Promise<readonly Fields[]>>> = {
  project: async (client) => {
    const records: Fields[] = [];
    for (let page = 1; page <= maxPages; page++) {
      const reply = await client.call('projects.list', { page, per_page: 100 });
      records.push(...listIn(reply.data));
      if (reply.incomplete)
        throw new Unreadable(
          `projects.list: ${reply.incomplete.says}`,
          200,
          'Give the id of the project instead of its name.',
        );
      if (!reply.page || reply.page.page >= reply.page.last_page) break;
    }
    return records;
  },
  'tracking project': async (client) => listIn((await client.call('tracking.list', {})).data),
};

const listIn = (data: unknown): Fields[] => (Array.isArray(data) ? data.filter(isFields) : []);
