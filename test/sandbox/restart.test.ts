import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { virtualClock } from './virtual-clock.ts';

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
