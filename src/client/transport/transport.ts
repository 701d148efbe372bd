import { traceHeaders } from '../../traces.ts';
import type { Dispatcher } from 'undici';
import type { Proxies } from '../../proxies.ts';
import type { WireRequest } from '../request/encode.ts';
import { createDispatcher } from './create-dispatcher.ts';
import { ProxyFailure } from './proxy-failure.ts';
import { reasonOf } from './reason-of.ts';
import { listenForRequestStart, requestStartInterceptor } from './request-start-interceptor.ts';

export interface WireResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The time was up before the body ended: this is its beginning. */
  readonly cut?: true | undefined;
}

/** Outcome of one attempt. */
export type Attempt =
  | { readonly kind: 'answered'; readonly response: WireResponse }
  /** No whole answer came. `sent`: bytes of the request had left. `status`: its beginning had come. `final`: another attempt would end the same way. `cancelled`: by the caller. `expired`: the time was up. */
  | {
      readonly kind: 'lost';
      readonly sent: boolean;
      readonly reason: string;
      readonly status?: number | undefined;
      readonly final?: true | undefined;
      readonly cancelled?: true | undefined;
      readonly expired?: true | undefined;
    };

export interface Attempting {
  readonly timeoutMs: number;
  /** Whether the request may share a connection that the server might be closing. */
  readonly reuse: boolean;
  /** Ends the attempt at any time. */
  readonly signal?: AbortSignal | undefined;
  /** Ends the attempt as long as no byte has left: what may change something is not cut off once it is on its way. */
  readonly unsentSignal?: AbortSignal | undefined;
  /** Asked when the request is about to be written: where it no longer may, no byte of it leaves. */
  readonly mayLeave?: (() => boolean) | undefined;
  /** Whether a body that has begun when the time is up is an answer: rows of a stream, one a line. */
  readonly partial?: boolean | undefined;
}

export interface Transport {
  /** Makes one attempt. Never rejects because of the network. */
  attempt(request: WireRequest, attempting: Attempting): Promise<Attempt>;
  close(): Promise<void>;
}

/** Bytes; more than the largest download the contract describes. */
const maxAnswerBytes = 32 * 1024 * 1024;

export interface TransportOptions {
  /** Ends in `/api/v1`. */
  readonly apiUrl: string;
  /** Absent: no request carries one. */
  readonly token?: string | undefined;
  readonly proxies?: Proxies | undefined;
}

/**
 * Sends requests to the platform. Redirects are not followed, and the token goes nowhere but to `apiUrl`.
 */
