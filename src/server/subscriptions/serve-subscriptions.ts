import type { Server } from '@modelcontextprotocol/server';
import type { Subscriptions } from './subscriptions.ts';

/** Serves `resources/subscribe` and `resources/unsubscribe` of the 2025 era. The subscriptions end with the server's connection. */
export function serveSubscriptions(
  server: Server,
  subscriptions: Subscriptions,
  withoutSecretsIn: <T>(answer: Promise<T>) => Promise<T>,
  onError: (error: unknown) => void,
): void {
  const open = new Map<string, Promise<() => void>>();
  const notify = (uri: string): void => void server.sendResourceUpdated({ uri }).catch(onError);
  const end = (uri: string): void => {
    const adding = open.get(uri);
    open.delete(uri);
    void adding?.then(
      (release) => release(),
      () => undefined,
    );
  };
  server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
    const adding = open.get(uri) ?? subscriptions.add(uri, notify);
    open.set(uri, adding);
    try {
      await withoutSecretsIn(adding);
    } catch (error) {
      if (open.get(uri) === adding) open.delete(uri);
      throw error;
    }
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    end(uri);
    return {};
  });
  server.onclose = () => {
    for (const uri of open.keys()) end(uri);
  };
}
