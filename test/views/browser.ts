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
  /** Addresses that anything in the page asked for beside the host page itself. */
  readonly requests: readonly string[];
  /** Errors of scripts and violations of the policy. */
  readonly problems: readonly string[];
}

export interface ShowOptions {
  readonly name: string;
  /** What `tools/call` returned; absent while the tool works. */
  readonly result?: object;
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly locale?: string;
}

export interface Look {
  readonly width: number;
  readonly height?: number;
  readonly theme: 'light' | 'dark';
}

/** Chromium as Debian packages it; `.ci/run` installs it. Without it, tests in a browser are skipped. */
export const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path));

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A browser with a page that hosts views by the official bridge of MCP Apps. */
export class ViewBrowser {
  readonly #browser: Browser;
  readonly #server: Server;
  readonly #page: Page;
  #requests: string[] = [];
  #problems: string[] = [];

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

  /** `scale`: pixels of the device for each of the page; `speed`: how much faster than life timers run. */
  static async start({ scale = 1, speed = 1 } = {}): Promise<ViewBrowser> {
    const { output } = await build({
      input: fileURLToPath(new URL('page/host-page.ts', import.meta.url)),
      output: { format: 'iife' },
      write: false,
    });
    const script = output[0].code;
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
      args: ['--no-sandbox', '--disable-gpu', `--force-device-scale-factor=${scale}`],
    });
    const page = await browser.newPage({ deviceScaleFactor: scale });
    if (speed > 1)
      await page.addInitScript(
        `{ const slow = setTimeout; globalThis.setTimeout = (run, ms = 0) => slow(run, ms / ${speed}); }`,
      );
    const { port } = server.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/`);
    return new ViewBrowser(browser, server, page);
  }

  /** Opens a view in the host page, and waits until the result is drawn. */
  async show({ name, result, theme = 'light', width = 720, locale = 'en' }: ShowOptions): Promise<Shown> {
    const page = this.#page;
    await page.setViewportSize({ width, height: 800 });
    this.#requests = [];
    this.#problems = [];
    const html = readFileSync(new URL(`../../dist/views/${name}.html`, import.meta.url), 'utf8');
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
  async change({ width, theme, height = 800 }: Look): Promise<void> {
    await this.#page.setViewportSize({ width, height });
    await this.#page.evaluate(
      (context) => (globalThis as unknown as { host: { change(context: unknown): void } }).host.change(context),
      { theme, locale: 'en' },
    );
    const view = this.#page.frames().findLast((frame) => frame !== this.#page.mainFrame());
    // The policy of a view forbids the evaluation of texts that `waitForFunction` needs.
    const wide = await this.#page.evaluate<number>(`document.querySelector('iframe').clientWidth`);
    const changed = `document.documentElement.dataset.theme === '${theme}' && innerWidth === ${wide}`;
    while (!(await view?.evaluate<boolean>(changed))) await this.#page.waitForTimeout(10);
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

/** What axe finds wrong with the view, by the rules of WCAG 2.2 AA. */
export async function accessibilityIssues(view: Frame): Promise<string[]> {
  await view.evaluate(axe);
  return view.evaluate(async () => {
    const { axe: runner } = globalThis as unknown as {
      axe: {
        run(
          options: unknown,
        ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
      };
    };
    const { violations } = await runner.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'],
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 120)} ${failureSummary ?? ''}`),
    );
  });
}
