import { Agent, type Dispatcher } from 'undici';
import type { WireRequest } from './encode.ts';
import { watch, witnessing } from './witness.ts';

export interface WireResponse {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** What became of one attempt. */
export type Attempt =
  | { readonly kind: 'answered'; readonly response: WireResponse }
  /** No whole answer came. `sent`: bytes of the request had left. `status`: its beginning had come. `final`: another attempt would end the same way. */
  | { readonly kind: 'lost'; readonly sent: boolean; readonly reason: string; readonly status?: number; readonly final?: true };

export interface Attempting {
  readonly timeoutMs: number;
  /** Whether the request may share a connection that the server might be closing. */
  readonly reuse: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface Transport {
  /** Makes one attempt. Never rejects for anything the network does. */
  attempt(request: WireRequest, attempting: Attempting): Promise<Attempt>;
  close(): Promise<void>;
}

/** Bytes; more than the largest download the contract describes. */
const largestAnswer = 32 * 1024 * 1024;

/**
 * Sends requests to the platform. Redirects are not followed, HTTP/2 is off (it sends a refused stream
 * again by itself), and the token goes nowhere but to `apiUrl`.
 */
export function createTransport(apiUrl: string, token: string): Transport {
  const { origin, pathname } = new URL(apiUrl);
  const base = pathname.replace(/\/$/, '');
  // No bound on connections: slots bound what is under way, and a request that waits for a connection
  // inside undici spends its deadline there.
  const shared = new Agent({ allowH2: false, connections: null, keepAliveTimeout: 4_000 }).compose(witnessing);
  const single = new Agent({ allowH2: false, connections: null, pipelining: 0 }).compose(witnessing);
  const blacken = blackening(token);
  return {
    async attempt({ method, target, outside = false, headers: own, contentType, body }, { timeoutMs, reuse, signal }) {
      let sent = false;
      let status: number | undefined;
      const deadline = AbortSignal.timeout(timeoutMs);
      try {
        const headers = watch(
          {
            accept: 'application/json',
            'user-agent': 'visibility-mcp',
            ...lowerCase(own),
            ...(outside ? {} : { authorization: `Bearer ${token}` }),
            ...(contentType ? { 'content-type': contentType } : {}),
          },
          { sent: () => (sent = true) },
        );
        const answer = await (reuse ? shared : single).request({
          origin,
          path: outside ? target : `${base}${target}`,
          method: method as Dispatcher.HttpMethod,
          headers,
          body: body ?? null,
          signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
          headersTimeout: 0,
          bodyTimeout: 0,
        });
        status = answer.statusCode;
        return { kind: 'answered', response: { status, headers: flat(answer.headers, blacken), body: blacken(await readAll(answer.body)) } };
      } catch (error) {
        return { kind: 'lost', sent, reason: deadline.aborted ? `no answer within ${timeoutMs / 1000} s` : reasonOf(error), ...(status === undefined ? {} : { status }), ...(error instanceof TooLarge ? { final: true } : {}) };
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

async function readAll(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > largestAnswer) throw new TooLarge(`the answer is larger than ${largestAnswer} bytes`);
    chunks.push(chunk);
  }
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
}

/** An answer that repeats the token, as it is or as JSON or an address spells it, is shown without it. */
function blackening(token: string): (said: Uint8Array) => Uint8Array {
  const json = JSON.stringify(token).slice(1, -1);
  const forms = [...new Set([token, json, json.replaceAll('/', '\\/'), encodeURIComponent(token)])];
  return (said) => {
    const bytes = Buffer.from(said.buffer, said.byteOffset, said.byteLength);
    const found = forms.filter((form) => bytes.includes(form));
    if (found.length === 0) return said;
    return Buffer.from(found.reduce((text, form) => text.replaceAll(form, '[token]'), bytes.toString('latin1')), 'latin1');
  };
}

function flat(headers: Record<string, string | string[] | undefined>, blacken: (said: Uint8Array) => Uint8Array): Record<string, string> {
  const plain = (value: string | string[] | undefined): string => (Array.isArray(value) ? value.join(', ') : (value ?? ''));
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Buffer.from(blacken(Buffer.from(plain(value), 'latin1'))).toString('latin1')]),
  );
}

/** The error's code, or its text where it has none; an address or a header is in neither. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the connection failed';
  if (error.name === 'AbortError') return 'the call was cancelled';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
