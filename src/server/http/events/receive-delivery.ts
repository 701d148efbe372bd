import { isFields } from '../../../base/json/is-fields.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { startTimer, type Clock } from '../../../base/clock.ts';
import { callbackOperations, eventTypes } from '../../../catalog/event-types.ts';
import { jsonLimitExceeded, maxHttpMembers } from '../../../base/json/json-limits.ts';
import { parseJson } from '../../../base/json/parse-json.ts';
import type { Events } from '../../../state/events.ts';

/** The functions of the store for deliveries. */
export type DeliveryRecord = Pick<
  Events,
  'seen' | 'remember' | 'announce' | 'isStarting' | 'callbackSecrets' | 'countCallback'
>;

interface DeliveryReceiverParts {
  /** The secrets with which the platform signs events: each subscription has one, and two while one is being replaced. */
  readonly secrets: () => readonly string[];
  /** The record of deliveries that all processes share. */
  readonly events: () => Promise<DeliveryRecord>;
  readonly clock: Clock;
}

/** 2xx accepts, 4xx refuses permanently, 5xx asks for a repetition (docs/platform/events.md#retries). */
export type DeliveryStatus = 200 | 400 | 401 | 503;

/** Milliseconds after which the platform is answered even if work is unfinished, since it waits for 5 s. */
const answerMs = 4_000;

/**
 * Receives one delivery of the platform: an event (docs/platform/events.md#deliveries) or the callback of a grounding batch
 * (docs/platform/events.md#callbacks). Only the job's identity is taken from it: the job's state is read from the platform.
 * Deliveries may come in any order and more than once.
 *
 * If the state is slow, a delivery with a valid signature is accepted and its work continues: a failed delivery would count
 * against the subscription, while a lost event only means that the completion is detected by polling.
 */
export async function receiveDelivery(
  headers: IncomingHttpHeaders,
  body: Buffer,
  parts: DeliveryReceiverParts,
): Promise<DeliveryStatus> {
  let isGenuine = false;
  const { promise: late, resolve } = Promise.withResolvers<DeliveryStatus>();
  const cancel = startTimer(parts.clock, answerMs, () => resolve(isGenuine ? 200 : 503));
  try {
    return await Promise.race([late, take(headers, body, parts, () => (isGenuine = true))]);
  } finally {
    cancel();
  }
}

async function take(
  headers: IncomingHttpHeaders,
  body: Buffer,
  parts: DeliveryReceiverParts,
  onGenuine: () => void,
): Promise<DeliveryStatus> {
  const signature = textOf(headers, 'x-service-signature');
  const [event, callback] = [textOf(headers, 'x-service-delivery'), textOf(headers, 'x-service-webhook-id')];
  const delivery = event ?? callback;
  if (signature === undefined) return 401;
  if (delivery === undefined || delivery.length > 200) return 400;
  try {
    const bySubscription = isSignedWithOneOf(body, signature, parts.secrets());
    // The signature of an event depends only on the subscription, so it is checked before the event is read.
    if (!bySubscription && event !== undefined) return 401;
    const message = parseObject(body);
    const batch = idOf(message?.['batch_id']);
    // Several accounts' platforms may have a batch with this id: the signature shows whose it is.
    const secrets =
      batch === undefined || event !== undefined ? [] : await (await parts.events()).callbackSecrets(batch);
    const owners = secrets.filter(({ secret }) => bySubscription || isSignedWithOneOf(body, signature, [secret]));
    if (!bySubscription && owners.length === 0) {
      const isExpected = secrets.length > 0 || batch === undefined;
      // A batch may end before the answer to its start is recorded: the platform tries again.
      return !isExpected && (await (await parts.events()).isStarting(callbackOperations)) ? 503 : 401;
    }
    onGenuine();
    // A signed delivery is accepted even if it is not understood, since a refusal would end the subscription.
    if (!message) return 200;
    const events = await parts.events();
    if (event === undefined) {
      // The sender chooses a callback's id, so ids are not stored: callbacks are counted by batch instead.
      for (const { account } of owners)
        if (batch !== undefined && (await events.countCallback(account, batch)))
          await events.announce(callbackOperations, [batch], { account });
      return 200;
    }
    const id = `event ${delivery}`;
    if (await events.seen(id)) return 200;
    const name = String(message['type']);
    const known = Object.hasOwn(eventTypes, name) ? eventTypes[name] : undefined;
    const type = known && name;
    await events.announce([...(known?.reports ?? []), ...(known?.mayReport ?? [])], idsIn(message['data']), { type });
    // Recorded last, so that the platform repeats an event that could not be announced.
    await events.remember(id, type);
    return 200;
  } catch {
    return 503;
  }
}

/** Compares in constant time with each secret, whatever the signature looks like. */
function isSignedWithOneOf(body: Buffer, signature: string, secrets: readonly string[]): boolean {
  const signatureBytes = Buffer.from(/^sha256=([\da-f]{64})$/i.exec(signature)?.[1] ?? '', 'hex');
  return secrets
    .map((secret) => {
      const expected = createHmac('sha256', secret).update(body).digest();
      const sameLength = signatureBytes.length === expected.length;
      return timingSafeEqual(expected, sameLength ? signatureBytes : Buffer.alloc(expected.length)) && sameLength;
    })
    .includes(true);
}

function parseObject(body: Buffer): Readonly<Record<string, unknown>> | undefined {
  if (jsonLimitExceeded(body, maxHttpMembers)) return undefined;
  try {
    const message = parseJson(body.toString());
    return isFields(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

/** The data of an event differs by type; the ids of its subject are in `id` or `…_id`. */
function idsIn(data: unknown): string[] {
  if (!isFields(data)) return [];
  return Object.entries(data).flatMap(([name, value]) => (/(^|_)id$/.test(name) ? (idOf(value) ?? []) : []));
}

const idOf = (value: unknown): string | undefined =>
  typeof value === 'number' || (typeof value === 'string' && value.length <= 200) ? String(value) : undefined;

function textOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
