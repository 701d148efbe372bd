import type { Dispatcher } from 'undici';

/** Told when a request begins to leave. */
export interface Witness {
  sent(): void;
}

const witnesses = new WeakMap<object, Witness>();

/** Lets `witness` see the request that is made with these options' headers object. */
export function watch<Headers extends object>(headers: Headers, witness: Witness): Headers {
  witnesses.set(headers, witness);
  return headers;
}

/**
 * An interceptor that tells, for each attempt, whether any byte of it left. Error codes cannot: a
 * connection reset reads the same before and after the server took the request.
 */
export const witnessing: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  const witness = options.headers && witnesses.get(options.headers);
  if (!witness) return dispatch(options, handler);
  return dispatch(options, {
    onRequestStart(controller, context) {
      witness.sent();
      handler.onRequestStart?.(controller, context);
    },
    onRequestUpgrade: handler.onRequestUpgrade?.bind(handler),
    onResponseStart: handler.onResponseStart?.bind(handler),
    onResponseData: handler.onResponseData?.bind(handler),
    onResponseEnd: handler.onResponseEnd?.bind(handler),
    onResponseError: handler.onResponseError?.bind(handler),
  } as Dispatcher.DispatchHandler);
};