export function createTransport({ apiUrl, token, proxies }: TransportOptions): Transport {
  const { origin, pathname } = new URL(apiUrl);
  const base = pathname.replace(/\/$/, '');
  // No bound on connections: slots bound what is under way, and a request that waits for a connection
  // inside undici spends its deadline there.
  const shared = createDispatcher({ proxies, keepAliveTimeout: 4_000 }).compose(requestStartInterceptor);
  const single = createDispatcher({ proxies, pipelining: 0 }).compose(requestStartInterceptor);
  const redact = redactToken(token);
  return {
    async attempt(
      { method, target, outside = false, headers: own, contentType, body },
      { timeoutMs, reuse, signal, unsentSignal, mayLeave, partial },
    ) {
      let sent = false;
      let started: Pick<WireResponse, 'status' | 'headers'> | undefined;
      const chunks: Uint8Array[] = [];
      const end = new AbortController();
      const expiry = setTimeout(
        () => end.abort(new Expired(`no answer within ${Math.ceil(timeoutMs / 100) / 10} s`)),
        timeoutMs,
      );
      const cancel = (): void => end.abort(new Cancelled('the call was cancelled'));
      const cancelUnsent = (): void => void (sent || cancel());
      if (signal?.aborted || unsentSignal?.aborted) cancel();
      signal?.addEventListener('abort', cancel, { once: true });
      unsentSignal?.addEventListener('abort', cancelUnsent, { once: true });
      try {
        const headers = listenForRequestStart(
          {
            accept: 'application/json',
            'user-agent': 'visibility-mcp',
            ...lowerCase(own),
            ...(outside ? {} : traceHeaders()),
            authorization: outside || token === undefined ? undefined : `Bearer ${token}`,
            'content-type': contentType || undefined,
          },
          // A request that was given up while it was being connected is dropped by undici before it writes a byte.
          {
            onRequestStart() {
              if (mayLeave?.() === false) end.abort(new Cancelled('this process was stopped for too long'));
              sent ||= !end.signal.aborted;
            },
          },
        );
        const request = (reuse ? shared : single).request({
          origin,
          path: outside ? target : `${base}${target}`,
          method: method as Dispatcher.HttpMethod,
          headers,
          body: body ?? null,
          signal: end.signal,
          headersTimeout: 0,
          bodyTimeout: 0,
        });
        // Connecting ignores the signal: name lookup, TCP and TLS would continue for their own ten seconds.
        const answer = await Promise.race([request, aborted(end.signal)]);
        started = { status: answer.statusCode, headers: flat(answer.headers, redact) };
        await Promise.race([readAll(answer.body, chunks), aborted(end.signal)]);
        return { kind: 'answered', response: { ...started, body: redact(joined(chunks)) } };
      } catch (error) {
        if (partial && started && error instanceof Expired)
          return { kind: 'answered', response: { ...started, body: redact(joined(chunks)), cut: true } };
        return {
          kind: 'lost',
          sent,
          reason: reasonOf(error),
          status: started?.status,
          ...lossOf(error),
        };
      } finally {
        clearTimeout(expiry);
        signal?.removeEventListener('abort', cancel);
        unsentSignal?.removeEventListener('abort', cancelUnsent);
      }
    },
    async close() {
      await Promise.all([shared.destroy(), single.destroy()]);
    },
  };
}

/** Header names in one form: an argument's header stands in for the usual one and does not go beside it. */
const lowerCase = (headers: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

class TooLarge extends Error {}

class Expired extends Error {}

class Cancelled extends Error {}

function lossOf(error: unknown): {
  final?: true | undefined;
  cancelled?: true | undefined;
  expired?: true | undefined;
} {
  // Repeated, wrong credentials may lock an account of the proxy's.
  if (error instanceof TooLarge || (error instanceof ProxyFailure && error.status === 407)) return { final: true };
  if (error instanceof Cancelled) return { cancelled: true };
  return error instanceof Expired ? { expired: true } : {};
}

/** Rejects with the signal's reason when it is aborted. */
function aborted(signal: AbortSignal): Promise<never> {
  const rejected = new Promise<never>((_, reject) => {
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  rejected.catch(() => undefined);
  return rejected;
}

async function readAll(body: AsyncIterable<Uint8Array>, chunks: Uint8Array[]): Promise<void> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxAnswerBytes) throw new TooLarge(`the answer is larger than ${maxAnswerBytes} bytes`);
    chunks.push(chunk);
  }
}

const joined = (chunks: readonly Uint8Array[]): Uint8Array =>
  chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);

/** An answer that repeats the token, as it is or as JSON or an address spells it, is shown without it. */
function redactToken(token: string | undefined): (bytes: Uint8Array) => Uint8Array {
  if (token === undefined) return (bytes) => bytes;
  const json = JSON.stringify(token).slice(1, -1);
  const forms = [...new Set([token, json, json.replaceAll('/', '\\/'), encodeURIComponent(token)])];
  return (original) => {
    const bytes = Buffer.from(original.buffer, original.byteOffset, original.byteLength);
    const contained = forms.filter((form) => bytes.includes(form));
    if (contained.length === 0) return original;
    return Buffer.from(
      contained.reduce((text, form) => text.replaceAll(form, '[token]'), bytes.toString('latin1')),
      'latin1',
    );
  };
}

function flat(
  headers: Record<string, string | string[] | undefined>,
  redact: (bytes: Uint8Array) => Uint8Array,
): Record<string, string> {
  const plain = (value: string | string[] | undefined): string =>
    Array.isArray(value) ? value.join(', ') : (value ?? '');
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Buffer.from(redact(Buffer.from(plain(value), 'latin1'))).toString('latin1'),
    ]),
  );
}
