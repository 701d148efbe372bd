import type { Dispatcher } from 'undici';

/** A request handler that uses the `replaced` methods and forwards all others to `handler`. */
export const decorateHandler = (
  handler: Dispatcher.DispatchHandler,
  replaced: Pick<Dispatcher.DispatchHandler, 'onRequestStart' | 'onRequestUpgrade' | 'onResponseError'>,
): Dispatcher.DispatchHandler =>
  ({
    onRequestStart: handler.onRequestStart?.bind(handler),
    onRequestUpgrade: handler.onRequestUpgrade?.bind(handler),
    onResponseStart: handler.onResponseStart?.bind(handler),
    onResponseData: handler.onResponseData?.bind(handler),
    onResponseEnd: handler.onResponseEnd?.bind(handler),
    onResponseError: handler.onResponseError?.bind(handler),
    ...replaced,
  }) as Dispatcher.DispatchHandler;
