import type { Dispatcher } from 'undici';

/** A handler of a request with some of its methods replaced, which call those of `handler` for what they pass on. */
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
