import { isJSONRPCRequest, type JSONRPCRequest } from '@modelcontextprotocol/server';
import type { Listener, Subscriptions } from './subscriptions.ts';

/** A `subscriptions/listen` (MCP 2026-07-28) that names resources. */
export interface ListenRequest extends JSONRPCRequest {
  readonly params: { readonly notifications: { readonly resourceSubscriptions: readonly string[] } };
}

/** The message as such a request. Undefined for any other message, and for one that names no resources or that the SDK refuses. */
export function toListenRequest(message: unknown): ListenRequest | undefined {
  if (!isListen(message) || !isJSONRPCRequest(message)) return undefined;
  const notifications = message.params?.['notifications'];
  if (typeof notifications !== 'object' || notifications === null || !('resourceSubscriptions' in notifications))
    return undefined;
  const uris = notifications.resourceSubscriptions;
  return Array.isArray(uris) && uris.every((uri) => typeof uri === 'string')
    ? (message as unknown as ListenRequest)
    : undefined;
}

/** Compares the method first, which is faster than validation: nearly all messages are something else. */
const isListen = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'method' in message && message.method === 'subscriptions/listen';

/**
 * Subscribes to the resources that the request names. Resolves with the request for the SDK, which names only those that exist for this
 * caller, so that its acknowledgement names those.
 * @throws ProtocolError where there would be too many subscriptions
 */
export async function beginListening(
  request: ListenRequest,
  subscriptions: Subscriptions,
  listener: Listener,
): Promise<{ readonly request: ListenRequest; readonly release: () => void }> {
  const { notifications } = request.params;
  const { subscribed, release } = await subscriptions.addAll(notifications.resourceSubscriptions, listener);
  const narrowed = { ...notifications, resourceSubscriptions: subscribed };
  return { request: { ...request, params: { ...request.params, notifications: narrowed } }, release };
}
