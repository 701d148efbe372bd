import { request as ask, type IncomingHttpHeaders } from 'node:http';
import type { ChildProcess } from 'node:child_process';
import { envelope, initialize, outcomeOf, type Message, type Told } from './message.ts';
import { start, type Exit, type Start } from './run.ts';
import type { Scope } from './scope.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The JSON-RPC messages in it, whether it was one document or a stream of events. */
  readonly messages: readonly Message[];
}

export interface Asking {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly path?: string;
}

/** An answer that is still coming. */
export interface Stream {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The output so far. */
  sofar(): string;
  /** Resolves with all of it at its end. */
  readonly whole: Promise<string>;
  /** Goes away without waiting for the end. */
  leave(): void;
}

/** A server, and how to ask it. */
export interface Served {
  readonly url: string;
  /** The address of the metrics, where they are served. */
  readonly metrics?: string | undefined;
  /** Sends one request exactly as told and resolves with the whole answer. */
  ask(asking: Asking): Promise<Answer>;
  /** Sends one request and resolves when its answer begins. */
  open(asking: Asking): Promise<Stream>;
}

/** A server in a process of its own. */
export interface HttpServer extends Served {
  readonly child: ChildProcess;
  readonly ended: Promise<Exit>;
}

export interface HttpSetup extends Pick<Start, 'env' | 'clock'> {
  readonly args?: readonly string[];
}

export const accepts = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** Starts `visibility-mcp http` on a port of its own. */
export async function startHttp(scope: Scope, { env, args = [], clock }: HttpSetup = {}): Promise<HttpServer> {
  const { child, exit, firstLine } = start(scope, ['http', '--listen', '127.0.0.1:0', ...args], { env, clock });
  const addresses = JSON.parse(await firstLine) as Pick<Served, 'url' | 'metrics'>;
  return { ...addresses, child, ended: exit, ...endpoint(addresses.url) };
}

/** An address, wherever it leads: to a server itself, or to what stands before several. */
export function endpoint(url: string): Pick<Served, 'ask' | 'open'> {
  const open = (asking: Asking): Promise<Stream> => send(url, asking);
  return {
    open,
    async ask(asking) {
      const { status, headers, whole } = await open(asking);
      const body = await whole;
      return { status, headers, body, messages: messagesOf(headers['content-type'], body) };
    },
  };
}

function send(url: string, { method = 'POST', headers = {}, body, path }: Asking): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const sent = ask(
      path === undefined ? url : new URL(path, url),
      { method, headers: { ...(body === undefined ? {} : accepts), ...headers } },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        const whole = new Promise<string>((done, cut) => response.on('error', cut).on('end', () => done(text)));
        whole.catch(() => {});
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          sofar: () => text,
          whole,
          leave: () => void sent.destroy(),
        });
      },
    );
    sent.on('error', reject).end(body === undefined || typeof body === 'string' ? body : JSON.stringify(body));
  });
}

export function messagesOf(type: string | undefined, text: string): Message[] {
  if (text === '') return [];
  if (!type?.startsWith('text/event-stream')) {
    return type?.startsWith('application/json') ? ([JSON.parse(text)].flat() as Message[]) : [];
  }
  return text
    .split('\n')
    .filter((line) => line.startsWith('data: ') && line.length > 6)
    .map((line) => JSON.parse(line.slice(6)) as Message);
}

export interface HttpClient {
  request(method: string, params?: object, headers?: Readonly<Record<string, string>>): Promise<Message>;
  call(tool: string, args?: object): Promise<Told>;
  readonly session: string | undefined;
}

/** A client of the time before 2026-07-28: a session, opened by a handshake. */
export async function olderClient(
  { ask }: Pick<Served, 'ask'>,
  version = '2025-11-25',
  capabilities: object = {},
): Promise<HttpClient> {
  const opened = await ask({
    body: { jsonrpc: '2.0', id: 'handshake', method: 'initialize', params: initialize(version, capabilities) },
  });
  const session = String(opened.headers['mcp-session-id']);
  const own = { 'mcp-session-id': session, 'mcp-protocol-version': version };
  await ask({ headers: own, body: { jsonrpc: '2.0', method: 'notifications/initialized' } });
  return clientOf(
    session,
    async (id, method, params, headers) =>
      (await ask({ headers: { ...own, ...headers }, body: { jsonrpc: '2.0', id, method, params } })).messages,
  );
}

/** A client of the 2026-07-28 era: no session, every request says all of itself, in headers too. */
export const modernClient = ({ ask }: Pick<Served, 'ask'>, capabilities: object = {}): HttpClient =>
  clientOf(undefined, async (id, method, params, headers) => {
    const target = params as { name?: string; uri?: string; taskId?: string };
    const name = target.name ?? target.uri ?? target.taskId;
    const own = {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(name === undefined ? {} : { 'mcp-name': name }),
    };
    const body = {
      jsonrpc: '2.0',
      id,
      method,
      params: { ...params, _meta: { ...envelope(capabilities), ...(params as { _meta?: object })._meta } },
    };
    return (await ask({ headers: { ...own, ...headers }, body })).messages;
  });

function clientOf(
  session: string | undefined,
  send: (
    id: number,
    method: string,
    params: object,
    headers: Readonly<Record<string, string>>,
  ) => Promise<readonly Message[]>,
): HttpClient {
  let ids = 0;
  const request: HttpClient['request'] = async (method, params = {}, headers = {}) => {
    const id = ++ids;
    const answer = (await send(id, method, params, headers)).find((message) => message.id === id);
    if (!answer) throw new Error(`no answer to ${method}`);
    return answer;
  };
  return {
    session,
    request,
    call: async (tool, args = {}) => outcomeOf(await request('tools/call', { name: tool, arguments: args })),
  };
}
