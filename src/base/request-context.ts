import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** Facts about the HTTP request that is being served, for all code that works on it. */
export interface RequestContext {
  /** The caller gets it as `X-Request-Id`, and log lines have it as `request_id`. */
  readonly requestId: string;
  /** A keyed hash of the person who sends it, the same for all their tokens. Absent if callers are not distinguished. */
  readonly caller?: string | undefined;
  /** A keyed hash of the platform token for their calls. Absent if callers are not distinguished. */
  readonly access?: string | undefined;
  /** The effects that the caller's token allows. Absent: everything that the caller may do. */
  readonly scopes?: readonly string[] | undefined;
  /** W3C Trace Context of the caller, or a new one; it is passed on to the platform. */
  readonly trace: Readonly<Record<string, string>>;
  /** The caller's trace. Absent if the trace begins here. */
  readonly parent?: Readonly<Record<string, string>> | undefined;
}

const current = new AsyncLocalStorage<RequestContext>();

/** The request being served. Undefined outside of one: on stdio, on the command line, in background work. */
export const requestContext = (): RequestContext | undefined => current.getStore();

/** The request's id as a field of an error about a defect, so that the operator finds the request in the log. Empty outside of a request. */
export const requestId = (): { readonly request_id?: string | undefined } => {
  const context = requestContext();
  return context ? { request_id: context.requestId } : {};
};

export const withRequestContext = <T>(context: RequestContext, work: () => T): T => current.run(context, work);

/** The trace headers of a request. If they are missing or malformed, a new trace begins (W3C Trace Context, section 4.3). */
export function traceOf(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const { traceparent, tracestate } = headers;
  if (
    typeof traceparent !== 'string' ||
    !/^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/.test(traceparent)
  )
    return { traceparent: `00-${randomHex()}-${randomHex().slice(-16)}-00` };
  const isState = typeof tracestate === 'string' && /^[\x20-\x7e]{1,512}$/.test(tracestate);
  return isState ? { traceparent, tracestate } : { traceparent };
}

/** 32 random digits with six fixed bits. Node generates many UUIDs in advance. */
const randomHex = (): string => randomUUID().replaceAll('-', '');
