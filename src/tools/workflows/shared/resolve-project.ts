import type { Platform } from '../../../platform/platform.ts';
import { findProject, type NameLookup } from '../../../platform/project-names.ts';
import type { ToolContext } from '../../tool.ts';
import { read } from './read.ts';
import { listAll } from './list-all.ts';

/**
 * The id of the project a person means by its name, domain or id; without any, the team's only one.
 * @throws VisibilityError `invalid_arguments` with the candidates, where it is not exactly one.
 */
export async function resolveProject(
  client: Platform,
  nameOrId: string | undefined,
  context: Pick<ToolContext, 'signal'>,
): Promise<number> {
  const pin = client.pins?.project;
  if (pin !== undefined) {
    if (nameOrId === undefined || nameOrId.trim() === String(pin)) return pin;
    const { data } = await read(client, 'projects.get', { id: pin }, context);
    return Number(findProject([{ ...data, id: pin }], nameOrId, wanted).id);
  }
  if (nameOrId !== undefined && /^\d+$/.test(nameOrId.trim())) return Number(nameOrId);
  return Number(findProject(await listAll(client, 'projects.list', {}, context), nameOrId, wanted).id);
}

const wanted: NameLookup = { kind: 'project', argument: 'project', rule: 'parts' };
