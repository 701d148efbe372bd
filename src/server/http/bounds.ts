import type { IncomingMessage } from 'node:http';
import { Quota } from '../../base/quota.ts';
import { tryLater, type HttpRefusal } from './refusal.ts';

/** Maximum bytes of the body of a request: `client_max_body_size` of deploy/nginx.conf is the same. */
const maxBodyBytes = 4 * 1024 * 1024;

/** Maximum bytes of a body of the sign-in: a form with a token, or the metadata of a client. */
export const maxFormBytes = 16 * 1024;

/** Bodies of up to this size are read even if others use all the memory for bodies. */
const smallBodyBytes = 64 * 1024;

/**
 * The maximum that callers may have in progress: all of them together, and each one, so that no caller keeps another out.
 * Senders without an identity count by their address, which is the same for all senders behind a proxy. The proxy limits
 * floods (deploy/nginx.conf).
 */
export interface CallerBounds {
  /** Calls, including those that wait for the rate limit, a job or a person. */
  readonly calls: Quota;
  /** Streams that stay open for notifications: those of `GET` and of `subscriptions/listen`. */
  readonly streams: Quota;
  /** Bytes of bodies that are being read or processed. */
  readonly bytes: Quota;
  /** Requests to the sign-in pages and the authorization server. */
  readonly pages: Quota;
  /** Lookups of a token's owner at the platform. */
  readonly lookups: Quota;
}

/** @param changed bounds that differ from the usual ones */
export const callerBounds = (changed: Partial<CallerBounds> = {}): CallerBounds => ({
  calls: changed.calls ?? new Quota(256, 64),
  streams: changed.streams ?? new Quota(512, 32),
  bytes: changed.bytes ?? new Quota(24 * 1024 * 1024, 8 * 1024 * 1024),
  pages: changed.pages ?? new Quota(32, 24),
  lookups: changed.lookups ?? new Quota(32, 24),
});

/** Counts `amount` until `over` resolves. If that would exceed the maximum, counts nothing and returns the refusal. */
export function takePlace(
  bounds: CallerBounds,
  kind: 'calls' | 'streams' | 'pages',
  caller: string | undefined,
  { amount = 1, over }: { readonly amount?: number; readonly over: Promise<void> },
): HttpRefusal | undefined {
  const outcome = bounds[kind].take(amount, caller, over);
  if (outcome === 'taken') return undefined;
  // 503 for strangers too: their address may be that of a proxy, which asks another replica after 503.
  return outcome === 'full' || kind === 'pages'
    ? tryLater(503, `Too many ${kind} are under way`, 2)
    : tryLater(429, `A caller may have ${bounds[kind].maxPerCaller} ${kind} under way`, 1);
}

/** Reads the whole body of a request, or refuses it. Its bytes count until `over` resolves. Rejects if the sender hangs up. */
export async function readBody(
  incoming: IncomingMessage,
  { bytes: quota }: CallerBounds,
  caller: string | undefined,
  over: Promise<void>,
): Promise<Buffer | HttpRefusal> {
  const tooLarge = { status: 413, message: `The body may have ${maxBodyBytes} bytes` };
  if (Number(incoming.headers['content-length']) > maxBodyBytes) return tooLarge;
  const chunks: Buffer[] = [];
  let length = 0;
  void over.then(() => quota.add(-length, caller));
  // If it were destroyed on an early return, the connection would be closed before the refusal is written.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    if (length + chunk.length > maxBodyBytes) return tooLarge;
    const exceeded = length + chunk.length > smallBodyBytes ? quota.exceededBy(chunk.length, caller) : undefined;
    if (exceeded === 'share') return tryLater(429, 'Too many large requests of one caller at a time', 2);
    if (exceeded === 'full') return tryLater(503, 'Too many large requests at a time', 2);
    length += chunk.length;
    quota.add(chunk.length, caller);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
