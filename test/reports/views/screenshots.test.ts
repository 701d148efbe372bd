import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test as always } from 'vitest';
import { viewNames } from '../../../src/tools/definition/view-name.ts';
import { executablePath, ViewBrowser } from './browser.ts';
import { differenceOf, screenshotOf, storedScreenshot } from './screenshots.ts';

const test = always.skipIf(executablePath === undefined);

let browser: ViewBrowser;
beforeAll(async () => {
  if (executablePath) browser = await ViewBrowser.start();
});
afterAll(async () => browser?.close());

/** Of the area; other fonts move lines by a few pixels. */
const tolerance = 0.06;

test.each(viewNames)('the view %s looks as it did (npm run pictures -- --screenshots draws it again)', async (name) => {
  for (const theme of ['light', 'dark'] as const) {
    const stored = readFileSync(storedScreenshot(name, theme));
    // A busy machine may paint a frame later than the page around it.
    const difference = async (): Promise<number> =>
      differenceOf(browser, await screenshotOf(browser, name, theme), stored);
    await expect.poll(difference, { timeout: 10_000 }).toBeLessThan(tolerance);
  }
});
