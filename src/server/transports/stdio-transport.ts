import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { startTimer, type Clock } from '../../clock.ts';
import type { AcknowledgeDelivery } from '../../client/call/reply.ts';
import { cancelledId } from '../json-rpc.ts';
import { PendingAcknowledgements, acknowledgeAll } from '../handlers/pending-acknowledgements.ts';
import type { ShutdownTimes } from '../shutdown.ts';
import { type Frame, type Unreadable, wholeMessages } from './message-framing.ts';

type RequestId = string | number;
type Answer = Extract<JSONRPCMessage, { result: unknown } | { error: unknown }>;

/** Requests that are worked on at a time; more wait for their turn. */
const maxRunning = 64;

/** Resources that are read, or whose answers are unread in the pipe, at a time: each can be many megabytes. */
const maxReading = 2;

/** Requests that wait for their turn before the input is no longer read. */
const maxWaiting = 256;

/** Milliseconds that a request under way may still take once the input has ended. */
const inputEndTimes: ShutdownTimes = { endWaitsMs: 2_500, giveUpMs: 3_000 };

/** Milliseconds that it may take when the host asks the process to end: hosts kill two seconds later. */
const stopTimes: ShutdownTimes = { endWaitsMs: 1_000, giveUpMs: 1_600 };

/** Milliseconds that a host has to read the last answers, once everything is answered or given up. */
const lastFlushMs = 300;

/** Milliseconds that a host has at the end if it was reading nothing already. */
const blockedFlushMs = 1_500;

/** Milliseconds after an answer within which a cancellation means that its sender has not read the answer. */
const crossingMs = 10_000;

/** The only revision of the protocol in which clients may send several messages in one line, as a JSON-RPC batch. */
const batchRevision = '2025-03-26';

interface Batch {
  /** Requests whose answers are missing. */
  readonly open: Set<RequestId>;
  readonly answers: object[];
}

export interface StdioTransport extends Transport {
  /** Acknowledgements that wait until answers are written. */
  readonly acknowledgements: PendingAcknowledgements;
  /** Stops reading. `onEnding` makes the requests under way end soon. */
  stop(): void;
}

export interface StdioTransportOptions {
  readonly clock: Clock;
  /** The connection is about to end: calls have this long to be answered. */
  readonly onEnding: (times: ShutdownTimes) => void;
  /** Called once, when the connection is over for whatever reason. */
  readonly onClosed: () => void;
}

/**
 * MCP over stdin and stdout, one message a line.
 *
 * Reading pauses while the host does not read what was written, so that such a host costs a limited amount of memory. When the input ends,
 * requests that have arrived get a moment to be answered: `echo '…' | visibility-mcp` prints its answer. If nothing is under way, the
 * process ends at once.
 */
