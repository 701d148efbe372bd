import { afterAll } from 'vitest';
import type { Scope } from './scope.ts';

/** A scope for what all tests of a file share; it ends after the last of them. */
export function suiteScope(): Scope {
  const ends: (() => void | Promise<void>)[] = [];
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });
  return { onTestFinished: (end) => void ends.push(end) };
}
