import type { Output } from '../../../catalog/index.ts';
import { VisibilityError } from '../../../client/errors.ts';
import { findProject } from '../../../client/names/project-names.ts';
import { listAll } from './list-all.ts';
import type { Reader } from './task.ts';

/**
 * The id of the project with that name, domain or id; if none is given, of the team's only project.
 * @throws VisibilityError `invalid_arguments` with the candidates, if it is not exactly one.
 */
export async function resolveProject(reader: Reader, nameOrId: string | undefined): Promise<number> {
  const pin = reader.client.pins?.project;
  if (pin !== undefined && (nameOrId === undefined || nameOrId.trim() === String(pin))) return pin;
  if (pin === undefined && nameOrId !== undefined && /^\d+$/.test(nameOrId.trim())) return Number(nameOrId);
  return Number((await projectNamed(reader, nameOrId, 'project')).id);
}

/** The project that is meant, among those that the pins allow. */
export async function projectNamed(
  reader: Reader,
  nameOrId: string | undefined,
  argument: string,
): Promise<Output<'projects.list'>[number]> {
  const pin = reader.client.pins?.project;
  const { records, partial } = await listAll(reader, 'projects.list', {}, 100);
  if (partial)
    throw new VisibilityError('unreadable', 'The list of projects could not be read to its end.', {
      outcome: 'not_sent',
    });
  const projects = pin === undefined ? records : records.filter(({ id }) => id === pin);
  return findProject(projects, nameOrId, { kind: 'project', argument, rule: 'parts' });
}
