import { Writable, type Readable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { startTimer, type Clock } from '../../base/clock.ts';
import type { AcknowledgeDelivery } from '../../client/calls/reply.ts';
import { PendingAcknowledgements, acknowledgeAll } from '../protocol/pending-acknowledgements.ts';
import { cancelledId } from '../protocol/json-rpc.ts';
import type { ShutdownTimes } from '../protocol/shutdown.ts';
import { maxLineBytes, readableLines } from './readable-lines.ts';

type RequestId = string | number;

/** How long a connection that ends is kept for its last answers. */
export interface StdioTimes {
  /** Times of a request under way once the input has ended. */
  readonly inputEnd: ShutdownTimes;
  /** Its times when the host asks the process to end. */
  readonly stop: ShutdownTimes;
  /** Milliseconds that a host has to read the last answers, once everything is answered or given up. */
  readonly lastFlushMs: number;
}

/** Milliseconds after an answer within which a cancellation means that its sender has not read the answer. */
const crossingMs = 10_000;

export interface StdioTransport extends Transport {
  /** Acknowledgements that wait until answers are written. */
  readonly acknowledgements: PendingAcknowledgements;
  /** Stops reading. `onEnding` makes the requests in progress end soon. */
  stop(): void;
}

export interface StdioTransportOptions {
  readonly clock: Clock;
  readonly times: StdioTimes;
  /** Called when the connection is about to end: calls have this long to be answered. */
  readonly onEnding: (times: ShutdownTimes) => void;
  /** Called once, when the connection has ended for any reason. */
  readonly onClosed: () => void;
}

/**
 * The SDK's transport over stdin and stdout, with three additions. A result counts as delivered once its answer is written. Lines that are
 * no messages are answered. And when the input ends, requests that have arrived get a moment to be answered, so that
 * `echo '…' | visibility-mcp` prints its answer; if nothing is under way, the process ends at once.
 */
export function stdioTransport(
  stdin: Readable,
  stdout: Writable,
  { clock, times, onEnding, onClosed }: StdioTransportOptions,
): StdioTransport {
  const output = unbuffered(stdout);
  const input = readableLines(
    (refusal) => void output.write(`${JSON.stringify(refusal)}\n`),
    () => drained(output),
  );
  // A line is passed on completely, even if the next one has begun.
  const sdk = new StdioServerTransport(input, output, { maxBufferSize: 2 * maxLineBytes });
  const running = new Set<RequestId>();
  const acknowledgements = new PendingAcknowledgements();
  const delivered = new Map<RequestId, { readonly ends: readonly AcknowledgeDelivery[]; readonly at: number }>();
  let allRead = false;
  let ending = false;
  let closed = false;

  const transport: StdioTransport = {
    acknowledgements,
    async start() {
      sdk.onmessage = (message) => {
        admit(message);
        transport.onmessage?.(message);
      };
      sdk.onerror = (error) => transport.onerror?.(error);
      sdk.onclose = close;
      stdin.once('end', endInput).once('close', endInput).once('error', endInput);
      stdout.once('error', close).once('close', close);
      await sdk.start();
      stdin.pipe(input, { end: false });
    },
    async send(message) {
      if ('method' in message || message.id === undefined) await sdk.send(message);
      else await answer(message, message.id);
    },
    stop() {
      if (closed) return;
      stdin.unpipe(input);
      stdin.pause();
      allRead = true;
      end(times.stop);
    },
    async close() {
      close();
    },
  };
  return transport;

  function admit(message: JSONRPCMessage): void {
    // A cancelled request gets no answer, so it is not waited for.
    const cancelled = cancelledId(message);
    if (cancelled !== undefined) cancel(cancelled);
    // A subscription is answered only at its end.
    if ('method' in message && 'id' in message && message.method !== 'subscriptions/listen') running.add(message.id);
  }

  async function answer(message: JSONRPCMessage, id: RequestId): Promise<void> {
    try {
      await sdk.send(message);
      const ends = acknowledgements.take(id);
      for (const [old, { at }] of delivered) if (clock.steady() - at > crossingMs) delivered.delete(old);
      if (ends.length > 0) delivered.set(id, { ends, at: clock.steady() });
      await acknowledgeAll(ends, true);
    } catch {
      // The pipe broke, so an error cannot be read either; the result stays undelivered.
    }
    running.delete(id);
    closeIfDone();
  }

  function cancel(id: RequestId): void {
    const crossed = delivered.get(id);
    if (crossed && clock.steady() - crossed.at <= crossingMs) void acknowledgeAll(crossed.ends, false);
    void acknowledgeAll(acknowledgements.take(id), false);
    running.delete(id);
    closeIfDone();
  }

  /** Ends a last line without a line end. When this chunk has been passed on, all lines before it have been, too. */
  function endInput(): void {
    if (closed) return;
    input.write('\n', () => {
      allRead = true;
      setImmediate(closeIfDone);
    });
    end(times.inputEnd);
  }

  function end(shutdownTimes: ShutdownTimes): void {
    if (closed) return;
    ending = true;
    onEnding(shutdownTimes);
    startTimer(clock, shutdownTimes.giveUpMs + times.lastFlushMs, close);
    setImmediate(closeIfDone);
  }

  function closeIfDone(): void {
    if (ending && allRead && running.size === 0) close();
  }

  function close(): void {
    if (closed) return;
    closed = true;
    // Ignores late errors of a pipe whose reader is gone.
    stdout.on('error', () => {});
    output.on('error', () => {});
    stdin.unpipe(input);
    stdin.pause();
    void sdk.close();
    input.destroy();
    transport.onclose?.();
    onClosed();
  }
}

/** Buffers nothing, so that a write ends when the pipe has accepted it, and the SDK waits for that. */
const unbuffered = (stdout: Writable): Writable =>
  new Writable({
    highWaterMark: 1,
    write: (chunk, _encoding, done) => void stdout.write(chunk, done),
  }).setMaxListeners(0);

function drained(output: Writable): Promise<void> {
  if (!output.writableNeedDrain || output.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const go = (): void => {
      output.off('drain', go).off('close', go);
      resolve();
    };
    output.once('drain', go).once('close', go);
  });
}
