import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { jsonLimitExceeded } from '../http-entry/json-limits.ts';

export interface DeliveryReceiverParts {
  /** What the platform signs events with. */
  readonly secret: () => string;
  /** What the callback of a batch is signed with, where this server started it. */
  readonly callbackSecret: (batch: string) => Promise<string | undefined>;
  readonly seen: (delivery: string) => Promise<boolean>;
  readonly remember: (delivery: string) => Promise<void>;
  /** Ends the waits for jobs that the event is about. */
  readonly announce: (event: string, ids: readonly string[]) => Promise<void>;
  /** Ends the waits for a batch whose results were posted. */
  readonly announceBatch: (batch: string) => Promise<void>;
}

/** A status by which the platform goes: 2xx is taken, 4xx is refused for good, 5xx is repeated (contract 1, "Delivery rules", rule 6). */
export type DeliveryStatus = 200 | 400 | 401 | 503;

/** Names in the data of an event beyond which nothing is looked for. */
const maxIds = 50;

/**
 * Takes one delivery of the platform: an event (contract 1, "Delivery rules") or the callback of a grounding batch (contract 3,
 * "Callbacks"). Nothing in it is trusted but which job it is about: what became of that job is read from the platform.
 * Deliveries may come in any order and more than once.
 */
export async function receiveDelivery(
  headers: IncomingHttpHeaders,
  body: Buffer,
  parts: DeliveryReceiverParts,
): Promise<DeliveryStatus> {
  const signature = textOf(headers, 'x-service-signature');
  const [event, callback] = [textOf(headers, 'x-service-delivery'), textOf(headers, 'x-service-webhook-id')];
  const delivery = event ?? callback;
  if (signature === undefined) return 401;
  if (delivery === undefined || delivery.length > 200) return 400;
  try {
    const bySubscription = isSigned(body, signature, parts.secret());
    // An event is signed by the subscription alone; only then is it worth reading.
    if (!bySubscription && event !== undefined) return 401;
    const message = parsed(body);
    const batch = idOf(message?.['batch_id']);
    if (!bySubscription) {
      const secret = batch === undefined ? undefined : await parts.callbackSecret(batch);
      if (secret === undefined || !isSigned(body, signature, secret)) return 401;
    }
    if (!message) return 400;
    const id = `${event === undefined ? 'callback' : 'event'} ${delivery}`;
    if (await parts.seen(id)) return 200;
    if (event !== undefined) await parts.announce(typeOf(headers, message), idsIn(message['data']));
    else if (batch !== undefined) await parts.announceBatch(batch);
    // Last: what could not be announced is repeated by the platform.
    await parts.remember(id);
    return 200;
  } catch {
    return 503;
  }
}

/** Compares in constant time, whatever the signature looks like. */
function isSigned(body: Buffer, signature: string, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest();
  const given = Buffer.from(/^sha256=([\da-f]{64})$/i.exec(signature)?.[1] ?? '', 'hex');
  const sameLength = given.length === expected.length;
  return timingSafeEqual(expected, sameLength ? given : Buffer.alloc(expected.length)) && sameLength;
}

function parsed(body: Buffer): Readonly<Record<string, unknown>> | undefined {
  if (jsonLimitExceeded(body)) return undefined;
  try {
    const message: unknown = JSON.parse(body.toString());
    return typeof message === 'object' && message !== null && !Array.isArray(message)
      ? (message as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The envelope says it, and the header: the signed one counts. */
const typeOf = (headers: IncomingHttpHeaders, { type }: Readonly<Record<string, unknown>>): string =>
  typeof type === 'string' ? type : (textOf(headers, 'x-service-event') ?? '');

/** The data of an event differs by type; what it is about is named `id` or `…_id`. */
function idsIn(data: unknown): string[] {
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data)
    .slice(0, maxIds)
    .flatMap(([name, value]) => (/(^|_)id$/.test(name) ? (idOf(value) ?? []) : []));
}

const idOf = (value: unknown): string | undefined =>
  typeof value === 'number' || (typeof value === 'string' && value.length <= 200) ? String(value) : undefined;

function textOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
