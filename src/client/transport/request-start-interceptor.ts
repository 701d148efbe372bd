import type { Dispatcher } from 'undici';
import { decorateHandler } from './decorate-handler.ts';

/** Notified when the first byte of a request is written. */
export interface RequestStartListener {
  onRequestStart(): void;
}

const listeners = new WeakMap<object, RequestStartListener>();

/** Registers `listener` for the request that will be sent with this headers object, and returns the object. */
export function listenForRequestStart<Headers extends object>(
  headers: Headers,
  listener: RequestStartListener,
): Headers {
  listeners.set(headers, listener);
  return headers;
}

/**
 * Interceptor that notifies the listener of a request before its first byte is written. Error codes cannot tell: a connection reset
 * looks the same before and after the server received the request.
 */
export const requestStartInterceptor: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  const listener = options.headers && listeners.get(options.headers);
  if (!listener) return dispatch(options, handler);
  return dispatch(
    options,
    decorateHandler(handler, {
      onRequestStart(controller, context) {
        listener.onRequestStart();
        handler.onRequestStart?.(controller, context);
      },
    }),
  );
};
