import { expect, it } from 'vitest';
import { readResult } from '../../src/runs/program-json.ts';

it('a recorded result is read whole, however long its texts are', async () => {
  const long = 'x'.repeat(9 * 1024 * 1024);
  expect((await readResult(JSON.stringify({ long }))).value).toEqual({ long });
});

it('of one that holds more values than an answer may, the rest is left unread', async () => {
  const { value, leftUnread } = await readResult(JSON.stringify(Array(60_001).fill(1)));
  expect((value as unknown[]).length).toBeLessThan(60_001);
  expect(leftUnread).toBeDefined();
});
