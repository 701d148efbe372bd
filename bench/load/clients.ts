import { Agent, request } from 'undici';

/** What clients experienced in one stretch of time. */
export interface Stretch {
  /** Milliseconds that each answered call took. */
  readonly latencies: readonly number[];
  /** The first words of answers that were no results. */
  readonly errors: readonly string[];
  readonly ms: number;
}

export interface Clients {
  /** All call again and again for that long. */
  drive(ms: number): Promise<Stretch>;
  close(): Promise<void>;
}

interface Caller {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly meta: object;
}

/** Clients that make their first call at a time: a server asks the platform about few unknown tokens at once. */
const maxConnecting = 16;

const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'visibility-bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/**
 * Clients with platform tokens of their own, spread over the servers in turn; half of them of the 2025 era, with a session. Each
 * has made one call already.
 */
export async function connectClients(urls: readonly string[], count: number): Promise<Clients> {
  const dispatcher = new Agent({ connections: count });
  const callers: Caller[] = [];
  while (callers.length < count) callers.push(...(await connectSome(callers.length)));

  return {
    async drive(ms) {
      const [latencies, errors]: [number[], string[]] = [[], []];
      // Not measured: it opens the connections again that were closed while the other server had its turn.
      await Promise.all(callers.map(call));
      const began = performance.now();
      await Promise.all(
        callers.map(async (caller) => {
          while (performance.now() - began < ms) {
            const asked = performance.now();
            const problem = await call(caller);
            if (problem === undefined) latencies.push(performance.now() - asked);
            else errors.push(problem);
          }
        }),
      );
      return { latencies, errors, ms: performance.now() - began };
    },
    close: () => dispatcher.close(),
  };

  async function connectSome(from: number): Promise<Caller[]> {
    const some = await Promise.all(
      Array.from({ length: Math.min(maxConnecting, count - from) }, (_, n) => {
        const url = urls[(from + n) % urls.length] ?? '';
        const authorization = `Bearer load-token-${from + n + 1}`;
        const isModern = Math.floor((from + n) / urls.length) % 2 === 0;
        return isModern ? modern(url, authorization) : withSession(url, authorization);
      }),
    );
    const failed = (await Promise.all(some.map(call))).find((problem) => problem !== undefined);
    if (failed !== undefined) throw new Error(`a first call failed: ${failed}`);
    return some;
  }

  async function modern(url: string, authorization: string): Promise<Caller> {
    const headers = {
      authorization,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'call_read',
    };
    return { url, headers, meta: { _meta: modernMeta } };
  }

  async function withSession(url: string, authorization: string): Promise<Caller> {
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'visibility-bench', version: '1.0.0' },
    };
    const opened = await post(url, { authorization }, { id: 0, method: 'initialize', params });
    if (opened.session === undefined) throw new Error(`no session: ${opened.status} ${opened.text.slice(0, 200)}`);
    const headers = { authorization, 'mcp-session-id': opened.session, 'mcp-protocol-version': '2025-11-25' };
    await post(url, headers, { method: 'notifications/initialized' });
    return { url, headers, meta: {} };
  }

  /** Undefined, or what was answered instead of a result. */
  async function call({ url, headers, meta }: Caller): Promise<string | undefined> {
    try {
      const params = { name: 'call_read', arguments: { operation: 'projects.get', arguments: { id: 1 } }, ...meta };
      const { status, text } = await post(url, headers, { id: 1, method: 'tools/call', params });
      return status === 200 && text.includes('"ok":true') ? undefined : `${status} ${text.slice(0, 200)}`;
    } catch (error) {
      return String(error);
    }
  }

  async function post(
    url: string,
    headers: Readonly<Record<string, string>>,
    message: object,
  ): Promise<{ status: number; text: string; session: string | undefined }> {
    const {
      statusCode,
      headers: answered,
      body,
    } = await request(url, {
      dispatcher,
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    });
    const session = answered['mcp-session-id'];
    return { status: statusCode, text: await body.text(), session: typeof session === 'string' ? session : undefined };
  }
}
