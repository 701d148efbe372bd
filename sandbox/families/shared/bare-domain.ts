import { invalid } from '../../engine/http/refusal.ts';

/** A domain as the platform stores it: lowercase, without scheme, `www.`, path and port; undefined if there is none. */
export function bareDomain(text: string): string | undefined {
  const domain = text
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[/?#:].*$/, '');
  return /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]+)$/.test(domain)
    ? domain
    : undefined;
}

/** The domain that a field of a request holds; 422 if it is not a domain. */
export function domainIn(text: string, field: string, message = `${text} is no domain.`): string {
  const domain = bareDomain(text);
  if (domain === undefined) throw invalid({ [field]: [message] });
  return domain;
}
