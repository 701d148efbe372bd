import { AsyncLocalStorage } from 'node:async_hooks';

/** What belongs to the HTTP request that is being served, wherever it is worked on. */
export interface RequestContext {
  /** The caller gets it as `X-Request-Id`, and log lines have it as `request_id`. */
  readonly requestId: string;
  /** W3C Trace Context, as the caller sent it: passed on to the platform. */
  readonly trace: Readonly<Record<string, string>>;
}

const current = new AsyncLocalStorage<RequestContext>();

/** The request being served. Undefined outside of one: on stdio, on the command line, in background work. */
export const requestContext = (): RequestContext | undefined => current.getStore();

export const withRequestContext = <T>(context: RequestContext, work: () => T): T => current.run(context, work);

/** The trace headers of a request that are well formed (W3C Trace Context, sections 3.2 and 3.3); the others are dropped. */
export function traceOf(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const { traceparent, tracestate } = headers;
  if (
    typeof traceparent !== 'string' ||
    !/^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/.test(traceparent)
  )
    return {};
  const isState = typeof tracestate === 'string' && /^[\x20-\x7e]{1,512}$/.test(tracestate);
  return { traceparent, ...(isState ? { tracestate } : {}) };
}
