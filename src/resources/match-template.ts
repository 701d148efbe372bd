import { percentDecoded } from '../base/text/percent-decoded.ts';

/** The value of a template's variable in an address; undefined if the address does not match the template. */
export function matchTemplate(uriTemplate: string, uri: string): string | undefined {
  const [before = '', variable = '', after = ''] = uriTemplate.split(/[{}]/);
  if (!uri.startsWith(before) || !uri.endsWith(after) || uri.length <= before.length + after.length) return undefined;
  const value = uri.slice(before.length, uri.length - after.length);
  if (!(variable.startsWith('+') ? /^[^?#]+$/ : /^[^/?#]+$/).test(value)) return undefined;
  return percentDecoded(value);
}
