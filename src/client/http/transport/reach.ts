import type { Proxies } from '../../../base/index.ts';
import { createTransport, type Attempt } from './transport.ts';

/**
 * Sends one request to the platform over the same connection path as calls, but without a token, so that it counts against no rate
 * limit. Any answer proves that the platform can be reached. Never rejects.
 */
export async function reach(
  { apiUrl, proxies }: { readonly apiUrl: string; readonly proxies: Proxies | undefined },
  timeoutMs: number,
): Promise<Attempt> {
  const transport = createTransport({ apiUrl, proxies });
  try {
    return await transport.attempt({ method: 'GET', target: '/credits' }, { timeoutMs, reuse: true });
  } finally {
    await transport.close();
  }
}
