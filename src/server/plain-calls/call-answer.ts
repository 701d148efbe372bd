import type { ServerResponse } from 'node:http';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { startTimer, type Clock } from '../../clock.ts';
import { eventOf, signOfLife, silenceMs } from '../http-entry/event-stream.ts';
import { readInTime, writeText } from '../http-entry/write-response.ts';

/** Milliseconds after which the head of an answer goes alone, where the answer is a stream anyway. */
const headMs = 1_000;

const streamHead = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/** The SDK's status for a call whose connection was closed. */
const closedRequest = 499;

export interface CallAnswerOptions {
  /** Of the client's session. Absent: it has none, and its answer is a document unless something comes before it. */
  readonly session?: string | undefined;
  /** Resolves when the answer has been taken, or its connection is closed. */
  readonly closed: Promise<void>;
  readonly stallMs: number;
  /** Called instead where there will be no answer. */
  readonly onUnanswered: () => void;
  readonly clock: Clock;
}

/**
 * The answer to one call, written straight to its connection: a document, or a stream of events where messages come before the
 * answer or it takes long.
 */
export class CallAnswer {
  /** Resolves when nothing is left to do. Never rejects. */
  readonly over: Promise<undefined>;
  readonly #to: ServerResponse;
  readonly #options: CallAnswerOptions;
  readonly #done: (nothing: undefined) => void;
  #cancelTimer = (): void => {};
  #ended = false;

  constructor(to: ServerResponse, options: CallAnswerOptions) {
    this.#to = to;
    this.#options = options;
    ({ promise: this.over, resolve: this.#done } = Promise.withResolvers<undefined>());
  }

  /** The call is worked on: from now on its client is not left in silence for long. */
  wait(): void {
    const { session, clock } = this.#options;
    this.#cancelTimer =
      session === undefined
        ? startTimer(clock, silenceMs, () => this.#comment())
        : startTimer(clock, headMs, () => this.#begin());
  }

  /** A message that comes before the answer. */
  send(message: JSONRPCMessage): void {
    if (this.#ended || this.#to.destroyed) return;
    // Progress only repeats what the answer holds: it may be lost.
    if ('method' in message && message.method === 'notifications/progress' && this.#to.writableNeedDrain) return;
    this.#begin();
    this.#write(eventOf(JSON.stringify(message)));
  }

  /** @param message the answer; absent where there will be none */
  end(message?: JSONRPCMessage): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#cancelTimer();
    if (!message) this.#options.onUnanswered();
    void this.#finish(message).then(() => this.#done(undefined));
  }

  async #finish(message: JSONRPCMessage | undefined): Promise<void> {
    const { session, closed, stallMs } = this.#options;
    const to = this.#to;
    const isStream = session !== undefined || to.headersSent;
    const text = message ? JSON.stringify(message) : '';
    const body = isStream && message ? eventOf(text) : text;
    const head = isStream ? this.#streamHead() : { 'content-type': 'application/json' };
    await writeText(to, body, { status: isStream || message ? 200 : closedRequest, head, closed, stallMs });
  }

  /** Sends the head of a stream, and a sign of life now and then. */
  #begin(): void {
    const to = this.#to;
    if (to.headersSent || !to.socket || to.destroyed) return;
    to.on('error', () => {});
    to.writeHead(200, this.#streamHead()).flushHeaders();
    this.#rest();
  }

  #comment(): void {
    this.#begin();
    this.#write(signOfLife);
  }

  #write(text: string): void {
    const { closed, stallMs } = this.#options;
    if (this.#to.destroyed) return;
    if (!this.#to.write(text)) void readInTime(this.#to, 'drain', closed, stallMs);
    this.#rest();
  }

  #rest(): void {
    this.#cancelTimer();
    this.#cancelTimer = startTimer(this.#options.clock, silenceMs, () => this.#comment());
  }

  #streamHead(): Record<string, string> {
    const { session } = this.#options;
    return session === undefined ? streamHead : { ...streamHead, 'mcp-session-id': session };
  }
}
