import { expect, test } from 'vitest';
import { waitSecondsOf } from '../../../src/tools/definition/waiting.ts';

test('a call waits as it says, else as configured, else as its host allows', () => {
  expect(waitSecondsOf(0, 20, { hostWaitSeconds: 300 })).toBe(0);
  expect(waitSecondsOf(undefined, 20, { hostWaitSeconds: 300 })).toBe(20);
  expect(waitSecondsOf(undefined, undefined, { hostWaitSeconds: 300 })).toBe(300);
  expect(waitSecondsOf(undefined, undefined, {})).toBe(45);
});
