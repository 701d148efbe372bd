import type * as OpenTelemetry from '@opentelemetry/api';
import { requestContext } from './request-context.ts';

type Api = typeof OpenTelemetry;

export type SpanAttributes = Readonly<Record<string, string | number | undefined>>;

export interface SpanStart {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'internal';
  /** Names, codes and numbers of this program, but no argument, and no text of a caller or of the platform. */
  readonly attributes: SpanAttributes;
  /** The `_meta` of a message. The active span comes before its trace context, and this before the HTTP request's. */
  readonly carrier?: Readonly<Record<string, unknown>> | undefined;
}

/** Adds attributes that are known only later. `error.type` marks the span as failed. */
export type Note = (attributes: SpanAttributes) => void;

/** The global under which an OpenTelemetry SDK that the operator loads registers itself, with any copy of the API. */
const registry = Symbol.for('opentelemetry.js.api.1');

let api: Api | undefined;

/** Does the work within a span of OpenTelemetry. Without an SDK in this process nothing is loaded and nothing recorded. */
export async function inSpan<T>(start: SpanStart, work: (note: Note) => Promise<T>): Promise<T> {
  if (!(registry in globalThis)) return work(() => undefined);
  api ??= await import('@opentelemetry/api');
  return recorded(api, start, work);
}

/** Trace headers for a request to the platform: those of the current span, otherwise those of the caller's request. */
export function traceHeaders(): Readonly<Record<string, string>> {
  const headers: Record<string, string> = { ...requestContext()?.trace };
  if (api && registry in globalThis) api.propagation.inject(api.context.active(), headers);
  return headers;
}

/** Lets the SDK send what it has collected. The SDK sends every few seconds, and a process may end before that. */
export async function flushSpans(): Promise<void> {
  const provider: Provider | undefined = api?.trace.getTracerProvider();
  try {
    await (provider?.getDelegate?.() ?? provider)?.forceFlush?.();
  } catch {
    // Spans are lost if nothing receives them.
  }
}

/** Methods of an SDK's provider, which the API's provider returns from `getDelegate()`. */
interface Provider extends OpenTelemetry.TracerProvider {
  getDelegate?(): Provider;
  forceFlush?(): Promise<void>;
}

function recorded<T>(
  { context, propagation, SpanKind, SpanStatusCode, trace }: Api,
  { name, kind, attributes, carrier }: SpanStart,
  work: (note: Note) => Promise<T>,
): Promise<T> {
  const active = context.active();
  // The operator's own instrumentation has already read the trace of the request.
  const parent = trace.getSpan(active)
    ? active
    : propagation.extract(active, sentWith(carrier) ?? requestContext()?.parent ?? {});
  const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };
  const span = trace.getTracer('visibility-mcp').startSpan(name, { kind: kinds[kind] }, parent);
  const note: Note = (noted) => {
    for (const [key, value] of Object.entries(noted)) if (value !== undefined) span.setAttribute(key, value);
    if (noted['error.type'] !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
  };
  note(attributes);
  return context.with(trace.setSpan(parent, span), async () => {
    try {
      return await work(note);
    } catch (error) {
      // Its message may hold text from outside.
      note({ 'error.type': error instanceof Error ? error.name : 'unknown' });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** W3C Trace Context in the `_meta` of a message, under the same names as the headers. */
const sentWith = (carrier: SpanStart['carrier']): object | undefined =>
  typeof carrier?.['traceparent'] === 'string'
    ? { traceparent: carrier['traceparent'], tracestate: carrier['tracestate'] }
    : undefined;
