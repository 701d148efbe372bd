import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folder } from '../mcp/support/scope.ts';
import { visit, type Visit } from './visit.ts';

const stateOf = async ({ call }: Visit) => (await call('articles.get', { id: 1001 })).body.data.processing_status;

test('kept data survives a restart, and jobs continue where they were', async () => {
  const data = join(folder({ onTestFinished }), 'kept.db');
  const first = await visit({ data });
  await first.call('articles.optimize', { id: 1001 });
  await first.close();
  first.clock.pass(60);
  const second = await visit({ data, clock: first.clock, balance: 5 });
  expect(await stateOf(second)).toBe('ready');
  expect(await second.balance()).toBe(995);
});

test('the platform clock does not step back when the speed changes', async () => {
  const data = join(folder({ onTestFinished }), 'speed.db');
  const fast = await visit({ data, speed: 100 });
  fast.clock.pass(1);
  await fast.call('articles.optimize', { id: 1001 });
  await fast.close();
  const slow = await visit({ data, clock: fast.clock, speed: 1 });
  slow.clock.pass(59);
  expect(await stateOf(slow)).toBe('processing');
  slow.clock.pass(1);
  expect(await stateOf(slow)).toBe('ready');
});
