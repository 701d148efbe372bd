import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { context, propagation, ROOT_CONTEXT, trace } from '@opentelemetry/api';

/** What an operator loads with `--import`, at its smallest: writes each span that ends as a line to SPANS_FILE. */
const current = new AsyncLocalStorage();
context.setGlobalContextManager({
  active: () => current.getStore() ?? ROOT_CONTEXT,
  with: (active, work, self, ...args) => current.run(active, () => work.call(self, ...args)),
  bind: (_active, target) => target,
  enable() {
    return this;
  },
  disable() {
    return this;
  },
});

propagation.setGlobalPropagator({
  inject(active, carrier, setter) {
    const span = trace.getSpanContext(active);
    if (span) setter.set(carrier, 'traceparent', `00-${span.traceId}-${span.spanId}-01`);
  },
  extract(active, carrier, getter) {
    const [, traceId, spanId] = String(getter.get(carrier, 'traceparent')).split('-');
    return spanId ? trace.setSpanContext(active, { traceId, spanId, traceFlags: 1, isRemote: true }) : active;
  },
  fields: () => ['traceparent'],
});

/** With SPANS_BATCHED, as most SDKs do it: kept for some seconds, or until somebody asks for them. */
const batch = [];
const ended = (line) => (process.env.SPANS_BATCHED ? batch.push(line) : appendFileSync(process.env.SPANS_FILE, line));

trace.setGlobalTracerProvider({
  getTracer: (scope) => ({
    startSpan(name, { kind }, parentContext) {
      const parent = trace.getSpanContext(parentContext);
      const own = {
        traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
        spanId: randomBytes(8).toString('hex'),
        traceFlags: 1,
      };
      const record = { scope, name, kind, ...own, parent: parent?.spanId, attributes: {}, status: 0 };
      return {
        spanContext: () => own,
        setAttribute: (key, value) => void (record.attributes[key] = value),
        setStatus: ({ code }) => void (record.status = code),
        end: () => ended(`${JSON.stringify(record)}\n`),
      };
    },
  }),
  async forceFlush() {
    await sleep(100);
    appendFileSync(process.env.SPANS_FILE, batch.splice(0).join(''));
  },
});

// The API that today's SDKs come with (their peer is below 1.10): a copy in the program that is newer would ignore all this.
globalThis[Symbol.for('opentelemetry.js.api.1')].version = '1.9.0';
