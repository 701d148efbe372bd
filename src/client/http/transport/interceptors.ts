import type { Dispatcher } from 'undici';
import { AttemptFailure, reasonOf } from './attempt-failure.ts';

type Handler = Dispatcher.DispatchHandler;

/**
 * Interceptor that calls `listener` before the first byte of a request is written. Error codes cannot tell: a connection reset looks the
 * same before and after the server received the request.
 */
export const onRequestStart =
  (listener: () => void): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) =>
    dispatch(
      options,
      decorated(handler, {
        onRequestStart(...args) {
          listener();
          handler.onRequestStart?.(...args);
        },
      }),
    );

/**
 * Interceptor for requests to a proxy that open a tunnel (CONNECT). Their failures become `AttemptFailure`s, which have
 * no code: the codes of errors are those of the platform's own connections, and undici reconnects endlessly after some
 * of them.
 */
export const tunnel: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) =>
  dispatch(
    options,
    decorated(handler, {
      onRequestUpgrade(controller, status, headers, socket) {
        if (status === 200) return handler.onRequestUpgrade?.(controller, status, headers, socket);
        socket.on('error', () => undefined).destroy();
        // Repeating wrong credentials may lock the account at the proxy.
        const loss = status === 407 ? 'final' : 'network';
        handler.onResponseError?.(controller, new AttemptFailure(`the proxy answered ${status}`, loss));
      },
      onResponseError(controller, error) {
        const message = `the proxy cannot be used: ${reasonOf(error)}`;
        handler.onResponseError?.(controller, new AttemptFailure(message, 'network'));
      },
    }),
  );

/** A request handler that uses the `replaced` methods, and forwards all others to `handler`. */
const decorated = (
  handler: Handler,
  replaced: Pick<Handler, 'onRequestStart' | 'onRequestUpgrade' | 'onResponseError'>,
): Handler =>
  ({
    onRequestStart: handler.onRequestStart?.bind(handler),
    onRequestUpgrade: handler.onRequestUpgrade?.bind(handler),
    onResponseStart: handler.onResponseStart?.bind(handler),
    onResponseData: handler.onResponseData?.bind(handler),
    onResponseEnd: handler.onResponseEnd?.bind(handler),
    onResponseError: handler.onResponseError?.bind(handler),
    ...replaced,
  }) as Handler;
