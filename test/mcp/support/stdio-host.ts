import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { Platform } from '../../support/platform.ts';
import { envelope, initialize, outcomeOf, type Message, type Told } from './message.ts';
import { start, type Exit, type Start } from './run.ts';
import type { Scope } from './scope.ts';

export const token = 'tok-5up3r53cr37-0123456789abcdef';

export interface Setup extends Pick<Start, 'env' | 'clock'> {
  readonly args?: readonly string[];
  /** What the client says it can do. */
  readonly capabilities?: object;
  /** Protocol version; `2026-07-28` is the era without a handshake, `none` sends none. */
  readonly version?: string;
  /** Answers requests of the server, such as `elicitation/create`. */
  readonly answer?: (request: Message) => unknown;
}

/** A host's conversation with the program. */
export interface Session {
  /** All messages that came, in their order. */
  readonly messages: readonly Message[];
  /** Everything that came on the server's stdout, byte for byte. */
  output(): { readonly stdout: string };
  /** Writes to the server's stdin as it is. */
  write(text: string | Uint8Array): void;
  /** Sends a request and resolves with its answer, be it a result or an error. */
  request(method: string, params?: object, id?: number | string): Promise<Message>;
  notify(method: string, params?: object): void;
  /** Resolves with the first message that fits, from now on or seen before. */
  seen(fits: (message: Message) => boolean): Promise<Message>;
  /** `tools/call`; `meta` goes into `_meta`. */
  call(tool: string, args?: object, meta?: object): Promise<Told>;
}

/** The program in a process of its own. */
export interface Host extends Session {
  readonly child: ChildProcessWithoutNullStreams;
  output(): { readonly stdout: string; readonly stderr: string };
  readonly ended: Promise<Exit>;
}

/** What sends a server to this platform, with a state of its own unless `env` names one. */
export const pointedAt = (platform: Pick<Platform, 'url'>, env: Readonly<Record<string, string>> = {}) => ({
  VISIBILITY_API_URL: platform.url,
  VISIBILITY_API_TOKEN: token,
  ...env,
});

/** Starts the program as a host does. */
export async function startHost(scope: Scope, { args = [], env, clock, ...setup }: Setup = {}): Promise<Host> {
  const { child, stderr, exit } = start(scope, args, { env, clock });
  const session = await converse(
    child,
    exit.then(() => `the server ended: ${stderr()}`),
    setup,
  );
  return { ...session, child, ended: exit, output: () => ({ ...session.output(), stderr: stderr() }) };
}

/**
 * Speaks JSON-RPC over pipes line by line. No SDK has a part in it.
 *
 * @param ended resolves with the reason once no further line can come
 */
export async function converse(
  { stdin, stdout }: { readonly stdin: Writable; readonly stdout: Readable },
  ended: Promise<string>,
  { capabilities = {}, version = '2025-11-25', answer }: Pick<Setup, 'capabilities' | 'version' | 'answer'>,
): Promise<Session> {
  stdin.on('error', () => {});
  const messages: Message[] = [];
  const looking = new Map<(message: Message) => void, (reason: Error) => void>();
  let [text, whole] = ['', 0];
  stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    for (let end = text.indexOf('\n', whole); end >= 0; end = text.indexOf('\n', whole)) {
      take(JSON.parse(text.slice(whole, end)) as Message);
      whole = end + 1;
    }
  });
  void ended.then((reason) => looking.forEach((lost) => lost(new Error(reason))));

  function take(message: Message): void {
    messages.push(message);
    for (const look of looking.keys()) look(message);
    if (message.method === undefined || message.id === undefined || !answer) return;
    write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, result: answer(message) })}\n`);
  }

  const write = (text: string | Uint8Array): void => void stdin.write(text);
  const modern = version === '2026-07-28';
  const meant = (params: object, meta: object = {}): object => {
    const own = { ...(modern ? envelope(capabilities) : {}), ...(params as { _meta?: object })._meta, ...meta };
    return Object.keys(own).length > 0 ? { ...params, _meta: own } : params;
  };

  const seen = (fits: (message: Message) => boolean): Promise<Message> =>
    new Promise((found, lost) => {
      const received = messages.find(fits);
      if (received) return found(received);
      const look = (message: Message): void => {
        if (!fits(message)) return;
        looking.delete(look);
        found(message);
      };
      looking.set(look, lost);
    });

  let ids = 0;
  const request = (method: string, params: object = {}, id: number | string = ++ids): Promise<Message> => {
    write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params: meant(params) })}\n`);
    return seen((message) => message.id === id && message.method === undefined);
  };
  const notify = (method: string, params: object = {}): void =>
    write(`${JSON.stringify({ jsonrpc: '2.0', method, params: meant(params) })}\n`);

  if (!modern && version !== 'none') {
    await request('initialize', initialize(version, capabilities), 'handshake');
    notify('notifications/initialized');
  }
  return {
    messages,
    output: () => ({ stdout: text }),
    write,
    request,
    notify,
    seen,
    call: async (tool, given = {}, meta) =>
      outcomeOf(await request('tools/call', { name: tool, arguments: given, ...(meta ? { _meta: meta } : {}) })),
  };
}
