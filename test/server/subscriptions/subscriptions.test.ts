import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Resources } from '../../../src/resources/resource.ts';
import { serveSubscriptions } from '../../../src/server/subscriptions/serve-subscriptions.ts';
import { Subscriptions } from '../../../src/server/subscriptions/subscriptions.ts';
import { UnknownJob } from '../../../src/client/errors/unknown-job.ts';
import { holds } from '../../support/state/holds.ts';

const max = 4;

/** Jobs of even number exist; `followed` has those that are being followed, and how often each was begun to be. */
function stage() {
  const followed = new Map<string, number>();
  const notify = new Map<string, () => void>();
  const template = {
    uriTemplate: 'visibility://jobs/{id}',
    watch: async (id: string, { signal, onChange }: { signal: AbortSignal; onChange: () => void }) => {
      if (Number(id) % 2 === 1) throw new UnknownJob(id);
      followed.set(id, (followed.get(id) ?? 0) + 1);
      notify.set(id, onChange);
      const { promise: over, resolve } = Promise.withResolvers<void>();
      signal.addEventListener('abort', () => (followed.set(id, (followed.get(id) ?? 0) - 1), resolve()));
      return { over };
    },
  };
  const resources = { fixed: [], templates: [template] } as unknown as Resources;
  const subscriptions = new Subscriptions({ resources: async () => resources, max, onDefect: () => {} });
  return { subscriptions, followed, notify };
}

it('whatever is subscribed to and left, a job is followed once while it has subscribers, and places become free again', async () => {
  await holds(
    fc.asyncProperty(fc.array(fc.record({ id: fc.nat(5), leaves: fc.boolean() }), { maxLength: 30 }), async (steps) => {
      const { subscriptions, followed, notify } = stage();
      const open: { readonly id: number; readonly leave: () => void; heard: number }[] = [];
      for (const { id, leaves } of steps) {
        if (leaves) {
          const one = open.shift();
          one?.leave();
          // Leaving twice leaves nobody else.
          one?.leave();
        } else {
          const isFull = open.length >= max;
          const one = { id, leave: () => {}, heard: 0 };
          const added = subscriptions.add(`visibility://jobs/${id}`, () => void one.heard++);
          if (isFull || id % 2 === 1) await expect(added).rejects.toThrow(isFull ? 'limit' : '');
          else open.push(Object.assign(one, { leave: await added }));
        }
        for (const even of [0, 2, 4]) {
          const listeners = open.filter((one) => one.id === even);
          expect(followed.get(String(even)) ?? 0).toBe(listeners.length > 0 ? 1 : 0);
          const before = open.map(({ heard }) => heard);
          if (listeners.length > 0) notify.get(String(even))?.();
          expect(open.map(({ heard }) => heard)).toEqual(
            open.map((one, at) => (before[at] ?? 0) + (one.id === even ? 1 : 0)),
          );
        }
      }
    }),
    { seed: 5, numRuns: 30 },
  );
});

it('of several addresses those that exist are subscribed to, none where there are too many', async () => {
  const { subscriptions, followed } = stage();
  const uris = (ids: readonly number[]) => ids.map((id) => `visibility://jobs/${id}`);
  const some = await subscriptions.addAll(uris([0, 1, 2, 0]), () => {});
  expect(some.subscribed).toEqual(uris([0, 2]));
  await expect(subscriptions.addAll(uris([4, 6, 8]), () => {})).rejects.toThrow('limit');
  expect(Object.fromEntries(followed)).toMatchObject({ 0: 1, 2: 1, 4: 0, 6: 0 });
  some.release();
  expect([...followed.values()]).toEqual([0, 0, 0, 0]);
});

it('a client that subscribes twice to a resource has one subscription, which ends at once or with its connection', async () => {
  const { subscriptions, followed } = stage();
  const handlers = new Map<string, (request: object) => unknown>();
  const server = {
    onclose: () => {},
    setRequestHandler: (method: string, handler: (request: object) => unknown) => void handlers.set(method, handler),
  };
  serveSubscriptions(
    server as never,
    subscriptions,
    (answer) => answer,
    () => {},
  );
  const ask = async (method: string, id: number) =>
    handlers.get(`resources/${method}`)?.({ params: { uri: `visibility://jobs/${id}` } });
  for (let times = 0; times <= max; times++) await ask('subscribe', 2);
  await ask('subscribe', 4);
  expect([...followed]).toEqual([
    ['2', 1],
    ['4', 1],
  ]);
  await ask('unsubscribe', 2);
  await expect.poll(() => followed.get('2')).toBe(0);
  server.onclose();
  await expect.poll(() => followed.get('4')).toBe(0);
});
