import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityIssues, executablePath } from '../../reports/views/browser.ts';
import { openOAuth } from '../support/in-process.ts';
import { request, signIn, type OAuthServer } from '../support/oauth-server.ts';
import { suiteScope } from '../support/suite-scope.ts';

const suite = suiteScope();
let here: OAuthServer;
let chrome: Browser;
/** Another site: it receives the answers of sign-ins, and shows the page of a test. */
let elsewhere: string;
let shown = '';

/** Wide enough for nothing: the narrowest screen that has to do. */
const narrow = { width: 320, height: 640 };

describe.runIf(executablePath)('in a browser', () => {
  beforeAll(async () => {
    here = await openOAuth(suite);
    chrome = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox', '--disable-gpu'] });
    suite.onTestFinished(() => chrome.close());
    const site = createServer((asked, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(asked.url === '/page' ? shown : '<!doctype html><title>host</title>');
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    suite.onTestFinished(() => void site.close());
    elsewhere = `http://localhost:${(site.address() as AddressInfo).port}`;
  });

  /** Runs with a page of its own. */
  async function within(options: BrowserContextOptions, use: (page: Page) => Promise<void>): Promise<void> {
    const context = await chrome.newContext({ viewport: narrow, ...options });
    try {
      await use(await context.newPage());
    } finally {
      await context.close();
    }
  }

  /** An authorization request whose answer this test's own site takes. */
  const asking = async (scope: string) =>
    (await request(here, scope, { redirect_uri: `http://127.0.0.1:${new URL(elsewhere).port}/callback` })).address;

  const width = (page: Page) => page.evaluate('document.documentElement.scrollWidth');

  /** Words that stand on two lines. */
  const brokenWords = (page: Page): Promise<string[]> =>
    page.evaluate(`[...document.querySelectorAll('main *')].flatMap((element) => [...element.childNodes])
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .flatMap((node) => [...node.data.matchAll(/[\\p{L}\\p{N}]+/gu)].filter(({ index, 0: word }) => {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        return new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size > 1;
      }).map(([word]) => word))`);

  it('a person signs in and agrees without script, by keyboard, on the narrowest screen', () =>
    within({ javaScriptEnabled: false }, async (page) => {
      await page.goto(await asking('read paid'));
      expect(await width(page)).toBe(narrow.width);
      await page.getByLabel('Your platform token').fill('sandbox-owner');
      await page.getByLabel('Most credits it may spend').fill('5/day');
      await page.getByLabel('Allow only reading').press('Space');
      await page.getByRole('button', { name: 'Allow' }).press('Enter');
      await page.waitForURL(/\/callback\?/);
      const landed = new URL(page.url());
      expect(landed.searchParams.get('code')).toBeTruthy();
      expect(landed.searchParams.get('iss')).toBe(here.origin);
      expect(landed.searchParams.get('state')).toBe('abc');
    }));

  it('/account shows connections, limits and jobs, revokes and signs out without script', async () => {
    await signIn(here, 'read', 'sandbox-member', { budget: '7/day' });
    await within({ javaScriptEnabled: false }, async (page) => {
      await page.goto(`${here.origin}/account`);
      await page.getByLabel('Your platform token').fill('sandbox-member');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page
        .getByRole('button', { name: /^Revoke/ })
        .first()
        .waitFor();
      expect(await page.textContent('main')).toContain('7/day');
      expect(await width(page)).toBe(narrow.width);
      await page
        .getByRole('button', { name: /^Revoke/ })
        .first()
        .click();
      await page.getByText('No application is connected.').waitFor();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByLabel('Your platform token').waitFor();
    });
  });

  it('/ says what this is and how to connect, in the language that the browser wishes', () =>
    within({ javaScriptEnabled: false, locale: 'de-AT' }, async (page) => {
      await page.goto(`${here.origin}/`);
      expect(await page.title()).toContain('Visibility');
      expect(await page.getAttribute('html', 'lang')).toBe('de');
      expect(await page.textContent('main')).toContain(`${here.origin}/mcp`);
      await page.getByRole('link').click();
      await page.getByLabel('Ihr Token der Plattform').waitFor();
    }));

  // In German, whose words are the longest.
  it('every page passes the rules of WCAG 2.2 AA and fits the narrowest screen, in light and in dark', async () => {
    await signIn(here, 'read write delete paid', 'sandbox-guest');
    // The checks are a script, which the policy of the pages forbids.
    await within({ bypassCSP: true, locale: 'de-DE' }, async (page) => {
      const problems: string[] = [];
      const submit = () => page.locator('button.main').click();
      const check = async () => {
        await page.emulateMedia({ colorScheme: 'light' });
        problems.push(...(await accessibilityIssues(page.mainFrame())));
        await page.emulateMedia({ colorScheme: 'dark' });
        problems.push(...(await accessibilityIssues(page.mainFrame(), ['color-contrast'])));
        for (const word of await brokenWords(page)) problems.push(`${page.url()} breaks ${word}`);
        if (Number(await width(page)) > narrow.width) problems.push(`${page.url()} is wider than the screen`);
        if (/undefined|\[object/.test((await page.textContent('main')) ?? ''))
          problems.push(`${page.url()} lacks a word`);
      };
      await page.goto(`${here.origin}/`);
      await check();
      await page.goto(await asking('read write delete paid'));
      await check();
      await page.locator('#token').fill('nobody');
      await submit();
      await page.getByRole('alert').waitFor();
      await check();
      await page.goto(`${here.origin}/account`);
      await check();
      await page.locator('#token').fill('sandbox-guest');
      await submit();
      await page.locator('[name=revoke]').first().waitFor();
      await check();
      await page.goto(`${here.origin}/oauth/signin/unknown`);
      await check();
      await page.goto(`${here.origin}/oauth/authorize?client_id=unknown`);
      await check();
      // What people type in a browser, too: the address that their client has.
      expect((await page.goto(`${here.origin}/mcp`))?.status()).toBe(200);
      await check();
      expect(problems).toEqual([]);
    });
  });

  it('no other site can frame a page, or send its forms', () =>
    within({}, async (page) => {
      await page.goto(`${here.origin}/account`);
      await page.getByLabel('Your platform token').fill('sandbox-guest');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('button', { name: 'Sign out' }).waitFor();
      shown = `<!doctype html><iframe src="${here.origin}/account"></iframe>`;
      await page.goto(`${elsewhere}/page`);
      await page.frames()[1]?.waitForLoadState();
      expect(await page.frames()[1]?.getByRole('button').count()).toBe(0);
      shown = `<!doctype html><form method="post" action="${here.origin}/account"><button name="sign_out" value="1">Go</button></form>`;
      await page.goto(`${elsewhere}/page`);
      const answered = page.waitForResponse(`${here.origin}/account`);
      await page.getByRole('button').click();
      expect((await answered).status()).toBe(403);
      await page.goto(`${here.origin}/account`);
      await page.getByRole('button', { name: 'Sign out' }).waitFor();
    }));
});
