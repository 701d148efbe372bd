import { createRequire } from 'node:module';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { chromium, type Browser, type Frame, type Page } from 'playwright-core';

export interface Shown {
  readonly page: Page;
  /** The view's own document. */
  readonly view: Frame;
  /** Addresses that the page requested, other than the host page itself. */
  readonly requests: readonly string[];
  /** Errors of scripts and violations of the policy. */
  readonly problems: readonly string[];
}

export interface ShowOptions {
  readonly name: string;
  /** The result of `tools/call`; absent while the tool works. */
  readonly result?: object;
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly locale?: string;
}

export interface Look {
  readonly width: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
}

/** Chromium as Debian packages it; `.ci/run` installs it. Without it, tests in a browser are skipped. */
export const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path));

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let built: Promise<string> | undefined;

/** The script of the host page, built once. */
const hostScript = (): Promise<string> =>
  (built ??= build({
    input: fileURLToPath(new URL('page/host-page.ts', import.meta.url)),
    output: { format: 'iife' },
    write: false,
  }).then(({ output }) => output[0].code));

/** A browser with a page that hosts views by the official bridge of MCP Apps. */
export class ViewBrowser {
  readonly #browser: Browser;
  readonly #server: Server;
  readonly #page: Page;
  #requests: string[] = [];
  #problems: string[] = [];
  #locale = 'en';

  private constructor(browser: Browser, server: Server, page: Page) {
    this.#browser = browser;
    this.#server = server;
    this.#page = page;
    page.on('request', (request) => this.#requests.push(request.url()));
    page.on('pageerror', (error) => this.#problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') this.#problems.push(message.text());
    });
  }

  /** `scale`: pixels of the device for each of the page. */
  static async start({ scale = 1 } = {}): Promise<ViewBrowser> {
    const script = await hostScript();
    const server = createServer((request, response) => {
      if (request.url !== '/') return void response.writeHead(404).end();
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
      response.end(
        `<!doctype html><html lang="en"><title>host</title><link rel="icon" href="data:,"><body style="margin:0"><script>${script.replaceAll('</script', '<\\/script')}</script>`,
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const browser = await chromium.launch({
      executablePath: executablePath ?? '',
      // The scale of a page alone does not reach the frames in it.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-site-isolation-trials',
        `--force-device-scale-factor=${scale}`,
      ],
    });
    return ViewBrowser.#open(browser, server, { scale, speed: 1 });
  }

  static async #open(browser: Browser, server: Server, { scale = 1, speed = 1 }): Promise<ViewBrowser> {
    const page = await browser.newPage({ deviceScaleFactor: scale });
    // Half a megabyte: sent once, and run where it is asked for.
    await page.addInitScript(`globalThis.startAxe = () => { ${axe} };`);
    if (speed > 1)
      await page.addInitScript(
        `{ const slow = setTimeout; globalThis.setTimeout = (run, ms = 0) => slow(run, ms / ${speed}); }`,
      );
    const { port } = server.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/`);
    return new ViewBrowser(browser, server, page);
  }

  /** Another page of this browser, whose timers run so much faster than life. It ends with the browser. */
  faster(speed: number): Promise<ViewBrowser> {
    return ViewBrowser.#open(this.#browser, this.#server, { speed });
  }

  /** Opens a view in the host page, and waits until the result is drawn. */
  async show({ name, result, theme = 'light', width = 720, locale = 'en' }: ShowOptions): Promise<Shown> {
    const page = this.#page;
    await page.setViewportSize({ width, height: 800 });
    this.#requests = [];
    this.#problems = [];
    this.#locale = locale;
    const html = readFileSync(new URL(`../../../dist/views/${name}.html`, import.meta.url), 'utf8');
    await page.evaluate(
      ([source, context, data]) =>
        (globalThis as unknown as { host: { open(...given: unknown[]): Promise<void> } }).host.open(
          source,
          context,
          data,
        ),
      [html, { theme, locale }, result] as const,
    );
    const view = page.frames().findLast((frame) => frame !== page.mainFrame());
    if (!view) throw new Error('the view has no frame');
    await view.waitForSelector('main > *');
    return { page, view, requests: this.#requests, problems: this.#problems };
  }

  /** Another width or theme for the view that is shown, without loading it again. */
  async change({ width, theme = 'light', height = 800 }: Look): Promise<void> {
    await this.#page.setViewportSize({ width, height });
    const context = JSON.stringify({ theme, locale: this.#locale });
    const wide = await this.#page.evaluate<number>(
      `host.change(${context}); document.querySelector('iframe').clientWidth`,
    );
    const view = this.#page.frames().findLast((frame) => frame !== this.#page.mainFrame());
    await view?.evaluate(until(`document.documentElement.dataset.theme === '${theme}' && innerWidth === ${wide}`));
  }

  /** Runs a script in the host page. */
  async evaluate<T>(script: string): Promise<T> {
    return this.#page.evaluate<T>(script);
  }

  /** Tools that the view asked the host to call. */
  async calls(): Promise<unknown[]> {
    return this.#page.evaluate(() => (globalThis as unknown as { host: { calls: unknown[] } }).host.calls);
  }

  async close(): Promise<void> {
    await this.#browser.close();
    this.#server.close();
  }
}

/** A script for a view that ends when the condition holds: its policy forbids the evaluation of texts that `waitForFunction` needs. */
export const until = (condition: string): string => `new Promise((done, failed) => {
  const late = setTimeout(() => failed(new Error(${JSON.stringify(condition)})), 30_000);
  const look = () => {
    const value = ${condition};
    if (!value) return void setTimeout(look, 5);
    clearTimeout(late);
    done(value);
  };
  look();
})`;

/** What axe finds wrong with the view, by the rules of WCAG 2.2 AA or by some of them. */
export async function accessibilityIssues(
  view: Frame,
  runOnly: readonly string[] = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'],
): Promise<string[]> {
  const isHere = await view.evaluate<boolean>(`globalThis.axe ?? globalThis.startAxe?.(), 'axe' in globalThis`);
  if (!isHere) await view.evaluate(axe);
  return view.evaluate(async (rules) => {
    const { axe: runner } = globalThis as unknown as {
      axe: {
        run(
          options: unknown,
        ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
      };
    };
    const { violations } = await runner.run({ runOnly: rules });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 120)} ${failureSummary ?? ''}`),
    );
  }, runOnly);
}
