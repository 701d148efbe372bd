import type { IncomingMessage } from 'node:http';

/** The path of the request's target, without a trailing slash. */
export const pathOf = ({ url = '' }: Pick<IncomingMessage, 'url'>): string =>
  (url.split('?', 1)[0] ?? '').replace(/(?<=[^/])\/+$/, '');

/** Whether a person's browser asks for a page: clients of the protocol ask for JSON and event streams, never for HTML. */
export const isVisit = ({ method = '', headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean =>
  (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(headers.accept ?? '');
