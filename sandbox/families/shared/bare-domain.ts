/** A domain as the platform stores it: lowercase, without scheme, `www.`, path and port; undefined where there is none. */
export function bareDomain(given: string): string | undefined {
  const domain = given
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[/?#:].*$/, '');
  return /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]+)$/.test(domain)
    ? domain
    : undefined;
}
