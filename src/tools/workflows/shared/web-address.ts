/** An address as a person writes it, completed: `example.com/shop` becomes `https://example.com/shop`. */
export function webAddress(written: string): string {
  const trimmed = written.trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  return URL.canParse(whole) ? new URL(whole).href : whole;
}

/** The same for a site: without the slash that an address of nothing but a host ends in. */
export const siteAddress = (written: string): string => webAddress(written).replace(/^(https?:\/\/[^/]+)\/$/, '$1');
