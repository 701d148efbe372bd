import type { Proxies } from '../../proxies.ts';
import { createTransport, type Attempt } from './transport.ts';

/**
 * One request to the platform on the way that calls take, without a token: it draws on nobody's rate, and any answer proves that the
 * platform is there. Never rejects.
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
