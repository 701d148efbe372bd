import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/** The fields of a form. Undefined for a body that is no form. The entry has bounded it. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')) return undefined;
  return new URLSearchParams(await text(request));
}
