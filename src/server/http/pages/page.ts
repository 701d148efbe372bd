import type { IncomingHttpHeaders } from 'node:http';
import { style } from './style.ts';

/** The languages that pages are written in. */
export type Language = 'en' | 'de';

/** The first of these languages in a browser's list, which has the preferred language first. English if it has neither. */
export const languageOf = ({ 'accept-language': wishes = '' }: IncomingHttpHeaders): Language =>
  /(?:^|,)\s*(de|en)\b/i.exec(wishes)?.[1]?.toLowerCase() === 'de' ? 'de' : 'en';

/** The name under which people see this server. */
export const serviceName = 'Visibility';

/** Escapes a text for HTML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** A whole page. `title` is text, `body` is HTML. */
export const page = (language: Language, title: string, body: string): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} – ${serviceName}</title><style>${style}</style></head><body><main><p class="service">${serviceName}</p><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`;

/** A message about an error, which screen readers announce at once. `text` is text, not HTML. */
export const alert = (text: string | undefined): string =>
  text ? `<p class="error" role="alert">${escapeHtml(text)}</p>` : '';

const htmlType = 'text/html; charset=utf-8';

/**
 * Headers of every page: no script, no framing, no external content, no caching. `redirectTo` is allowed as a target of
 * forms, since browsers apply that rule to redirects after a form as well.
 */
export const pageHeaders = (redirectTo?: string): Record<string, string> => ({
  'content-type': htmlType,
  'cache-control': 'no-store',
  vary: 'accept-language',
  'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; form-action 'self'${redirectTo ? ` ${redirectTo}` : ''}; frame-ancestors 'none'; base-uri 'none'`,
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  // With no-referrer, browsers would send forms with the origin `null`.
  'referrer-policy': 'same-origin',
});
