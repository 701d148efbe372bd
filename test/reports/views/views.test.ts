import { afterAll, beforeAll, expect, test as always } from 'vitest';
import { viewNames } from '../../../src/tools/definition/view-name.ts';
import { accessibilityIssues, executablePath, until, ViewBrowser, type Shown } from './browser.ts';
import { resultsOf } from './results.ts';

const test = always.skipIf(executablePath === undefined);

let browser: ViewBrowser;
beforeAll(async () => {
  if (executablePath) browser = await ViewBrowser.start();
});
afterAll(async () => browser?.close());

/** For what happens after a message to the host and back, on a busy machine. */
const patience = { timeout: 30_000 };

const kinds = ['real', 'empty', 'error', 'hostile', 'huge'] as const;

const shown = async (
  name: string,
  kind: (typeof kinds)[number],
  more: { theme?: 'light' | 'dark'; width?: number; locale?: string } = {},
): Promise<Shown> => browser.show({ name, result: resultsOf(name)[kind] ?? {}, ...more });

/** Looks at the page of a view; runs in it. */
const look = `({
  blocks: document.querySelectorAll('main > *').length,
  active: document.querySelectorAll('main :is(script, img, iframe, object, embed, form, link, style)').length,
  handlers: document.querySelectorAll('main :is([onerror], [onload], [onclick])').length,
  addresses: Array.from(document.querySelectorAll('main a'), (link) => link.getAttribute('href') ?? '')
    .filter((address) => !/^https?:/i.test(address)),
  overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
})`;

/**
 * What must hold whatever is shown: nothing of the data became an element that can run or load something, and the page
 * does not scroll sideways (wide tables do so by themselves).
 */
async function judge({ view, requests, problems }: Shown): Promise<void> {
  const viewLook = await view.evaluate<{ blocks: number }>(look);
  expect(viewLook).toMatchObject({ active: 0, handlers: 0, addresses: [], overflow: 0 });
  expect(viewLook.blocks).toBeGreaterThan(0);
  expect(requests).toEqual([]);
  expect(problems).toEqual([]);
}

/** Widths do not depend on the theme. */
const looks = [
  [320, 'light'],
  [320, 'dark'],
  [720, 'light'],
  [1_200, 'dark'],
] as const;

/** What failed is drawn by the page around all views, and so looked at in one. */
const matrix = viewNames.flatMap((name) =>
  kinds.filter((kind) => kind !== 'error' || name === 'credits').map((kind) => ({ name, kind })),
);

test.each(matrix)(
  'the view $name shows $kind data narrow and wide, in light and dark, accessibly and without a request',
  async ({ name, kind }) => {
    const rig = await shown(name, kind, { width: 320, theme: 'light' });
    for (const [width, theme] of looks) {
      // Dark at 320 px is looked at by the rules alone, and by them only what is real; the middle width too.
      if (kind !== 'real' && (width === 720 || (width === 320 && theme === 'dark'))) continue;
      if (width > 320 || theme === 'dark') await browser.change({ width, theme });
      await judge(rig);
      // The rules look at each element: thousands of equal ones would take minutes. Colours are the theme's in whatever is shown.
      if (width === 320 && (kind === 'real' || (theme === 'light' && ['empty', 'error'].includes(kind))))
        expect(await accessibilityIssues(rig.view)).toEqual([]);
    }
  },
);

test.each(viewNames)('the keyboard reaches everything in the view %s', async (name) => {
  const { page, view } = await shown(name, 'real', { width: 320 });
  const all = await view.evaluate<number>(`{
    globalThis.elements = Array.from(document.querySelectorAll('a, button, summary, .scroll'))
      .filter((element) => element.checkVisibility());
    elements.length;
  }`);
  const reached = new Set<number>();
  for (let pressed = 0, last = -1; pressed < all; pressed++) {
    await page.keyboard.press('Tab');
    // The view is a frame: its focus moves after the page has taken the key.
    await view.evaluate(until(`elements.indexOf(document.activeElement) !== ${last}`));
    const { at, outlined } = await view.evaluate<{ at: number; outlined: string }>(`({
      at: elements.indexOf(document.activeElement),
      outlined: getComputedStyle(document.activeElement).outlineStyle,
    })`);
    expect(outlined).toBe('solid');
    reached.add(at);
    last = at;
  }
  expect(reached.size).toBe(all);
});

test('a result shows its numbers, and those of a chart as a table, by keyboard', async () => {
  const { view, page } = await shown('report', 'real');
  const text = await view.locator('main').textContent();
  for (const part of ['▲ +5', 'That is 5 more than from September 24, 2026', '72 %', 'within reach: 39.5/100'])
    expect(text).toContain(part);
  await view.locator('summary').first().focus();
  await page.keyboard.press('Enter');
  expect(await view.locator('details[open] table').first().innerText()).toContain('27.8');
});

