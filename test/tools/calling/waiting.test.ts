import { expect, test } from 'vitest';
import { waitOptions, waitSecondsOf } from '../../../src/tools/calling/waiting.ts';

test('a call waits as it says, a workflow as is usual for it, any other as configured, else as its host allows', () => {
  expect(waitOptions({ wait_s: 0, again: true }, 60)).toEqual({ waitSeconds: 0, wait_s: 0, again: true });
  expect(waitOptions({}, 60)).toEqual({ waitSeconds: 60, wait_s: undefined, again: undefined });
  expect(waitSecondsOf(20, { hostWaitSeconds: 300 })).toBe(20);
  expect(waitSecondsOf(undefined, { hostWaitSeconds: 300 })).toBe(300);
  expect(waitSecondsOf(undefined, {})).toBe(45);
});
