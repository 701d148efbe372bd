import { expect, it } from 'vitest';
import { codeLimits } from '../../src/code-limits.ts';
import { failureOf } from '../../src/runs/failure.ts';

it('a result is bounded in bytes, to the last one', async () => {
  const limits = { ...codeLimits({}), result: 1 };
  const failure = (json: string) =>
    failureOf({ kind: 'returned', json }, limits, 'not_sent', { code: '', refused: () => undefined });
  expect(await failure(`"${'ä'.repeat(511)}"`)).toBeUndefined();
  expect(await failure(`"${'ä'.repeat(511)}x"`)).toMatchObject({ code: 'run_limit', outcome: 'not_sent' });
});