test('the tables of keywords are sorted by click and by keyboard, and stay so on a redraw', async () => {
  const { view, page } = await shown('keywords', 'real');
  const table = view.locator('table.sortable').last();
  const column = async (at: number): Promise<string[]> => table.locator(`tbody td:nth-child(${at})`).allInnerTexts();
  const heading = (name: string): ReturnType<typeof table.locator> => table.locator('th', { hasText: name });
  await heading('Searches').getByRole('button').click();
  expect(await column(3)).toEqual(['3,830', '1,900', '1,310']);
  await page.keyboard.press('Enter');
  expect(await heading('Searches').getAttribute('aria-sort')).toBe('ascending');
  await browser.change({ width: 1_200, theme: 'dark' });
  expect(await column(3)).toEqual(['1,310', '1,900', '3,830']);
  // What is unknown stands at the end in either direction.
  for (const sorted of [
    ['53', '46', '–'],
    ['46', '53', '–'],
  ]) {
    await heading('Difficulty').getByRole('button').click();
    expect(await column(4)).toEqual(sorted);
  }
});

test('credits name their account, and show the days that only the view is given', async () => {
  const { view } = await browser.show({
    name: 'credits',
    result: {
      structuredContent: { ok: true, account: 'acme', data: { balance: 992, history_30_days: { charged: 8 } } },
      _meta: { 'visibility-mcp/view': { spent_by_day: [{ day: '2026-11-18', charged: 8 }] } },
    },
  });
  const text = await view.locator('main').innerText();
  for (const part of ['Account: acme', 'Nov 18']) expect(text).toContain(part);
  // Others of the team spent them.
  expect(text).not.toContain('Nothing was spent');
});

test('research that is still running shows its job', async () => {
  const { view } = await browser.show({
    name: 'keywords',
    result: {
      structuredContent: {
        ok: true,
        data: { seeds: ['tent pegs'], status: 'being researched' },
        job: { job_id: 'job_1', operation: 'keywords.research', state: 'running', progress: 10 },
      },
    },
  });
  const text = await view.locator('main').innerText();
  expect(text).toContain('keywords.research');
  expect(text).not.toContain('There is nothing to show');
});

test.each([
  ['article', 'Whole text', { name: 'call_read', arguments: { operation: 'articles.get', arguments: { id: 7 } } }],
  ['jobs', 'Check now', { name: 'job_wait', arguments: { job_id: 'job_1', wait_s: 0 } }],
])('a button of the view %s asks the host for a call that the model could make: %s', async (name, label, call) => {
  const { view } = await shown(name, 'real');
  await view.getByRole('button', { name: label }).first().click();
  await expect.poll(async () => browser.calls(), patience).toMatchObject([call]);
});

test('what a name rests on is shown below it, and what costs credits says its price before it is called', async () => {
  const { view } = await shown('report', 'real', { locale: 'de' });
  const said = 'Heard that Fjordkiste has closed its workshop.';
  await browser.evaluate(`{
    host.answers.call_read = { structuredContent: { ok: true, data: [{ platform: 'chatgpt', response_excerpt: '${said}' }] } };
    host.answers.estimate = { structuredContent: { ok: true, data: { credits: 5 } } };
    host.answers.call_paid = { structuredContent: { ok: true, data: {} } };
  }`);
  await view.getByRole('button', { name: 'Was gesagt wurde' }).first().click();
  await view.getByText(said).waitFor();
  const again = view.getByRole('button', { name: 'Angaben erneut prüfen' });
  const price = view.getByText('Das kostet bis zu 5 Credits.');
  await again.click();
  await price.waitFor();
  await view.getByRole('button', { name: 'Abbrechen' }).click();
  expect(await price.count()).toBe(0);
  await again.click();
  await view.getByRole('button', { name: 'Ausführen' }).click();
  const names = async () => ((await browser.calls()) as { name: string }[]).map(({ name }) => name);
  await expect.poll(names, patience).toEqual(['call_read', 'estimate', 'estimate', 'call_paid']);
  // The rest of the page stays.
  await view.getByText('fertig').waitFor();
  expect(await again.count()).toBe(1);
  expect((await browser.calls()).at(-1)).toMatchObject({
    arguments: { operation: 'accuracy.reverify', arguments: { id: 1 } },
  });
});

const brands = {
  period: { from: '2026-10-24', to: '2026-11-22' },
  brands: [
    { brand: 'Fjordkiste', index: 36, index_before: 40, change: -4, own_share: 20.5, ahead: ['Kistenwerk'] },
    { brand: 'Nordlicht Bikes', failed: 'No answer.' },
    { domain: 'nordlicht-outdoor.example', index: 36, ahead: ['Kistenwerk', 'Wandererhof'], false_claims: 2 },
  ],
};

