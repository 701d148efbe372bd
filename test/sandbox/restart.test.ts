import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { afterAll, expect, test } from 'vitest';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { busyPort } from '../support/network/busy-port.ts';
import { virtualClock } from './virtual-clock.ts';
import { visit } from './visit.ts';

const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
afterAll(() => rmSync(folder, { recursive: true }));

const get = async (url: string, path: string) =>
  (await fetch(url + path, { headers: { authorization: 'Bearer sandbox-owner' } })).json() as Promise<{
    data: Record<string, unknown>;
  }>;

test('kept data survives a restart, and jobs continue where they were', async () => {
  const data = join(folder, 'kept.db');
  const clock = virtualClock();
  const first = await startSandbox({ data, clock });
  await fetch(`${first.url}/articles/1001/optimize`, {
    method: 'POST',
    headers: { authorization: 'Bearer sandbox-owner' },
  });
  await first.close();
  clock.pass(60);
  const second = await startSandbox({ data, clock, balance: 5 });
  expect((await get(second.url, '/articles/1001')).data['processing_status']).toBe('ready');
  expect((await get(second.url, '/credits')).data['balance']).toBe(995);
  await second.close();
});

test('of platforms that open one new file at the same moment each holds what one alone would', async () => {
  const files = Array.from({ length: 8 }, (_, round) => join(folder, `together-${round}.db`));
  const arrived = new SharedArrayBuffer(4 * files.length);
  const balances: unknown[] = [];
  await Promise.all(
    [1, 2].map(async () => {
      const thread = new Worker(new URL('start-together.ts', import.meta.url), {
        workerData: { files, others: 1, arrived },
      });
      thread.on('message', (balance) => balances.push(balance));
      // A platform that cannot open the file fails its thread, and the other one would wait for it.
      await once(thread, 'exit').finally(() => {
        const count = new Int32Array(arrived);
        for (const round of files.keys()) {
          Atomics.store(count, round, 2);
          Atomics.notify(count, round);
        }
      });
    }),
  );
  expect(balances).toEqual(Array(2 * files.length).fill(1000));
});

test.each([
  ['its port is taken', async () => ({ listen: `127.0.0.1:${await busyPort()}` })],
  ['its sample data cannot be made', async () => ({ fixtures: 'none' as never })],
  [
    'its file holds tables of another program',
    async (data: string) => {
      const other = new DatabaseSync(data);
      other.exec('CREATE TABLE kept (id)');
      other.close();
      return {};
    },
  ],
])('a platform that cannot start since %s leaves its file', async (why, prepare) => {
  const data = join(folder, `${why}.db`);
  await expect(startSandbox({ data, clock: virtualClock(), ...(await prepare(data)) })).rejects.toThrow();
  // SQLite removes the files beside a store with its last connection.
  expect([existsSync(data), existsSync(`${data}-wal`)]).toEqual([true, false]);
});

test('the platform clock does not step back when the speed changes', async () => {
  const data = join(folder, 'speed.db');
  const clock = virtualClock();
  const fast = await startSandbox({ data, clock, speed: 100 });
  clock.pass(1);
  await fetch(`${fast.url}/articles/1001/optimize`, {
    method: 'POST',
    headers: { authorization: 'Bearer sandbox-owner' },
  });
  await fast.close();
  const slow = await startSandbox({ data, clock, speed: 1 });
  clock.pass(59);
  expect((await get(slow.url, '/articles/1001')).data['processing_status']).toBe('processing');
  clock.pass(1);
  expect((await get(slow.url, '/articles/1001')).data['processing_status']).toBe('ready');
  await slow.close();
});

test('at speed 100 a job of 60 seconds takes 0.6', async () => {
  const { call, clock } = await visit({ speed: 100 });
  await call('articles.optimize', { id: 1001 });
  clock.pass(0.59);
  expect((await call('articles.get', { id: 1001 })).body.data.processing_status).toBe('processing');
  clock.pass(0.01);
  expect((await call('articles.get', { id: 1001 })).body.data.processing_status).toBe('ready');
});
