import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { Heard } from '../client/reply.ts';
import { Handovers, tell } from './handovers.ts';
import { wholeMessages } from './whole-messages.ts';

/** Milliseconds a request under way may still take once the input has ended. */
const graceMs = 3000;

/** Milliseconds within which a cancellation has crossed the answer: whoever sent it did not read the answer. */
const crossingMs = 10_000;

/**
 * The SDK's stdio transport, except that the end of the input does not cut off requests that have
 * already arrived: they get a moment to be answered. `echo '…' | visibility-mcp` then prints what
 * it was asked for, and a host that closes its end still sees the process leave at once when
 * nothing is under way.
 *
 * @param onClosed called once, when the connection is over for whatever reason
 */
export function answeringTransport(stdin: Readable, stdout: Writable, onClosed: () => void): Transport {
  const input = wholeMessages(({ id, ...error }) => {
    stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`);
  });
  const wire = new StdioServerTransport(input, stdout);
  const unanswered = new Set<string | number>();
  const handovers = new Handovers();
  const told = new Map<string | number, { ends: readonly Heard[]; at: number }>();
  let inputEnded = false;

  const settle = (id: string | number) => {
    unanswered.delete(id);
    if (inputEnded && unanswered.size === 0) input.end();
  };
  const answered = async (id: string | number) => {
    const ends = handovers.take(id);
    for (const [old, { at }] of told) if (performance.now() - at > crossingMs) told.delete(old);
    if (ends.length > 0) told.set(id, { ends, at: performance.now() });
    await tell(ends, true);
    settle(id);
  };
  const cancel = (id: string | number) => {
    const crossed = told.get(id);
    if (crossed && performance.now() - crossed.at <= crossingMs) void tell(crossed.ends, false);
    handovers.take(id);
    settle(id);
  };
  const endInput = () => {
    if (inputEnded) return;
    inputEnded = true;
    // What came in last is parsed first: only then is it known whether anything is under way.
    setImmediate(() => (unanswered.size === 0 ? input.end() : setTimeout(() => input.end(), graceMs).unref()));
  };

  const transport: Transport = {
    async start() {
      wire.onmessage = (message) => {
        const cancelled = cancelledId(message);
        if (cancelled !== undefined) cancel(cancelled);
        if ('method' in message && 'id' in message) unanswered.add(message.id);
        handovers.run(() => transport.onmessage?.(message));
      };
      wire.onerror = (error) => transport.onerror?.(error);
      wire.onclose = () => {
        transport.onclose?.();
        onClosed();
      };
      await wire.start();
      stdin.pipe(input, { end: false });
      stdin.once('end', endInput).once('close', endInput).once('error', endInput);
    },
    async send(message) {
      await wire.send(message);
      if (!('method' in message) && message.id !== undefined) await answered(message.id);
    },
    close: () => wire.close(),
  };
  return transport;
}

/** A cancelled request gets no answer, so none may be waited for. */
function cancelledId(message: JSONRPCMessage): string | number | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  const id = message.params?.['requestId'];
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}
