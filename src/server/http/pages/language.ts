import type { IncomingHttpHeaders } from 'node:http';

/** The languages that pages are written in. */
export type Language = 'en' | 'de';

/** The language that a browser wishes first among those that pages have (RFC 9110, section 12.5.4); English where it wishes none of them. */
export function languageOf({ 'accept-language': wishes = '' }: IncomingHttpHeaders): Language {
  const ranked = wishes
    .slice(0, 500)
    .split(',')
    .map((wish) => {
      const [tag = '', ...parameters] = wish.trim().toLowerCase().split(';');
      const quality = Number(/^\s*q=([\d.]+)\s*$/.exec(parameters.join(';'))?.[1] ?? '1');
      return { language: tag.trim().split('-')[0], quality: Number.isFinite(quality) ? quality : 0 };
    })
    .filter(({ language, quality }) => quality > 0 && (language === 'de' || language === 'en'))
    .toSorted((one, other) => other.quality - one.quality);
  return ranked[0]?.language === 'de' ? 'de' : 'en';
}
