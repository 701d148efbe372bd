import { operationNamed } from '../../catalog/index.ts';
import type { RawResponse } from './index.ts';
import type { Send } from '../http/transport/sender.ts';
import { VisibilityError } from '../errors.ts';

/**
 * Downloads a file from a URL on the platform's host, without sending the token. Rejects with `not_found` for any other host.
 * @param timeoutMs maximum milliseconds to wait for a rate-limit slot, and then for the whole response
 */
export async function download(send: Send, apiUrl: string, address: string, timeoutMs: number): Promise<RawResponse> {
  const { origin } = new URL(apiUrl);
  const url = URL.parse(address, origin);
  if (url?.origin !== origin)
    throw new VisibilityError('not_found', 'The address is not on the platform.', { outcome: 'not_sent' });
  const request = { method: 'GET', target: `${url.pathname}${url.search}`, outside: true };
  const { headers, body } = await send(operationNamed('files.get'), {}, request, {
    urgency: 'call',
    slotWaitMs: timeoutMs,
    deadlineMs: timeoutMs,
  });
  return { mime: headers['content-type'] ?? '', body };
}
