import { createHmac } from 'node:crypto';
import type { Sending } from '../implementation.ts';

/** Milliseconds of real time within which a receiver has to answer (docs/platform/events.md#retries). */
const answerMs = 5_000;

export interface SignedPost {
  readonly url: string;
  readonly body: string;
  /** Key of the signature. */
  readonly secret: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Posts a signed body. Resolves with the receiver's status, or 503 if there is none in time; never rejects. */
export async function postSigned(
  { url, body, secret, headers }: SignedPost,
  { clock, signal }: Sending,
): Promise<number> {
  const late = new AbortController();
  const ended = new AbortController();
  void clock.sleep(answerMs, ended.signal, { keepsAlive: false }).then(
    () => late.abort(),
    () => undefined,
  );
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-service-signature': `sha256=${signature}`, ...headers },
      redirect: 'manual',
      signal: AbortSignal.any([signal, late.signal]),
    });
    await response.body?.cancel();
    return response.status;
  } catch {
    return 503;
  } finally {
    ended.abort();
  }
}
