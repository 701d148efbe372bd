import { randomUUID } from 'node:crypto';
import { postSigned } from '../../../engine/http/post-signed.ts';
import type { Deliveries, Sending } from '../../../engine/implementation.ts';
import { keyedKind, type Row } from '../../../engine/documents.ts';
import { seconds } from '../../../engine/platform-time.ts';
import type { World } from '../../../engine/world.ts';

/** A result that the platform posts to its caller when a job has ended (docs/platform/events.md#callbacks). */
interface Callback {
  url: string;
  secret: string;
  /** `waiting` for the job, `due` for (another) attempt, then a final state. */
  state: 'waiting' | 'due' | 'delivered' | 'failed';
  attempts: number;
  /** Platform time of the next attempt. */
  due: number | null;
  body: string;
}

const callbacks = keyedKind<Callback, string>('callback');

/** Seconds after which an attempt that met 5xx or 429 is repeated. */
const retries = [60, 300, 1800, 7200];

/** The sandbox sends callbacks to this machine only: other receivers are stored but never called. The same applies to sitemaps. */
export const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Registers a callback for the job on `subject`. */
export function expectCallback(world: World, team: number, subject: string, url: string, secret: string): void {
  const state = loopback.test(new URL(url).hostname) ? 'waiting' : 'failed';
  world.add(callbacks, { url, secret, state, attempts: 0, due: null, body: '' }, { team, id: subject });
}

/** Makes the callback for `subject` due, if one is registered. */
export function sendCallback(world: World, subject: string, message: unknown): void {
  const row = world.store.get(callbacks, subject);
  if (row?.body.state !== 'waiting') return;
  Object.assign(row.body, { state: 'due', due: world.now(), body: JSON.stringify(message) });
}

/** The state of the callback for `subject`, or null where none was requested. */
export function showCallback({ store }: World, subject: string) {
  const row = store.get(callbacks, subject);
  return row ? { url: row.body.url, status: row.body.state, attempts: row.body.attempts } : null;
}

/** The callbacks of finished batches, and when the next batch may be finished. */
export const callbackDeliveries: Deliveries = {
  outgoing: (world) =>
    world.store.all(callbacks).flatMap((row) => {
      const { state, due } = row.body;
      if (state !== 'due' || due === null) return [];
      return [{ id: `callback ${row.id}`, due, attempt: (sending) => attempt(world, row, sending) }];
    }),
  expected({ store, jobs }) {
    const waiting = store.all(callbacks).filter(({ body }) => body.state === 'waiting');
    const times = waiting.flatMap(({ id }) => jobs.nextDue(id) ?? []);
    return times.length > 0 ? Math.min(...times) : undefined;
  },
};

async function attempt(world: World, { id, body: sent }: Row<Callback, string>, sending: Sending): Promise<() => void> {
  const { url, secret, body } = sent;
  const status = await postSigned({ url, body, secret, headers: { 'x-service-webhook-id': randomUUID() } }, sending);
  return () => {
    const row = world.store.get(callbacks, id);
    if (!row) return;
    const attempts = row.body.attempts + 1;
    const pause = status === 429 || status >= 500 ? retries[attempts - 1] : undefined;
    const state = status < 300 ? 'delivered' : pause === undefined ? 'failed' : 'due';
    Object.assign(row.body, { attempts, state, due: pause === undefined ? null : world.now() + pause * seconds });
  };
}