test.each([
  ['report', { structuredContent: { ok: true, data: brands } }, 'Index: nicht verfügbar („No answer.“)'],
  ['report', resultsOf('report')['real'], 'https://testlabor.example/article-6'],
  ['keywords', resultsOf('keywords')['real'], 'Zeltheringe'],
])('at any width no word of the view %s is broken, in German', async (name, result, text) => {
  const rig = await browser.show({ name, result: result ?? {}, locale: 'de' });
  expect(await rig.view.locator('html').getAttribute('lang')).toBe('de');
  for (const width of [320, 360, 420, 560, 640, 720, 1_200, 1_400]) {
    await browser.change({ width });
    await judge(rig);
    await rig.view.evaluate(`document.querySelectorAll('details').forEach((details) => { details.open = true; })`);
    expect(await rig.view.locator('main').innerText()).toContain(text);
    expect(await rig.view.evaluate(broken), `${width} px`).toEqual([]);
    expect(await rig.view.evaluate(sideways), `${width} px`).toBe(0);
  }
});

/** Tables that go on sideways. */
const sideways = `Array.from(document.querySelectorAll('.scroll')).filter((one) => one.scrollWidth > one.clientWidth).length`;

/** A word that is broken has more boxes than one. */
const broken = `Array.from(document.querySelectorAll('main :is(td, th, h1, h2, dd, dt, button, li, p)'), (element) => {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    for (const { index, 0: word } of text.data.matchAll(/[^\\s\\-–.,/]+/g)) {
      const range = new Range();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size > 1) found.push(word);
    }
  return found;
}).flat()`;

const resolutions = [
  ['Sie ist richtiggestellt', 'resolved'],
  ['Sie ist kein Fehler', 'false_positive'],
] as const;

test.each(resolutions)('an open claim is settled from the report, after a question: %s', async (answer, resolution) => {
  const { view } = await shown('report', 'real', { locale: 'de' });
  await browser.evaluate(`host.answers.call_write = { structuredContent: { ok: true, data: { id: 3 } } };`);
  const settle = view.getByRole('button', { name: 'Angabe abschließen: Fjordkiste has closed its workshop' });
  await settle.click();
  const box = view.getByRole('status').filter({ hasText: 'lässt sich nicht wieder öffnen' });
  await box.waitFor();
  if (resolution === 'resolved') expect(await accessibilityIssues(view)).toEqual([]);
  await box.getByRole('button', { name: 'Abbrechen' }).click();
  expect(await view.getByRole('status').filter({ hasText: 'nicht wieder öffnen' }).count()).toBe(0);
  expect(await browser.calls()).toEqual([]);
  await settle.click();
  await box.getByRole('button', { name: answer }).click();
  await view.getByText('Die Angabe ist abgeschlossen.').waitFor();
  expect(await browser.calls()).toEqual([
    {
      name: 'call_write',
      arguments: { operation: 'accuracy.resolve', arguments: { id: 1, claim: 3, resolution_status: resolution } },
    },
  ]);
});

test('a claim that the platform refuses to settle says why, and can be settled later', async () => {
  const { view } = await shown('report', 'real');
  const refused = { ok: false, error: { message: 'The claim is settled already.' } };
  await browser.evaluate(`host.answers.call_write = { structuredContent: ${JSON.stringify(refused)} };`);
  const settle = view.getByRole('button', { name: 'Settle this claim' });
  await settle.click();
  await view.getByRole('button', { name: 'It is not an error' }).click();
  await view.getByText('The claim is settled already.').waitFor();
  expect(await settle.isDisabled()).toBe(false);
});

test('an article on a keyword is written from its row, in the project of the research', async () => {
  const data = { project: 'Teeblatt', top_keywords: [{ keyword: 'green tea' }, { keyword: 'black tea' }] };
  const { view } = await browser.show({ name: 'keywords', result: { structuredContent: { ok: true, data } } });
  await browser.evaluate(`host.answers.estimate = { structuredContent: { ok: true, data: { credits: 5 } } };`);
  await view.getByRole('button', { name: 'Write this one: black tea' }).click();
  await view.getByRole('button', { name: 'Go ahead' }).click();
  const written = { project: 'Teeblatt', keyword: 'black tea' };
  await expect
    .poll(async () => browser.calls(), patience)
    .toEqual([
      { name: 'estimate', arguments: { calls: [{ operation: 'write_article', arguments: written }] } },
      { name: 'write_article', arguments: written },
    ]);
});

test('running jobs are read again until the reader stops it', async () => {
  const fast = await browser.faster(50);
  const { view } = await fast.show({ name: 'jobs', result: resultsOf('jobs')['real'] ?? {} });
  await expect.poll(async () => (await fast.calls()).length, patience).toBeGreaterThan(1);
  expect(await fast.calls()).toContainEqual({ name: 'job_list', arguments: {} });
  // The page draws itself again all the time: a busy browser might never see the button stand still.
  await view.getByRole('button', { name: 'Stop updating' }).dispatchEvent('click');
  expect(await view.getByRole('button', { name: 'Update live' }).isVisible()).toBe(true);
});

test('before the result a view says that one is expected', async () => {
  const { view } = await browser.show({ name: 'article' });
  expect(await view.locator('main').innerText()).toContain('appears here when it is ready');
});

test('an error is shown in words', async () => {
  const rig = await shown('credits', 'error');
  expect(await rig.view.getByRole('alert').innerText()).toContain('25 of 200 credits are left today');
});
