import { traceHeaders } from '../../../base/traces.ts';
import type { Dispatcher } from 'undici';
import type { Proxies } from '../../../base/index.ts';
import type { WireRequest } from '../request/encode.ts';
import { createDispatcher } from './create-dispatcher.ts';
import { AttemptFailure, reasonOf, type Loss } from './attempt-failure.ts';
import { unpacked } from './content-encoding.ts';
import { onRequestStart } from './interceptors.ts';

/** A response before it is decoded. */
export interface WireResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Set if the body is incomplete because the time was up. */
  readonly cut?: true | undefined;
}

/** Outcome of one attempt. */
export type Attempt =
  | { readonly kind: 'answered'; readonly response: WireResponse }
  | {
      readonly kind: 'lost';
      /** Whether bytes of the request were sent. */
      readonly sent: boolean;
      readonly loss: Loss;
      readonly reason: string;
      /** Set if the response had begun. */
      readonly status?: number | undefined;
    };

/** How one attempt is made and cancelled. */
export interface Attempting {
  readonly timeoutMs: number;
  /** Whether the request may reuse a connection, which the server might be closing. */
  readonly reuse: boolean;
  /** Cancels the attempt at any time. */
  readonly signal?: AbortSignal | undefined;
  /** Cancels the attempt only until its first byte is sent, for requests that may change something. */
  readonly unsentSignal?: AbortSignal | undefined;
  /** Called just before the first byte is written; false cancels the attempt. */
  readonly maySend?: (() => boolean) | undefined;
  /** Whether a body that is incomplete when the time is up counts as an answer, as the first rows of an NDJSON stream do. */
  readonly partial?: boolean | undefined;
}

/** HTTP connections to the platform. */
export interface Transport {
  /** Makes one attempt. Network failures resolve as `lost`. */
  attempt(request: WireRequest, attempting: Attempting): Promise<Attempt>;
  close(): Promise<void>;
}

/** Maximum bytes of a response: more than the largest download in the contract. */
const maxAnswerBytes = 32 * 1024 * 1024;

export interface TransportOptions {
  /** Ends in `/api/v1`. */
  readonly apiUrl: string;
  /** Absent: requests have no `Authorization` header. */
  readonly token?: string | undefined;
  readonly proxies?: Proxies | undefined;
}

/** Opens the transport to the platform. Redirects are not followed, and the token is sent to `apiUrl` only. */
export function createTransport({ apiUrl, token, proxies }: TransportOptions): Transport {
  const { origin, pathname } = new URL(apiUrl);
  const base = pathname.replace(/\/$/, '');
  // The number of connections is not limited: rate-limit slots already limit requests in flight, and a request that waits for a
  // connection inside undici would use up its deadline there.
  const shared = createDispatcher({ proxies, keepAliveTimeout: 4_000 });
  const single = createDispatcher({ proxies, pipelining: 0 });
  const redact = redactionOf(token);
  return {
    async attempt(
      { method, target, headers: own, contentType, body },
      { timeoutMs, reuse, signal, unsentSignal, maySend, partial },
    ) {
      let sent = false;
      let started: Started | undefined;
      const chunks: Uint8Array[] = [];
      const end = new AbortController();
      const expiry = setTimeout(
        () => end.abort(new AttemptFailure(`no answer within ${Math.ceil(timeoutMs / 100) / 10} s`, 'expired')),
        timeoutMs,
      );
      const cancel = (): void => end.abort(new AttemptFailure('the call was cancelled', 'cancelled'));
      const cancelUnsent = (): void => void (sent || cancel());
      if (signal?.aborted || unsentSignal?.aborted) cancel();
      signal?.addEventListener('abort', cancel, { once: true });
      unsentSignal?.addEventListener('abort', cancelUnsent, { once: true });
      try {
        const interceptor = onRequestStart(() => {
          if (maySend?.() === false)
            end.abort(new AttemptFailure('this process was stopped for too long', 'cancelled'));
          // If the request was aborted while connecting, undici drops it after this without writing a byte.
          sent ||= !end.signal.aborted;
        });
        const request = (reuse ? shared : single).compose(interceptor).request({
          origin,
          path: `${base}${target}`,
          method: method as Dispatcher.HttpMethod,
          headers: {
            accept: 'application/json',
            'accept-encoding': 'identity',
            'user-agent': 'visibility-mcp',
            ...lowerCase(own),
            ...traceHeaders(),
            authorization: token === undefined ? undefined : `Bearer ${token}`,
            'content-type': contentType || undefined,
          },
          body: body ?? null,
          signal: end.signal,
          headersTimeout: 0,
          bodyTimeout: 0,
        });
        // undici ignores the signal while connecting: name lookup, TCP and TLS would go on for up to ten seconds.
        const cancelled = aborted(end.signal);
        const answer = await Promise.race([request, cancelled]);
        started = { status: answer.statusCode, headers: flat(answer.headers, redact) };
        await Promise.race([readAll(answer.body, chunks), cancelled]);
        const whole = bodyOf(started, chunks);
        // The status of a failure says enough.
        const read = await (started.status < 400 ? whole : whole.catch(() => new Uint8Array()));
        return { kind: 'answered', response: { ...started, body: redact.bytes(read) } };
      } catch (error) {
        const loss = error instanceof AttemptFailure ? error.loss : 'network';
        const part = partial && started && loss === 'expired' && (await bodyOf(started, chunks).catch(() => undefined));
        if (started && part) return { kind: 'answered', response: { ...started, body: redact.bytes(part), cut: true } };
        return { kind: 'lost', sent, loss, reason: reasonOf(error), status: started?.status };
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

/** Headers with lower-case names, so that a header of the operation replaces the default one of the same name. */
const lowerCase = (headers: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

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
    if (bytes > maxAnswerBytes) throw new AttemptFailure(`the answer is larger than ${maxAnswerBytes} bytes`, 'final');
    chunks.push(chunk);
  }
}

type Started = Pick<WireResponse, 'status' | 'headers'>;

const bodyOf = ({ headers }: Started, chunks: readonly Uint8Array[]): Promise<Uint8Array> =>
  unpacked(
    chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks),
    headers['content-encoding'],
    maxAnswerBytes,
  );

/** Replaces the token in texts and bytes of a response, in plain, JSON and URL spelling. */
interface Redaction {
  /** @param text one character for each byte (latin1) */
  text(text: string): string;
  bytes(bytes: Uint8Array): Uint8Array;
}

function redactionOf(token: string | undefined): Redaction {
  const json = JSON.stringify(token ?? '').slice(1, -1);
  const forms = token === undefined ? [] : [token, json, json.replaceAll('/', '\\/'), encodeURIComponent(token)];
  const distinct = [...new Set(forms)];
  const text = (original: string): string =>
    distinct.reduce((replaced, form) => replaced.replaceAll(form, '[token]'), original);
  return {
    text,
    bytes(original) {
      const bytes = Buffer.from(original.buffer, original.byteOffset, original.byteLength);
      return distinct.some((form) => bytes.includes(form))
        ? Buffer.from(text(bytes.toString('latin1')), 'latin1')
        : original;
    },
  };
}

const flat = (headers: Record<string, string | string[] | undefined>, redact: Redaction): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value = '']) => [
      name,
      redact.text(Array.isArray(value) ? value.join(', ') : value),
    ]),
  );
