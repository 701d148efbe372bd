import { findProject, type NameLookup } from '../../../client/names/project-names.ts';
import { listAll } from './list-all.ts';
import { read, type Reader } from './task.ts';

/**
 * The id of the project a person means by its name, domain or id; without any, the team's only one.
 * @throws VisibilityError `invalid_arguments` with the candidates, where it is not exactly one.
 */
export async function resolveProject(reader: Reader, nameOrId: string | undefined): Promise<number> {
  const pin = reader.client.pins?.project;
  if (pin !== undefined) {
    if (nameOrId === undefined || nameOrId.trim() === String(pin)) return pin;
    const { data } = await read(reader, 'projects.get', { id: pin });
    return Number(findProject([{ ...data, id: pin }], nameOrId, projectLookup).id);
  }
  if (nameOrId !== undefined && /^\d+$/.test(nameOrId.trim())) return Number(nameOrId);
  return Number(findProject((await listAll(reader, 'projects.list', {})).records, nameOrId, projectLookup).id);
}

const projectLookup: NameLookup = { kind: 'project', argument: 'project', rule: 'parts' };
