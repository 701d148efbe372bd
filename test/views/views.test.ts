import { afterAll, beforeAll, expect, test as always } from 'vitest';
import { viewNames } from '../../src/views/view-name.ts';
import { accessibilityIssues, executablePath, ViewBrowser, type Shown } from './browser.ts';
import { resultsOf } from './results.ts';

const test = always.skipIf(executablePath === undefined);

let browser: ViewBrowser;
beforeAll(async () => {
  if (executablePath) browser = await ViewBrowser.start();
});
afterAll(async () => browser?.close());

const kinds = ['real', 'empty', 'error', 'hostile', 'huge'] as const;

const shown = async (
  name: string,
  kind: (typeof kinds)[number],
  more: { theme?: 'light' | 'dark'; width?: number; locale?: string } = {},
): Promise<Shown> => browser.show({ name, result: resultsOf(name)[kind] ?? {}, ...more });

/** What must hold whatever is shown. */
async function judge({ view, requests, problems }: Shown): Promise<void> {
  expect(requests).toEqual([]);
  expect(problems).toEqual([]);
  // Nothing of the data became an element that can run or load something.
  expect(await view.locator('main :is(script, img, iframe, object, embed, form, link, style)').count()).toBe(0);
  expect(await view.locator('main [onerror], main [onload], main [onclick]').count()).toBe(0);
  for (const address of await view
    .locator('main a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href'))))
    expect(address).toMatch(/^https?:/i);
  // The page does not scroll sideways; wide tables do so by themselves.
  const overflow = await view.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  expect(overflow).toBeLessThanOrEqual(0);
}

test.each(viewNames.flatMap((name) => kinds.map((kind) => ({ name, kind }))))(
  'the view $name shows $kind data at 320, 720 and 1,200 px, in light and dark, without a request',
  async ({ name, kind }) => {
    for (const [width, theme] of [
      [320, 'light'],
      [720, 'dark'],
      [1_200, 'light'],
    ] as const) {
      const it = await shown(name, kind, { width, theme });
      await judge(it);
    }
  },
);

test.each(viewNames.flatMap((name) => (['light', 'dark'] as const).map((theme) => ({ name, theme }))))(
  'the view $name is accessible in $theme',
  async ({ name, theme }) => {
    for (const kind of ['real', 'error'] as const) {
      const it = await shown(name, kind, { theme, width: 720 });
      expect(await accessibilityIssues(it.view)).toEqual([]);
    }
  },
);

test('a result shows its numbers', async () => {
  const it = await shown('report', 'real');
  const text = await it.view.locator('main').textContent();
  for (const part of ['Fjordkiste', '36', 'weak', 'Prominence', 'chatgpt', '72 %', 'not measured', 'kistenrat.example'])
    expect(text).toContain(part);
});

test('a chart has its numbers as a table, reachable by keyboard', async () => {
  const it = await shown('report', 'real');
  await it.view.locator('summary').first().focus();
  await it.page.keyboard.press('Enter');
  expect(await it.view.locator('details[open] table').first().innerText()).toContain('54');
});

test('the language follows the host', async () => {
  const it = await shown('report', 'real', { locale: 'de-DE' });
  expect(await it.view.locator('main').innerText()).toContain('Plattformen im Vergleich');
  expect(await it.view.locator('html').getAttribute('lang')).toBe('de');
});

test('an article that is shown in part asks for the whole', async () => {
  const it = await shown('article', 'real');
  await it.view.getByRole('button', { name: 'Whole text' }).click();
  await expect
    .poll(async () => it.page.evaluate(() => (globalThis as unknown as { host: { calls: unknown[] } }).host.calls))
    .toMatchObject([{ name: 'call_read', arguments: { operation: 'articles.get', arguments: { id: 7 } } }]);
});

test('a button asks the host for a call that the model could make, and shows its result', async () => {
  const it = await shown('jobs', 'real');
  await it.view.getByRole('button', { name: 'Check now' }).first().click();
  await expect
    .poll(async () => it.page.evaluate(() => (globalThis as unknown as { host: { calls: unknown[] } }).host.calls))
    .toEqual([{ name: 'job_wait', arguments: { job_id: 'job_1' } }]);
  expect(await it.view.locator('main').innerText()).toContain('articles.generate');
});

test('an error is shown in words', async () => {
  const it = await shown('credits', 'error');
  expect(await it.view.getByRole('alert').innerText()).toContain('25 of 200 credits are left today');
});
