import { hostOf } from '../../../client/names/project-names.ts';
import { scalarText } from '../../../base/json/scalar-text.ts';
import { textsIn } from '../../../base/text/texts-in.ts';
import { createNotSentError } from '../../results/error-result.ts';
import { projectNamed } from './resolve-project.ts';
import type { Reader } from './task.ts';

/**
 * The address of a site, given by domain, by address, or by the name of its project. A name must not be mistaken for a
 * host: a site that does not exist would be audited and paid for.
 * @throws VisibilityError `invalid_arguments` with the candidates, if it is neither an address nor exactly one project.
 */
export async function resolveSite(reader: Reader, written: string): Promise<string> {
  if (hasHost(written)) return withoutSlash(checkAddress(webAddress(written), 'site'));
  const project = await projectNamed(reader, written, 'site');
  const [domain] = textsIn(project.domain);
  if (domain !== undefined) return withoutSlash(webAddress(domain));
  throw createNotSentError(
    'invalid_arguments',
    `Project ${scalarText(project.id) ?? ''} has no domain.`,
    'Ask for the address of the site, and give it as site.',
  );
}

/** The address of a page. A project's name could lead to paying for the wrong home page, so it is not accepted. */
export const pageAddress = (written: string): string =>
  checkAddress(hasHost(written) ? webAddress(written) : written, 'url');

/** @throws VisibilityError `invalid_arguments` for anything but the address of a page on the web */
export function checkAddress(address: string, argument: string): string {
  const url = URL.parse(address);
  if (url && /^https?:$/.test(url.protocol) && !/\s/.test(address) && isHost(url.hostname)) return address;
  throw createNotSentError(
    'invalid_arguments',
    `${argument} must be an http or https address: ${JSON.stringify(address.slice(0, 80))} is none. Nothing was charged.`,
    `Ask for the address, and give it as ${argument}.`,
  );
}

/** Whether a text begins with a host, rather than with the name of a project. */
const hasHost = (written: string): boolean => /[.:]|^localhost$/.test(hostOf(written));

/** Completes an address as people write it: `example.com/shop` becomes `https://example.com/shop`. */
function webAddress(written: string): string {
  const trimmed = written.trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  return URL.parse(whole)?.href ?? whole;
}

/** The address of a site without the trailing slash after the host. */
const withoutSlash = (address: string): string => address.replace(/^(https?:\/\/[^/]+)\/$/, '$1');

/** A decimal number parses as a host but is none: a domain ends in a word. */
const isHost = (host: string): boolean =>
  /^(?:localhost|\[[\da-f:.]+\]|(?:\d+\.){3}\d+|(?:[^.]+\.)+[a-z](?:[a-z\d-]*[a-z\d])?\.?)$/i.test(host);
