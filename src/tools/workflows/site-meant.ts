import type { Client } from '../../client/client.ts';
import { refuse } from '../refusal.ts';
import type { ToolContext } from '../tool.ts';
import { listAll } from './list-all.ts';
import { hostOf, meantAmong } from './meant-among.ts';
import { textsOf } from './read-reply.ts';
import { project } from './resolve-project.ts';
import { siteAddress } from './web-address.ts';

/**
 * The address of a site that a person names by domain, by address, or by the project it belongs to: a name taken for a
 * host would be audited, and paid for, as a site that is nobody's.
 * @throws VisibilityError `invalid_arguments` with the candidates, where it is no address and not exactly one project.
 */
export async function siteMeant(client: Client, written: string, argument: string, context: Pick<ToolContext, 'signal'>): Promise<string> {
  if (/[.:]|^localhost$/.test(hostOf(written))) return siteAddress(written);
  const projects = await listAll(client, 'projects.list', {}, context);
  const meant = projects.find(({ id }) => String(id) === written.trim()) ?? meantAmong(projects, written, { ...project, argument });
  const [domain] = textsOf(meant, 'domain');
  if (domain === undefined) throw refuse('invalid_arguments', `Project ${String(meant['id'])} has no domain.`, `give ${argument} as an address, such as example.com`);
  return siteAddress(domain);
}
