import { coded } from '../../../engine/http/refusal.ts';
import { loopback } from './callback.ts';
import type { Invent } from '../../../invention/invention.ts';

/** A page of a sitemap. */
export interface SitemapPage {
  readonly url: string;
  readonly priority: number;
}

/**
 * The pages of a sitemap, or 503 `sitemap_unreachable`. The sandbox sends nothing beyond this machine: only a sitemap on a
 * loopback address is really fetched; `.invalid` (RFC 2606) is never reachable; any other has invented pages. For an `index`,
 * the sitemaps that it names are read; an index in one of those is ignored.
 */
export async function readSitemap(
  address: string,
  invent: Invent,
  { index = false } = {},
): Promise<readonly SitemapPage[]> {
  const { hostname, origin } = new URL(address);
  if (hostname.endsWith('.invalid')) throw unreachable();
  if (!loopback.test(hostname)) return invented(origin, invent);
  const text = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(5000) }).then(
    (response) => (response.ok ? response.text() : ''),
    () => '',
  );
  if (!index && /<sitemapindex[\s>]/.test(text)) {
    const parts = entries(text, 'sitemap').slice(0, maxSitemaps);
    return (await Promise.all(parts.map(({ url }) => readSitemap(url, invent, { index: true })))).flat();
  }
  if (!/<urlset[\s>]/.test(text)) throw unreachable();
  return entries(text, 'url');
}

/** Maximum sitemaps read from an index. */
const maxSitemaps = 50;

const entries = (text: string, tag: 'url' | 'sitemap'): SitemapPage[] =>
  [...text.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].flatMap(([, entry = '']) => {
    const [, loc] = /<loc>\s*([^<\s]+)\s*<\/loc>/.exec(entry) ?? [];
    const url = loc?.replaceAll('&amp;', '&');
    const [, priority = '0.5'] = /<priority>\s*([\d.]+)\s*<\/priority>/.exec(entry) ?? [];
    return url !== undefined && URL.canParse(url) ? [{ url, priority: Number(priority) }] : [];
  });

const unreachable = () => coded(503, 'sitemap_unreachable', 'The sitemap could not be read.');

const invented = (origin: string, invent: Invent): SitemapPage[] =>
  Array.from({ length: invent('sitemap', origin).whole(8, 24) }, (_, n) => ({
    url: `${origin}/${n % 3 === 0 ? 'blog' : 'pages'}/${invent('page', origin, n).token(6)}`,
    priority: n === 0 ? 1 : 0.5,
  }));
