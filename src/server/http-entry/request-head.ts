import type { IncomingMessage } from 'node:http';

/** The path of the request's target, as it was sent. */
export const pathOf = ({ url = '' }: Pick<IncomingMessage, 'url'>): string => url.split('?', 1)[0] ?? '';

/** The length of the body that the head announces, in bytes. 0 as well where it comes in chunks, and announces none. */
export const bodyLength = ({ headers }: Pick<IncomingMessage, 'headers'>): number =>
  Number(headers['content-length'] ?? 0);

export const hasBody = (request: Pick<IncomingMessage, 'headers'>): boolean =>
  bodyLength(request) > 0 || request.headers['transfer-encoding'] !== undefined;
