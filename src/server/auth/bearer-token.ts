import type { IncomingHttpHeaders } from 'node:http';

/** The token of an `Authorization: Bearer` header (RFC 6750, section 2.1); undefined where there is none that a header can carry. */
export const bearerToken = ({ authorization = '' }: IncomingHttpHeaders): string | undefined =>
  /^bearer +([\x21-\x7e]{1,4096})$/i.exec(authorization)?.[1];
