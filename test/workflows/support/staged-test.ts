import { test } from 'vitest';
import { stage, type Stage } from './stage.ts';

/** Tests that ask for `s` run on a stage of their own. */
export const it = test.extend<{ s: Stage }>({
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads from the pattern which fixtures this one needs
  s: async ({}, use) => {
    await using s = await stage();
    await use(s);
  },
});
