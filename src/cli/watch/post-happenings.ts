import { createHmac } from 'node:crypto';
import { SettingError } from '../../config/setting-error.ts';
import type { Happening } from './happenings.ts';

/** Header of the signature: `sha256=` and the HMAC-SHA256 of the body in hexadecimal digits, keyed by the secret. */
const signatureHeader = 'x-visibility-signature';

/** Milliseconds within which a receiver has to answer. */
const answerMs = 10_000;

/** The address that a look posts to: https, or on this machine. */
export function postAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLocal = url !== undefined && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  if (url && (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal))) return url;
  throw new SettingError('watch: --post takes an address that begins with https://');
}

/** Posts to that address, following no redirect. Resolves with why it failed; undefined where the receiver took it. Chat tools show the field `text`. */
export async function postHappenings(
  url: URL,
  secret: string,
  happened: readonly Happening[],
  at: string,
): Promise<string | undefined> {
  const body = JSON.stringify({ text: happened.map(({ text }) => text).join('\n'), at, happened });
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  try {
    const {
      ok,
      status,
      body: answer,
    } = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', [signatureHeader]: signature },
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMs),
    });
    await answer?.cancel();
    return ok ? undefined : `it answered ${status}`;
  } catch {
    return 'it did not answer';
  }
}
