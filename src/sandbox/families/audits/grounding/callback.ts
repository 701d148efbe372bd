import { createHmac, randomUUID } from 'node:crypto';
import { kind, type Row } from '../../../engine/kind.ts';
import { seconds } from '../../../engine/platform-time.ts';
import type { World } from '../../../engine/world.ts';

/** A result that the platform posts to its caller when a job is over (document 3, "Callbacks"). */
interface Callback {
  url: string;
  secret: string;
  /** `waiting` for the job, `due` for (another) attempt, then over. */
  state: 'waiting' | 'due' | 'delivered' | 'failed';
  attempts: number;
  /** Platform time of the next attempt. */
  due: number | null;
  body: string;
}

const callbacks = kind<Callback, string>('callback');

/** Seconds after which an attempt that met 5xx or 429 is repeated. */
const retries = [60, 300, 1800, 7200];

/** The sandbox sends callbacks to this machine only: other receivers are stored and never called. */
const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Registers a callback for the job on `subject`. */
export function expectCallback(world: World, team: number, subject: string, url: string, secret: string): void {
  const state = loopback.test(new URL(url).hostname) ? 'waiting' : 'failed';
  world.store.add(callbacks, {
    team,
    id: subject,
    at: world.now(),
    body: { url, secret, state, attempts: 0, due: null, body: '' },
  });
}

/** Makes the callback for `subject` due, if one is registered. */
export function sendCallback(world: World, subject: string, message: unknown): void {
  const row = world.store.get(callbacks, subject);
  if (row?.body.state !== 'waiting') return;
  Object.assign(row.body, { state: 'due', due: world.now(), body: JSON.stringify(message) });
  world.store.save(row);
}

/** The state of the callback for `subject`, or null where none was requested. */
export function showCallback({ store }: World, subject: string) {
  const row = store.get(callbacks, subject);
  return row ? { url: row.body.url, status: row.body.state, attempts: row.body.attempts } : null;
}

/** When a callback may next have something to send. */
export function nextCallback({ store, jobs }: World): number | undefined {
  const times = store
    .all(callbacks)
    .map(({ id, body }) => (body.state === 'waiting' ? jobs.nextDue(id) : body.state === 'due' ? body.due : null));
  const known = times.filter((time) => typeof time === 'number');
  return known.length ? Math.min(...known) : undefined;
}

/** Posts every callback that is due, once each. */
export async function postCallbacks(world: World, signal: AbortSignal): Promise<void> {
  const due = world.store.all(callbacks).filter(({ body }) => body.state === 'due' && (body.due ?? 0) <= world.now());
  for (const row of due) await attempt(world, row, signal);
}

async function attempt(world: World, row: Row<Callback, string>, signal: AbortSignal): Promise<void> {
  const { url, secret, body } = row.body;
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  const headers = {
    'content-type': 'application/json',
    'x-service-signature': signature,
    'x-service-webhook-id': randomUUID(),
  };
  const status = await fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal }).then(
    (response) => response.body?.cancel().then(() => response.status) ?? response.status,
    () => 503,
  );
  if (signal.aborted) return;
  row.body.attempts += 1;
  const pause = status === 429 || status >= 500 ? retries[row.body.attempts - 1] : undefined;
  row.body.state = status < 300 ? 'delivered' : pause === undefined ? 'failed' : 'due';
  row.body.due = pause === undefined ? null : world.now() + pause * seconds;
  world.store.save(row);
}
