import { coded } from '../refusal.ts';
import type { Invent } from '../invention.ts';

/** A page of a sitemap. */
export interface SitemapPage {
  readonly url: string;
  readonly priority: number;
}

/**
 * The pages of a sitemap, or 503 `sitemap_unreachable`. The sandbox leaves this machine for nobody:
 * only a sitemap on a loopback address is really fetched; `.invalid` (RFC 2606) is never reachable;
 * any other has invented pages.
 */
export async function readSitemap(address: string, invent: Invent): Promise<readonly SitemapPage[]> {
  const { hostname, origin } = new URL(address);
  if (hostname.endsWith('.invalid')) throw unreachable();
  if (!loopback.test(hostname)) return invented(origin, invent);
  const text = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(5000) }).then(
    (response) => (response.ok ? response.text() : ''),
    () => '',
  );
  const pages = [...text.matchAll(/<url>(.*?)<\/url>/gs)].flatMap(([, entry = '']) => {
    const [, url] = /<loc>\s*([^<\s]+)\s*<\/loc>/.exec(entry) ?? [];
    const [, priority = '0.5'] = /<priority>\s*([\d.]+)\s*<\/priority>/.exec(entry) ?? [];
    return url !== undefined && URL.canParse(url) ? [{ url, priority: Number(priority) }] : [];
  });
  if (!/<urlset[\s>]/.test(text)) throw unreachable();
  return pages;
}

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

const unreachable = () => coded(503, 'sitemap_unreachable', 'The sitemap could not be read.');

const invented = (origin: string, invent: Invent): SitemapPage[] =>
  Array.from({ length: invent('sitemap', origin).whole(8, 24) }, (_, n) => ({
    url: `${origin}/${n % 3 === 0 ? 'blog' : 'pages'}/${invent('page', origin, n).token(6)}`,
    priority: n === 0 ? 1 : 0.5,
  }));
