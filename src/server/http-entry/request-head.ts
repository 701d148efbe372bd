import type { IncomingMessage } from 'node:http';

/** The path of the request's target, as it was sent. */
export const pathOf = ({ url = '' }: Pick<IncomingMessage, 'url'>): string => url.split('?', 1)[0] ?? '';

/** The length of the body in bytes, as the head announces it. Also 0 for a body in chunks, whose length is not announced. */
export const bodyLength = ({ headers }: Pick<IncomingMessage, 'headers'>): number =>
  Number(headers['content-length'] ?? 0);

export const hasBody = (request: Pick<IncomingMessage, 'headers'>): boolean =>
  bodyLength(request) > 0 || request.headers['transfer-encoding'] !== undefined;

/** Whether a person's browser asks for a page: clients of the protocol ask for JSON and event streams, never for HTML. */
export const isVisit = ({ method = '', headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean =>
  (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(headers.accept ?? '');

/** All values of a header that were sent: `headers` would show one of several. `name` in small letters. */
export const headerValues = ({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): string[] =>
  rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
