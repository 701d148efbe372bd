import type { Dispatcher } from 'undici';
import { decorateHandler } from './decorate-handler.ts';
import { ProxyFailure } from './proxy-failure.ts';
import { reasonOf } from './reason-of.ts';

/**
 * An interceptor for the requests to a proxy, CONNECT alone. What fails there says so: the codes of errors are those of the platform's own
 * connections, and undici takes some of them for a reason to connect again for ever.
 *
 * @param host what the proxy connects to in the place of the request's host
 */
export const tunnelInterceptor =
  (host?: string): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) =>
    dispatch(
      host === undefined ? options : { ...options, path: options.path.replace(/^.*(?=:\d+$)/, () => host) },
      decorateHandler(handler, {
        onRequestUpgrade(controller, status, headers, socket) {
          if (status === 200) return handler.onRequestUpgrade?.(controller, status, headers, socket);
          socket.on('error', () => undefined).destroy();
          handler.onResponseError?.(controller, new ProxyFailure(`answered ${status}`, status));
        },
        onResponseError(controller, error) {
          handler.onResponseError?.(controller, new ProxyFailure(`cannot be used: ${reasonOf(error)}`));
        },
      }),
    );
