import type { Dispatcher } from 'undici';
import { decorateHandler } from './decorate-handler.ts';

/** Notified when the first byte of a request is written. */
export interface RequestStartListener {
  onRequestStart(): void;
}

const listeners = new WeakMap<object, RequestStartListener>();

/** Notifies `listener` of the request that is made with these options' headers object. */
export function listenForRequestStart<Headers extends object>(
  headers: Headers,
  listener: RequestStartListener,
): Headers {
  listeners.set(headers, listener);
  return headers;
}

/**
 * An interceptor that reports, for each attempt, whether any byte of it was sent. Error codes cannot: a
 * connection reset reads the same before and after the server took the request.
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
