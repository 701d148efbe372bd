import type { Output } from '../../../catalog/operation-types.ts';
import type { Client } from '../../../client/client.ts';
import type { ToolContext } from '../../tool.ts';
import { read } from './read.ts';
import { listAll } from './list-all.ts';
import { findByName, type Kind } from './find-by-name.ts';
import { textsIn } from './records-in.ts';

/**
 * The id of the project a person means by its name, domain or id; without any, the team's only one.
 * @throws VisibilityError `invalid_arguments` with the candidates, where it is not exactly one.
 */
export async function resolveProject(
  client: Client,
  meant: string | undefined,
  context: Pick<ToolContext, 'signal'>,
): Promise<number> {
  const pin = client.pins?.project;
  if (pin !== undefined) {
    if (meant === undefined || meant.trim() === String(pin)) return pin;
    const { data } = await read(client, 'projects.get', { id: pin }, context);
    return Number(findByName([{ ...data, id: pin }], meant, project).id);
  }
  if (meant !== undefined && /^\d+$/.test(meant.trim())) return Number(meant);
  return Number(findByName(await listAll(client, 'projects.list', {}, context), meant, project).id);
}

export const project: Kind<Output<'projects.list'>[number]> = {
  noun: 'project',
  argument: 'project',
  names: ({ name }) => textsIn(name),
  domains: ({ domain }) => textsIn(domain),
  create: 'projects.create makes one, free: describe_operation {"operation":"projects.create"}',
};
