import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import type { Listener, Subscriptions } from '../subscriptions/subscriptions.ts';
import { beginListening, toListenRequest } from '../subscriptions/listen-request.ts';

type Received = NonNullable<Transport['onmessage']>;

/**
 * The transport, which also begins and ends the subscriptions of `subscriptions/listen`: the SDK answers these requests itself,
 * before they reach a server. A subscription ends when its request is cancelled, or with the connection.
 */
export function listeningTransport(transport: Transport, subscriptions: Subscriptions, listener: Listener): Transport {
  const open = new Map<string | number, () => void>();
  const listening: Transport = {
    async start() {
      transport.onmessage = ((message: JSONRPCMessage, extra) => {
        const request = toListenRequest(message);
        if (request) return void listen(request, extra);
        if ('method' in message && message.method === 'notifications/cancelled') end(message.params?.['requestId']);
        listening.onmessage?.(message, extra);
      }) as Received;
      transport.onclose = () => {
        for (const id of open.keys()) end(id);
        listening.onclose?.();
      };
      transport.onerror = (error) => listening.onerror?.(error);
      await transport.start();
    },
    send: (message, options) => transport.send(message, options),
    close: () => transport.close(),
  };
  return listening;

  async function listen(request: NonNullable<ReturnType<typeof toListenRequest>>, extra: Parameters<Received>[1]) {
    const { id } = request;
    try {
      const begun = await beginListening(request, subscriptions, listener);
      end(id);
      open.set(id, begun.release);
      listening.onmessage?.(begun.request as unknown as JSONRPCMessage, extra);
    } catch (error) {
      const { code, message } = error as { code: number; message: string };
      await transport.send({ jsonrpc: '2.0', id, error: { code, message } }).catch(() => undefined);
    }
  }

  function end(id: unknown): void {
    if (typeof id !== 'string' && typeof id !== 'number') return;
    open.get(id)?.();
    open.delete(id);
  }
}