export function stdioTransport(
  stdin: Readable,
  stdout: Writable,
  { clock, onEnding, onClosed }: StdioTransportOptions,
): StdioTransport {
  const frames = wholeMessages();
  const running = new Map<RequestId, { readonly method: string; readonly batch: Batch | undefined }>();
  let waiting: {
    readonly message: JSONRPCMessage & { id: RequestId; method: string };
    readonly batch: Batch | undefined;
  }[] = [];
  const acknowledgements = new PendingAcknowledgements();
  const delivered = new Map<RequestId, { ends: readonly AcknowledgeDelivery[]; at: number }>();
  let batches = false;
  let allRead = false;
  let ending = false;
  let closed = false;
  const waitingForRoom = new Set<() => void>();

  const transport: StdioTransport = {
    acknowledgements,
    async start() {
      stdin.once('end', endInput).once('close', endInput).once('error', endInput);
      stdout.once('error', close).once('close', close);
      stdin.pipe(frames);
      void pump();
    },
    async send(message) {
      if (closed) throw new Error('The connection is closed');
      if ('method' in message || message.id === undefined) {
        // Progress only repeats what the answer holds: it may be lost.
        if ('method' in message && message.method === 'notifications/progress' && stdout.writableNeedDrain) return;
        await write(message);
        return;
      }
      await answer(message as Answer & { id: RequestId });
    },
    stop() {
      if (closed) return;
      stdin.unpipe(frames);
      stdin.pause();
      waiting = [];
      allRead = true;
      end(stopTimes);
    },
    async close() {
      close();
    },
  };
  return transport;

  async function pump(): Promise<void> {
    try {
      for await (const frame of frames as AsyncIterable<Frame>) {
        await drained();
        if (closed) return;
        take(frame);
        while (waiting.length >= maxWaiting) await room();
      }
    } catch {
      // The pipe broke: the other end reads no error either.
    }
    allRead = true;
    closeIfDone();
  }

  function take(frame: Frame): void {
    if (frame.kind === 'unreadable') return void write(refusalOf(frame.what));
    if (frame.kind === 'message') {
      const { message } = frame;
      if ('method' in message && message.method === 'initialize')
        batches = message.params?.['protocolVersion'] === batchRevision;
      return admit(message, undefined);
    }
    if (!batches)
      return void write(
        refusalOf({ code: -32_600, message: 'Invalid Request: one message a line, no batch', id: null }),
      );
    const batch: Batch = { open: new Set(), answers: frame.unreadable.map(refusalOf) };
    for (const message of frame.messages) if ('method' in message && 'id' in message) batch.open.add(message.id);
    for (const message of frame.messages) admit(message, batch);
    if (batch.open.size === 0 && batch.answers.length > 0) void write(batch.answers);
  }

  function admit(message: JSONRPCMessage, batch: Batch | undefined): void {
    // A cancelled request gets no answer: it must not be waited for.
    const cancelled = cancelledId(message);
    if (cancelled !== undefined) cancel(cancelled);
    // A subscription is answered only at its end: it takes no turn, and the end of the input does not wait for it.
    if (!('method' in message) || !('id' in message) || message.method === 'subscriptions/listen')
      return void transport.onmessage?.(message);
    if (!hasTurn(message.method)) return void waiting.push({ message, batch });
    running.set(message.id, { method: message.method, batch });
    transport.onmessage?.(message);
  }

  function hasTurn(method: string): boolean {
    if (running.size >= maxRunning) return false;
    if (method !== 'resources/read') return true;
    let reading = 0;
    for (const one of running.values()) if (one.method === method) reading++;
    return reading < maxReading;
  }

  async function answer(message: Answer & { id: RequestId }): Promise<void> {
    const { id } = message;
    const batch = running.get(id)?.batch;
    const written = await (batch ? answerInBatch(batch, id, message) : write(message));
    if (!written) return settle(id);
    const ends = acknowledgements.take(id);
    for (const [old, { at }] of delivered) if (clock.steady() - at > crossingMs) delivered.delete(old);
    if (ends.length > 0) delivered.set(id, { ends, at: clock.steady() });
    await acknowledgeAll(ends, true);
    settle(id);
  }

  /** The answers of a batch go out together, with the last of them. */
  async function answerInBatch(batch: Batch, id: RequestId, message?: object): Promise<boolean> {
    if (message) batch.answers.push(message);
    batch.open.delete(id);
    if (batch.open.size > 0 || batch.answers.length === 0) return true;
    return write(batch.answers);
  }

  function cancel(id: RequestId): void {
    const crossed = delivered.get(id);
    if (crossed && clock.steady() - crossed.at <= crossingMs) void acknowledgeAll(crossed.ends, false);
    void acknowledgeAll(acknowledgements.take(id), false);
    const cancelledRequests = waiting.filter(({ message }) => message.id === id);
    waiting = waiting.filter(({ message }) => message.id !== id);
    for (const batch of [running.get(id)?.batch, ...cancelledRequests.map((one) => one.batch)])
      if (batch) void answerInBatch(batch, id);
    settle(id);
  }

  function settle(id: RequestId): void {
    running.delete(id);
    const ready = waiting;
    waiting = [];
    for (const { message, batch } of ready) admit(message, batch);
    for (const resume of waitingForRoom) resume();
    waitingForRoom.clear();
    closeIfDone();
  }

  /** Resolves when the pipe has taken the whole line: true, or false where it broke. */
  function write(message: object): Promise<boolean> {
    if (closed) return Promise.resolve(false);
    return new Promise((resolve) => stdout.write(`${JSON.stringify(message)}\n`, (error) => resolve(!error)));
  }

  function drained(): Promise<void> {
    if (closed || !stdout.writableNeedDrain) return Promise.resolve();
    return new Promise((resolve) => {
      const go = (): void => {
        stdout.off('drain', go).off('close', go).off('error', go);
        resolve();
      };
      stdout.setMaxListeners(0).once('drain', go).once('close', go).once('error', go);
    });
  }

  function room(): Promise<void> {
    return new Promise((resolve) => void waitingForRoom.add(resolve));
  }

  function endInput(): void {
    end(inputEndTimes);
  }

  function end(times: ShutdownTimes): void {
    if (closed) return;
    const isBlocked = stdout.writableNeedDrain;
    onEnding(times);
    startTimer(clock, isBlocked ? blockedFlushMs : times.giveUpMs + lastFlushMs, close);
    ending = true;
    // After the remaining input is parsed: only then is it known whether requests are under way.
    setImmediate(closeIfDone);
  }

  function closeIfDone(): void {
    if (ending && allRead && running.size === 0 && waiting.length === 0) close();
  }

  function close(): void {
    if (closed) return;
    closed = true;
    // Ignores late errors of a pipe whose reader is gone.
    stdout.on('error', () => {});
    stdin.unpipe(frames);
    stdin.pause();
    frames.destroy();
    for (const resume of waitingForRoom) resume();
    transport.onclose?.();
    onClosed();
  }
}

const refusalOf = ({ id, ...error }: Unreadable): object => ({ jsonrpc: '2.0', id, error });
