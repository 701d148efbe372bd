import type { IncomingHttpHeaders } from 'node:http';

/** The languages that pages are written in. */
export type Language = 'en' | 'de';

/** The first of these languages that a browser names: browsers name the one that they wish most first. English where it names neither. */
export const languageOf = ({ 'accept-language': wishes = '' }: IncomingHttpHeaders): Language =>
  /(?:^|,)\s*(de|en)\b/i.exec(wishes)?.[1]?.toLowerCase() === 'de' ? 'de' : 'en';
