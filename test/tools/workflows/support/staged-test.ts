import { test } from 'vitest';
import { openStage, type Stage } from './stage.ts';

/** Tests that ask for `stage` run on a stage of their own. */
export const it = test.extend<{ stage: Stage }>({
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads from the pattern which fixtures this one needs
  stage: async ({}, use) => {
    await using stage = await openStage();
    await use(stage);
  },
});
