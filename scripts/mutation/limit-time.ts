import { inject, vi } from 'vitest';

/**
 * Ends a test that a change keeps from ending. Stryker would end its whole process, whose next start takes longer than
 * the tests do. The first run, without a change, has no limit.
 */
if (inject('mode' as never) === 'mutant') {
  const limit = Number(process.env['VISIBILITY_MUTATION_TEST_MS']);
  vi.setConfig({ testTimeout: limit, hookTimeout: limit });
}
