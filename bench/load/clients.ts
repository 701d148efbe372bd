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
  const callers = await Promise.all(
    Array.from({ length: count }, (_, at) => {
      const url = urls[at % urls.length] ?? '';
      const authorization = `Bearer load-token-${at + 1}`;
      return Math.floor(at / urls.length) % 2 === 0 ? modern(url, authorization) : withSession(url, authorization);
    }),
  );
  const first = await Promise.all(callers.map(call));
  const failed = first.find((problem) => problem !== undefined);
  if (failed !== undefined) throw new Error(`a first call failed: ${failed}`);

  return {
    async drive(ms) {
      const [latencies, errors]: [number[], string[]] = [[], []];
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
