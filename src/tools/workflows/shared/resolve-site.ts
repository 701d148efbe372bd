import { findProject, hostOf } from '../../../client/names/project-names.ts';
import { scalarText } from '../../../base/json/scalar-text.ts';
import { textsIn } from '../../../base/text/texts-in.ts';
import { createNotSentError } from '../../results/error-result.ts';
import { listAll } from './list-all.ts';
import type { Reader } from './task.ts';
import { siteAddress } from './web-address.ts';

/**
 * The address of a site that a person names by domain, by address, or by the project it belongs to: a name taken for a
 * host would be audited, and paid for, as a site that does not exist.
 * @throws VisibilityError `invalid_arguments` with the candidates, where it is no address and not exactly one project.
 */
export async function resolveSite(reader: Reader, written: string): Promise<string> {
  if (hasHost(written)) return checkAddress(siteAddress(written), 'site');
  const { records: all } = await listAll(reader, 'projects.list', {});
  const pin = reader.client.pins?.project;
  const projects = pin === undefined ? all : all.filter(({ id }) => id === pin);
  const project =
    projects.find(({ id }) => scalarText(id) === written.trim()) ??
    findProject(projects, written, { kind: 'project', argument: 'site', rule: 'parts' });
  const [domain] = textsIn(project.domain);
  if (domain === undefined)
    throw createNotSentError(
      'invalid_arguments',
      `Project ${scalarText(project.id) ?? ''} has no domain.`,
      'Ask for the address of the site, and give it as site.',
    );
  return siteAddress(domain);
}

/** Whether a text begins with a host, and not with a name that a person gives a project. */
export const hasHost = (written: string): boolean => /[.:]|^localhost$/.test(hostOf(written));

/** @throws VisibilityError `invalid_arguments` for what is no address of a page on the web */
export function checkAddress(address: string, argument: string): string {
  const url = URL.parse(address);
  if (url && /^https?:$/.test(url.protocol) && !/\s/.test(address) && isHost(url.hostname)) return address;
  throw createNotSentError(
    'invalid_arguments',
    `${argument} must be an http or https address: ${JSON.stringify(address.slice(0, 80))} is none. Nothing was charged.`,
    `Ask for the address, and give it as ${argument}.`,
  );
}

/** A number with a point in it parses as an address, and is none: a domain ends in a word. */
const isHost = (host: string): boolean =>
  /^(?:localhost|\[[\da-f:.]+\]|(?:\d+\.){3}\d+|(?:[^.]+\.)+[a-z](?:[a-z\d-]*[a-z\d])?\.?)$/i.test(host);
