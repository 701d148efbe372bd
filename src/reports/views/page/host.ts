/** Messages of a host to a view. MCP Apps, revision 2026-01-26. */
export interface HostEvents {
  /** The context has changed, or was received for the first time. */
  context(context: HostContext): void;
  /** The tool was called; its result comes later. */
  called(): void;
  /** A result of the tool: what `tools/call` returned. */
  result(result: unknown): void;
  cancelled(): void;
}

export interface HostContext {
  readonly theme?: 'light' | 'dark' | undefined;
  readonly locale?: string | undefined;
  readonly styles?: { readonly variables?: Readonly<Record<string, string | undefined>> | undefined } | undefined;
}

export interface HostConnection {
  /** Asks the host to call a tool of this view's server. Rejects if the host refuses. */
  callTool(name: string, input: unknown): Promise<unknown>;
  /** Tells the host how large the content is, in pixels. */
  resized(width: number, height: number): void;
}

interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: string | number | undefined;
  readonly method?: string | undefined;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message?: string | undefined } | undefined;
}

/**
 * Connects to the page this one is embedded in: JSON-RPC by `postMessage`, from and to the parent window only. The
 * official client of the protocol is 650 kB with its schemas; a view needs five of its messages.
 */
export async function connectToHost(name: string, events: HostEvents): Promise<HostConnection> {
  const pending = new Map<string | number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let lastId = 0;

  const send = (message: Omit<Message, 'jsonrpc'>): void =>
    window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');

  const request = (method: string, params: unknown): Promise<unknown> => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const id = ++lastId;
    pending.set(id, { resolve, reject });
    send({ id, method, params });
    return promise;
  };

  window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source !== window.parent || typeof data !== 'object' || data === null || Reflect.get(data, 'jsonrpc') !== '2.0')
      return;
    const { id, method, params, result, error } = data as Message;
    if (method === undefined) {
      if (id === undefined) return;
      const waiting = pending.get(id);
      pending.delete(id);
      if (error) waiting?.reject(new Error(error.message ?? 'The host refused.'));
      else waiting?.resolve(result);
    } else if (method === 'ui/notifications/tool-input') events.called();
    else if (method === 'ui/notifications/tool-result') events.result(params);
    else if (method === 'ui/notifications/tool-cancelled') events.cancelled();
    else if (method === 'ui/notifications/host-context-changed') events.context((params ?? {}) as HostContext);
    else if (id !== undefined) send({ id, result: {} });
  });

  const initialized = (await request('ui/initialize', {
    appInfo: { name: `visibility-mcp ${name}`, version: '1' },
    appCapabilities: {},
    protocolVersion: '2026-01-26',
  })) as { hostContext?: HostContext | undefined } | undefined;
  events.context(initialized?.hostContext ?? {});
  send({ method: 'ui/notifications/initialized', params: {} });
  return {
    callTool: (tool, input) => request('tools/call', { name: tool, arguments: input }),
    resized: (width, height) => send({ method: 'ui/notifications/size-changed', params: { width, height } }),
  };
}
