import { expect, test } from 'vitest';
import { waitArgument, waitSecondsOf } from '../../../src/tools/calling/waiting.ts';

test('a call waits as it says, else as configured, else as its host allows', () => {
  expect(waitSecondsOf(0, 20, { hostWaitSeconds: 300 })).toBe(0);
  expect(waitSecondsOf(undefined, 20, { hostWaitSeconds: 300 })).toBe(20);
  expect(waitSecondsOf(undefined, undefined, { hostWaitSeconds: 300 })).toBe(300);
  expect(waitSecondsOf(undefined, undefined, {})).toBe(45);
});

test('a call says itself how long it waits in whole seconds up to ten minutes', () => {
  expect(waitArgument).toEqual({ type: 'integer', minimum: 0, maximum: 600 });
});
